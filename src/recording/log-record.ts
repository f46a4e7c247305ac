import type { PassedOver } from './passed-over.ts';

/** One request in an access log of any format. A value that the log does not have is undefined. */
export type LogRecord = {
  /** The time of the request, in milliseconds since 1970 UTC. */
  readonly timeMs: number;
  /** The client's address, as logged; "-" if the log has none. */
  readonly address: string;
  /** The host of the request as logged, perhaps with a port. */
  readonly host: string | undefined;
  /** Undefined, like `target`, if the request line is invalid, for example the start of a TLS handshake. */
  readonly method: string | undefined;
  /** Usually a path with its query; a whole URL in the log of a proxy. */
  readonly target: string | undefined;
  /** From 100 to 599; undefined if the log has another number, too. */
  readonly status: number | undefined;
  /** What was sent to the client; some formats count the headers, most the body only. */
  readonly bytes: number | undefined;
  readonly referrer: string | undefined;
  /** False if the log has no user agents at all, like the common log format. */
  readonly hasAgentField: boolean;
  readonly userAgent: string | undefined;
  /**
   * The id that the site's own host made for the request, such as a RayID; never one that a client can choose. It counts once,
   * whichever way it comes.
   */
  readonly requestId?: string | undefined;
};

/** A line of a log: a request, or the reason why it becomes no event. */
export type LogReading = { readonly record: LogRecord } | PassedOver;
