/** One request as an access log tells it, whatever the format; undefined where the log has no such value. */
export type LogRecord = {
  /** When the request came, in milliseconds since 1970 UTC. */
  readonly timeMs: number;
  /** The client's address, as logged. */
  readonly address: string;
  /** Undefined, like `target`, when the request line is none, such as the start of a TLS handshake. */
  readonly method: string | undefined;
  /** What was asked for, with its query: usually a path, from a proxy a whole URL. */
  readonly target: string | undefined;
  readonly status: number | undefined;
  readonly referrer: string | undefined;
  readonly userAgent: string | undefined;
};
