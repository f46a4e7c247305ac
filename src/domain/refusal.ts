/**
 * Every refusal of the service: its code, its HTTP status and a sentence for the caller, in words that fit every door.
 * A door may word a code in its own way (`Wording`).
 */
export const REFUSALS = {
  MISSING_KEY: [401, 'API key missing.'],
  INVALID_KEY: [401, 'API key invalid or revoked.'],
  USER_NOT_FOUND: [401, 'The account that owns this API key no longer exists.'],
  SESSION_ENDED: [401, 'The session has ended. Sign in again.'],
  SIGN_IN_FAILED: [401, 'The e-mail address or the password is wrong.'],
  INVITATION_INVALID: [
    401,
    'The sign-in link was used before, has expired, or is void: a newer one, a changed password or the end of all sessions voids it.',
  ],
  PASSWORD_REQUIRED: [403, 'The sign-in link needs a new password. Send it with the token.'],
  PROXY_USER_REFUSED: [403, 'The proxy in front of the service names no account.'],
  OWNER_REQUIRED: [403, 'Only a signed-in owner may do this; API keys and share links may not.'],
  SHARE_LINK_INVALID: [401, 'The share link was revoked, has expired, or is incomplete.'],
  MAIL_LINK_INVALID: [404, 'The link is incomplete, or its channel was deleted or switched off.'],
  NOT_SHARED: [403, 'The share link does not show this.'],
  RANGE_NOT_SHARED: [403, 'The share link does not show all of these days.'],
  ORIGIN_REFUSED: [403, 'The Origin header must name the address of this service (PUBLIC_URL).'],
  HOST_REFUSED: [403, 'The Host header must name the address of this service (PUBLIC_URL).'],
  SITE_NOT_FOUND: [403, 'Site not found, or not accessible with this API key.'],
  PLAN_REQUIRED: [403, 'Hourly granularity requires the Pro plan.'],
  MISSING_SITE_ID: [400, 'Site id missing.'],
  INVALID_DATE_RANGE: [400, 'The range must be two calendar dates as YYYY-MM-DD, in order.'],
  INVALID_JSON: [400, 'The request body is not valid JSON.'],
  RATE_LIMITED: [429, 'Rate limit of the plan exceeded.'],
  LIMIT_EXCEEDED: [
    429,
    'Monthly event tracking quota exceeded: nothing of this request was recorded. There is room again next month, or with a larger plan at once.',
  ],
  SERVER_ERROR: [500, 'Unexpected server failure. Retry with exponential backoff.'],
  INVALID_PARAMETER: [400, 'A parameter is invalid.'],
  NOT_FOUND: [404, 'No such route.'],
  METHOD_NOT_ALLOWED: [405, 'This route does not allow the method.'],
  BAD_REQUEST: [400, 'The request is malformed.'],
  DOCUMENT_TOO_LARGE: [400, 'The GraphQL document is too large.'],
  BATCH_TOO_LARGE: [
    413,
    'A request to the collector holds at most 1,000 events and 1,048,576 bytes (1 MiB). Send several.',
  ],
  MESSAGE_TOO_LARGE: [413, 'A request to /mcp holds at most 65,536 bytes (64 KiB) and 20 messages.'],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'This Idempotency-Key was already used with a different body. Use a new key for each new body.',
  ],
  OVERLOADED: [503, 'The service is overloaded. Retry later.'],
  QUERY_TIMEOUT: [
    503,
    'The database took too long to answer this. Ask for fewer days, or without a search or filter.',
  ],
  ACCOUNT_NOT_FOUND: [403, 'There is no such account.'],
  KEY_NOT_FOUND: [403, 'The account has no such API key.'],
  SESSION_NOT_FOUND: [403, 'The account has no such session.'],
  SHARE_LINK_NOT_FOUND: [403, 'The account has no such share link.'],
  ALERT_NOT_FOUND: [403, 'The account has no such alert.'],
  NOTE_NOT_FOUND: [403, 'The account has no such note.'],
  ROBOTS_VERSION_NOT_FOUND: [403, 'The account has no such version of a robots.txt.'],
  CHANNEL_NOT_FOUND: [403, 'The account has no such channel.'],
  WRONG_PASSWORD: [403, 'The current password is wrong.'],
  TOO_MANY_SITES: [409, 'The account has as many sites as it may have.'],
  TOO_MANY_KEYS: [409, 'The account has as many API keys as it may have.'],
  TOO_MANY_SHARE_LINKS: [409, 'The site has as many share links as it may have.'],
  TOO_MANY_NOTES: [409, 'The site has as many notes as it may have.'],
  TOO_MANY_ROBOTS_VERSIONS: [409, 'The site has as many versions of its robots.txt as it may have.'],
  TOO_MANY_CHANNELS: [409, 'The account has as many channels as it may have.'],
  EMAIL_TAKEN: [409, 'Another account has this e-mail address.'],
  DOMAIN_TAKEN: [409, 'The account already has a site of this domain.'],
  DOMAIN_MISMATCH: [400, 'This is not the domain of the site.'],
  CHANNEL_REFUSED: [400, 'The channel may not be used.'],
  INVALID_PASSWORD: [400, 'The password must have 10 to 1,000 characters.'],
  INVALID_EMAIL: [400, 'The e-mail address is invalid.'],
  INVALID_NAME: [400, 'The name is invalid.'],
  INVALID_DOMAIN: [400, 'The domain is invalid.'],
  INVALID_RETENTION: [400, 'The number of days is invalid.'],
  INVALID_EXPIRY: [400, 'The number of days until the share link expires is invalid.'],
  INVALID_DATE: [400, 'The date is invalid.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** What a door calls a parameter or a field that an operation names. */
type NameOf = (name: string) => string;

/** A sentence, or a function that writes it with a door's names for the parameters in it. */
export type Sentence = string | ((nameOf: NameOf) => string);

/** How one door words refusals. */
export type Wording = {
  /** Its names, by those of the operations; a name that is missing stays the same. */
  readonly names: Readonly<Record<string, string>>;
  /** Its sentences, by code; a code that is missing has the sentence of the catalogue. */
  readonly sentences: Readonly<Partial<Record<RefusalCode, Sentence>>>;
};

/** A refused parameter: its name in the operation, and what is wrong with it. */
export type BadParameter = WrongValue | UnknownField;

/** The value received, and the values that are allowed. */
type WrongValue = { readonly name: string; readonly came: string; readonly allowed: Sentence };

/** What has fields, and those that it has. */
type UnknownField = { readonly name: string; readonly owner: string; readonly fields: readonly string[] };

type RefusalDetails = {
  readonly message?: Sentence;
  /** In place of a message: what is wrong, without a capital letter and a full stop, as it stands behind a name. */
  readonly clause?: string;
  readonly parameter?: BadParameter;
  readonly retryAfterSeconds?: number;
  /** The contact that a sentence names for a larger plan. */
  readonly supportContact?: string | undefined;
};

/** An expected "no": an operation throws it, a door answers with it. Its message may be shown to the caller. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly parameter: BadParameter | undefined;
  readonly clause: string | undefined;
  /** Whole seconds, on RATE_LIMITED only. */
  readonly retryAfterSeconds: number | undefined;
  readonly #sentence: Sentence | undefined;
  readonly #supportContact: string | undefined;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    const { message, clause, parameter, retryAfterSeconds, supportContact } = details;
    const sentence =
      message ?? clauseAsSentence(clause) ?? (parameter && ((nameOf) => describe(parameter, nameOf)));
    super(sentence === undefined ? REFUSALS[code][1] : write(sentence, unchanged));
    this.code = code;
    this.clause = clause;
    this.parameter = parameter;
    this.retryAfterSeconds = retryAfterSeconds;
    this.#sentence = sentence;
    this.#supportContact = supportContact;
  }

  get status(): number {
    return REFUSALS[this.code][0];
  }

  /** The sentence for the callers of a door. */
  wordedBy({ names, sentences }: Wording): string {
    const sentence = this.#sentence ?? sentences[this.code] ?? this.message;
    const support = supportAt(this.#supportContact);
    return write(sentence, (name) => (name === SUPPORT ? support : (names[name] ?? name)));
  }
}

