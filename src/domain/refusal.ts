/**
 * Every refusal the service can answer: its code, its HTTP status and the sentence a caller reads.
 * The first eleven codes are the specification's; the rest fill what it leaves open.
 */
export const REFUSALS = {
  MISSING_KEY: [401, 'API key missing. Send the header "Authorization: Bearer <API_KEY>".'],
  INVALID_KEY: [
    401,
    'API key invalid or revoked. Send "Authorization: Bearer <API_KEY>" with a key in force.',
  ],
  USER_NOT_FOUND: [401, 'The account that owns this API key no longer exists.'],
  SITE_NOT_FOUND: [403, 'Site not found, or not accessible with this API key.'],
  PLAN_REQUIRED: [
    403,
    'Hourly granularity requires the Pro plan. Use granularity=day, or ask support for Pro.',
  ],
  MISSING_SITE_ID: [400, 'Site id missing. Use /api/v1/sites/{siteId}/…; GET /api/v1/sites lists the ids.'],
  INVALID_DATE_RANGE: [400, 'start and end must be calendar dates as YYYY-MM-DD, start not after end.'],
  INVALID_JSON: [400, 'The request body is not valid JSON.'],
  RATE_LIMITED: [429, 'Rate limit of the plan exceeded. Wait retry_after seconds.'],
  LIMIT_EXCEEDED: [429, 'Monthly event tracking quota exceeded. It clears next month or with a larger plan.'],
  SERVER_ERROR: [500, 'Unexpected server failure. Retry with exponential backoff.'],
  INVALID_PARAMETER: [400, 'A parameter is invalid.'],
  NOT_FOUND: [404, 'No such route. The API is under /api/v1, /graphql and /collect.'],
  METHOD_NOT_ALLOWED: [405, 'This route does not allow the method. The Allow header names those it does.'],
  BAD_REQUEST: [400, 'The request is not valid HTTP, or its headers are too large.'],
  DOCUMENT_TOO_LARGE: [400, 'The GraphQL document is too large.'],
  BATCH_TOO_LARGE: [
    413,
    'A request to the collector holds at most 1,000 events and 1,048,576 bytes (1 MiB). Send several.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'This Idempotency-Key came with another body before. Send a new key with a new body.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** A parameter that was refused: its name, what came, and what is allowed. */
export type BadParameter = { readonly name: string; readonly came: string; readonly allowed: string };

type RefusalDetails = {
  readonly message?: string;
  readonly parameter?: BadParameter;
  readonly retryAfterSeconds?: number;
};

/** An expected "no": thrown by whoever decides, turned into an answer by the door. Its message is public. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly parameter: BadParameter | undefined;
  /** Whole seconds, on RATE_LIMITED only. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? (details.parameter ? describe(details.parameter) : REFUSALS[code][1]));
    this.code = code;
    this.parameter = details.parameter;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return REFUSALS[this.code][0];
  }
}

/** INVALID_PARAMETER with a sentence that names the parameter, what came and what is allowed. */
export function invalidParameter(name: string, came: unknown, allowed: string): Refusal {
  return new Refusal('INVALID_PARAMETER', { parameter: { name, came: quote(came), allowed } });
}

/** The sentence of a refused parameter, under the name its door gives it. */
export function describe({ name, came, allowed }: BadParameter): string {
  return `${name} must be ${allowed}; got ${came}.`;
}

/** What a caller sent: texts and numbers themselves, shortened so that an answer never grows with the question. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (text.length <= 80) return text;
  // not through the middle of a character
  return `${text.slice(0, 76).replace(/[\uD800-\uDBFF]$/, '')}…"`;
}
