import type { SiteTrafficErrorCode, SiteTrafficErrorDetails } from './types.ts';

/** Why a call failed. Its message may be shown to people; it never holds the key. */
export class SiteTrafficError extends Error {
  override readonly name = 'SiteTrafficError';
  readonly code: SiteTrafficErrorCode;
  /** The HTTP status of the answer; undefined if none came. */
  readonly status: number | undefined;
  /** Seconds after which the call would be granted, with RATE_LIMITED and OVERLOADED. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;

  constructor(
    code: SiteTrafficErrorCode,
    message: string,
    { status, retryAfter, requestId, cause }: SiteTrafficErrorDetails = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}
