/** The errors of the specification that the bench's requests can cause: status and message. */
const REFUSALS = {
  MISSING_KEY: [401, 'API key missing. Send the header "Authorization: Bearer <API_KEY>".'],
  INVALID_KEY: [401, 'API key invalid or revoked. Send "Authorization: Bearer <API_KEY>" with a valid key.'],
  USER_NOT_FOUND: [401, 'The account that owns this API key no longer exists.'],
  SITE_NOT_FOUND: [403, 'Site not found, or not accessible with this API key.'],
  PLAN_REQUIRED: [
    403,
    'Hourly granularity requires the Pro plan. Use granularity=day, or ask support for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.',
  ],
  INVALID_DATE_RANGE: [400, 'start and end must be calendar dates as YYYY-MM-DD, start not after end.'],
  INVALID_PARAMETER: [400, 'A parameter is invalid.'],
  RATE_LIMITED: [429, 'Rate limit of the plan exceeded. Wait retry_after seconds.'],
  NOT_FOUND: [404, 'No such route. The API is under /api/v1, /graphql, /mcp, /collect, /drain and /export.'],
  SERVER_ERROR: [500, 'Unexpected server failure. Retry with exponential backoff.'],
} as const;

/** An expected error, with its status and its REST body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: keyof typeof REFUSALS;
  readonly statusCode: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: keyof typeof REFUSALS, message?: string, retryAfterSeconds?: number) {
    super(message ?? REFUSALS[code][1]);
    this.code = code;
    this.statusCode = REFUSALS[code][0];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body of an error over REST. */
  get body(): Readonly<Record<string, unknown>> {
    return { error: this.message, ...this.extensions };
  }

  /** What GraphQL adds to the message. */
  get extensions(): Readonly<Record<string, unknown>> {
    const { code, retryAfterSeconds } = this;
    return { code, ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }) };
  }
}

export function invalidParameter(name: string, came: unknown, allowed: string): Refusal {
  return new Refusal('INVALID_PARAMETER', `${name} must be ${allowed}; got ${JSON.stringify(came)}.`);
}
