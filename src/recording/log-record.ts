import type { SignatureHeaders } from '../domain/signature.ts';
import type { PassedOver, PassedOverReason } from './passed-over.ts';

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
  /** The request was reported before it was answered, so its status is unknown. In a log, none means that it got no answer. */
  readonly isBeforeAnswer?: true | undefined;
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
  /** Undefined for a request without a signature, as nearly all are. */
  readonly signed?: RequestSignature | undefined;
};

/** The signature of a request, with the other facts that are needed to verify it. */
export type RequestSignature = SignatureHeaders & {
  /** "https" or "http". */
  readonly scheme: string;
  /** How long the request had lasted at the time of its record. */
  readonly durationMs: number;
};

/** A line of a log: a request, or the reason why it becomes no event, with the request if it was read. */
export type LogReading =
  { readonly record: LogRecord } | (PassedOver & { readonly of?: LogRecord | undefined });

/** The request of a line, also of one that is passed over. */
export function recordOf(reading: LogReading): LogRecord | undefined {
  return 'record' in reading ? reading.record : reading.of;
}

/** Passes over a request that was read. */
export function passOver(passedOver: PassedOverReason, reading: LogReading): LogReading {
  return { passedOver, of: recordOf(reading) };
}
