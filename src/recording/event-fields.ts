import { EVENT_TYPES, type EventType, type NewBotVisit, type NewEvent } from '../domain/event.ts';
import type { JsonObject } from '../domain/json.ts';
import { invalidParameter } from '../domain/refusal.ts';
import { SIGNATURE_STATES, type SignatureState } from '../domain/signature.ts';
import { VERDICTS, type Verdict } from '../domain/verdict.ts';
import { MAX_PAGE_PATH_LENGTH } from './page-path.ts';
import { toldBytes } from './bytes.ts';
import { isStatus } from './status.ts';
import { ALLOWED_INSTANT, parseInstant } from '../domain/instant.ts';

/** The values that a field allows. `parse` returns undefined for any other. */
export type FieldRule<T> = { readonly allowed: string; readonly parse: (value: unknown) => T | undefined };

/** The value of a field. Throws INVALID_PARAMETER with the field, its value and what is allowed. */
export function readField<T>(fields: JsonObject, name: string, rule: FieldRule<T>): T {
  const value = rule.parse(fields[name]);
  if (value !== undefined) return value;
  throw invalidParameter(name, fields[name], rule.allowed);
}

/**
 * An event in the shape in which the events endpoint lists it. `created_at` is cut to milliseconds and defaults to now,
 * `country` to "XX", `verdict` to "unknown", and other optional fields to null; a conversion has the LLM product that sent its
 * visitor as `source`; `id`, unknown fields and those of another type are ignored. Throws INVALID_PARAMETER for the first bad
 * field.
 */
export function readEvent(fields: JsonObject, nowMs: number): NewEvent {
  const type = readField(fields, 'type', EVENT_TYPE);
  const common = {
    createdAtMs: readCreatedAt(fields, nowMs),
    pagePath: readField(fields, 'page_path', PAGE_PATH),
    country: readField(fields, 'country', COUNTRY),
  };
  switch (type) {
    case 'bot':
      return {
        type,
        ...common,
        botName: readField(fields, 'bot_name', NAME),
        botCompany: readField(fields, 'bot_company', NAME),
        status: readField(fields, 'status', optional(STATUS)),
        bytes: readField(fields, 'bytes', optional(BYTES)),
        ...readVerdict(fields),
      };
    case 'referral':
      return {
        type,
        ...common,
        source: readField(fields, 'source', NAME),
        status: readField(fields, 'status', optional(STATUS)),
      };
    case 'conversion': {
      const sentBy = readField(fields, 'source', optional(NAME));
      return {
        type,
        ...common,
        eventName: readField(fields, 'event_name', NAME),
        eventValue: readField(fields, 'event_value', EVENT_VALUE),
        ...(sentBy !== null && { sentBy }),
      };
    }
  }
}

/** The verdict and what it goes with: a signed visit has a valid signature, and that a signer. */
function readVerdict(fields: JsonObject): Pick<NewBotVisit, 'verdict' | 'proof'> {
  const verdict = readField(fields, 'verdict', optional(VERDICT)) ?? 'unknown';
  const state = readField(fields, 'signature', verdict === 'signed' ? VALID : optional(SIGNATURE));
  const signer = readField(fields, 'signer', state === 'valid' ? NAME : NO_SIGNER);
  return { verdict, ...(state !== null && { proof: { state, signer } }) };
}

/** The instant of `created_at`, or now without it. Null counts as absent, as it does in every optional field. */
export function readCreatedAt(fields: JsonObject, nowMs: number): number {
  return (fields['created_at'] ?? null) === null ? nowMs : readField(fields, 'created_at', INSTANT);
}

const EVENT_TYPE: FieldRule<EventType> = {
  allowed: '"bot", "referral" or "conversion"',
  parse: (value) => EVENT_TYPES.find((type) => type === value),
};

const PAGE_PATH: FieldRule<string> = {
  allowed:
    'a string of at most 2,048 characters that starts with "/", without NUL characters or unpaired surrogates',
  parse: (value) => (isText(value, MAX_PAGE_PATH_LENGTH) && value.startsWith('/') ? value : undefined),
};

const COUNTRY: FieldRule<string> = {
  allowed: 'two upper-case letters, or null if unknown',
  parse: (value = null) => {
    if (value === null) return 'XX';
    return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : undefined;
  },
};

/** The name of a bot, company, source or goal. */
export const NAME: FieldRule<string> = {
  allowed: 'a string of 1 to 200 characters, without NUL characters or unpaired surrogates',
  parse: (value) => (isText(value, 200) && value !== '' ? value : undefined),
};

/** A JSON number holds nearly 16 digits: it is exact to tenths at 1e15, and to cents up to 9e13. */
const MAX_EVENT_VALUE = 1e15;

export const EVENT_VALUE: FieldRule<number | null> = {
  allowed: 'a number from -1e15 to 1e15, or null if none was set',
  parse: (value = null) => {
    if (value === null) return null;
    return typeof value === 'number' && Math.abs(value) <= MAX_EVENT_VALUE ? value : undefined;
  },
};

const STATUS: FieldRule<number> = {
  allowed: 'an HTTP status, a whole number from 100 to 599',
  parse: (value) => (typeof value === 'number' && isStatus(value) ? value : undefined),
};

/** The status of a request as a server logs it, which may be none of HTTP. */
export const LOGGED_STATUS: FieldRule<number> = {
  allowed: 'a whole number from 0 to 999',
  parse: (value) => wholeNumber(value, 999),
};

/** Null for more than a response can have. */
export const BYTES: FieldRule<number | null> = {
  allowed: 'a whole number of bytes',
  parse(value) {
    const bytes = wholeNumber(value, Infinity);
    return bytes === undefined ? undefined : (toldBytes(bytes) ?? null);
  },
};

const VERDICT: FieldRule<Verdict> = {
  allowed: VERDICTS.map((verdict) => `"${verdict}"`).join(', '),
  parse: (value) => VERDICTS.find((verdict) => verdict === value),
};

const SIGNATURE: FieldRule<SignatureState> = {
  allowed: SIGNATURE_STATES.map((state) => `"${state}"`).join(', '),
  parse: (value) => SIGNATURE_STATES.find((state) => state === value),
};

const VALID: FieldRule<SignatureState> = {
  allowed: '"valid" with the verdict "signed"',
  parse: (value) => (value === 'valid' ? value : undefined),
};

const NO_SIGNER: FieldRule<null> = {
  allowed: 'null unless the signature is "valid"',
  parse: (value = null) => (value === null ? null : undefined),
};

function wholeNumber(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
    ? value
    : undefined;
}

/** The rule that allows null, too, for what is not known, and takes an absent value for it. */
function optional<T>({ allowed, parse }: FieldRule<T>): FieldRule<T | null> {
  return {
    allowed: `${allowed}, or null if unknown`,
    parse: (value = null) => (value === null ? null : parse(value)),
  };
}

const INSTANT: FieldRule<number> = {
  allowed: ALLOWED_INSTANT,
  parse: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
};

/** Text that PostgreSQL can store: no U+0000, and no half of a surrogate pair. */
function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength && !/\0|\p{Cs}/u.test(value);
}
