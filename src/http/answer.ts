import { Response } from '@whatwg-node/fetch';
import { REFUSALS, type Refusal } from '../domain/refusal.ts';
import { HTTP_WORDING } from './wording.ts';

/** What waits when the service is overloaded, such as a group of events or a password, is done in about a second. */
const OVERLOADED_SECONDS = '1';

export type Headers = Readonly<Record<string, string>>;

/** Characters of a text that is sent apart from its headers. */
const LONG = 16_384;

/** A response whose body is there, and can be sent in one piece with its headers. */
export class WholeResponse extends Response {
  readonly whole: string | Buffer<ArrayBuffer> | null;

  constructor(whole: string | Buffer<ArrayBuffer> | null, init: ResponseInit) {
    super(whole, init);
    this.whole = whole;
  }
}

/** A JSON response. It needs a headers object of its own, because the response adds its length to it. */
export function json(status: number, body: unknown, headers: Headers = {}): Response {
  return jsonText(status, JSON.stringify(body), headers);
}

/** A JSON response from its text, or null for headers only. */
export function jsonText(status: number, text: string | null, headers: Headers = {}): Response {
  return new WholeResponse(text === null ? null : bodyOf(text), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}

/** A long text is encoded at once: Response would read it to count its bytes, and the socket once more to encode it. */
function bodyOf(text: string): string | Buffer<ArrayBuffer> {
  return text.length < LONG ? text : Buffer.from(text);
}

/** The error response of a refusal. */
export function refusalAnswer(refusal: Refusal, headers: Headers = {}): Response {
  const { code, status, retryAfterSeconds } = refusal;
  const body = {
    error: refusal.wordedBy(HTTP_WORDING),
    code,
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
  };
  return json(status, body, { ...refusalHeaders(refusal), ...headers });
}

/** The headers that belong to a refusal: the scheme, which a 401 must name (RFC 9110, 11.6.1), and the time to wait. */
export function refusalHeaders({ code, status, retryAfterSeconds }: Refusal): Headers {
  return {
    ...(status === REFUSALS.MISSING_KEY[0] && { 'WWW-Authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(code === 'OVERLOADED' && { 'Retry-After': OVERLOADED_SECONDS }),
  };
}
