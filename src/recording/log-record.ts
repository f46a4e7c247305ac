/** One request as an access log tells it, whatever the format; undefined where the log has no such value. */
export type LogRecord = {
  /** When the request came, in milliseconds since 1970 UTC. */
  readonly timeMs: number;
  /** The client's address, as logged; "-" where the log has none. */
  readonly address: string;
  /** The host that was asked, as logged, so perhaps with a port. */
  readonly host: string | undefined;
  /** Undefined, like `target`, when the request line is none, such as the start of a TLS handshake. */
  readonly method: string | undefined;
  /** What was asked for, with its query: usually a path, from a proxy a whole URL. */
  readonly target: string | undefined;
  readonly status: number | undefined;
  readonly referrer: string | undefined;
  /** False where the log cannot tell user agents at all, as in the common log format. */
  readonly hasAgentField: boolean;
  readonly userAgent: string | undefined;
};