/** What a sentence calls those who can change a plan, in place of a parameter. */
export const SUPPORT = 'support';

/** `support (help@example.com)`; only "support" if no contact is known. */
export function supportAt(contact: string | undefined): string {
  return contact === undefined ? SUPPORT : `${SUPPORT} (${contact})`;
}

/** INVALID_PARAMETER with a sentence that names the parameter, the value received and the values that are allowed. */
export function invalidParameter(name: string, came: unknown, allowed: Sentence): Refusal {
  return new Refusal('INVALID_PARAMETER', { parameter: { name, came: quote(came), allowed } });
}

/** The sentence of a refused parameter, with the names of a door. */
export function describe(parameter: BadParameter, nameOf: NameOf = unchanged): string {
  if ('came' in parameter) {
    const name = nameOf(parameter.name);
    return `${name} must be ${write(parameter.allowed, nameOf)}; got ${parameter.came}.`;
  }
  // as it was sent: the door has no such name
  const { name, owner, fields } = parameter;
  return `${name} is an unknown field; the fields of ${owner} are ${fields.join(', ')}.`;
}

function clauseAsSentence(clause: string | undefined): string | undefined {
  if (clause === undefined) return undefined;
  // a hint may be a question
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${clause.endsWith('?') ? '' : '.'}`;
}

function write(sentence: Sentence, nameOf: NameOf): string {
  return typeof sentence === 'string' ? sentence : sentence(nameOf);
}

function unchanged(name: string): string {
  return name;
}

/** The value that a caller sent, shortened: the length of an answer does not depend on it. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  // which number it was is lost: JSON.parse reads 1e400 as Infinity
  if (value === Infinity || value === -Infinity) return 'a number that is too large';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (text.length <= 80) return text;
  // Do not cut a character in two.
  return `${text.slice(0, 76).replace(/[\uD800-\uDBFF]$/, '')}…"`;
}
