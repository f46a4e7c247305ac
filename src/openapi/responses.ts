import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { REFUSALS, Refusal, type RefusalCode } from '../domain/refusal.ts';
import { errorObject } from '../wire/parts.ts';
import { HTTP_WORDING } from '../http/wording.ts';

const text = { type: 'string' as const };
const digits = { ...text, pattern: '^\\d+$' };

export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request in the log of the service.',
    required: true,
    schema: text,
  },
  'Cache-Control': {
    description: 'Nothing of an answer to an authenticated caller may be kept.',
    schema: { ...text, enum: ['private, no-store'] },
  },
  'RateLimit-Policy': {
    description:
      'The budget: requests (`q`) in any window of `w` seconds (draft-ietf-httpapi-ratelimit-headers-11).',
    schema: text,
    example: '"stats";q=600;w=60',
  },
  RateLimit: {
    description:
      'What remains of it (`r`), and the seconds until the oldest counted request leaves the window (`t`).',
    schema: text,
    example: '"stats";r=599;t=60',
  },
  'X-RateLimit-Limit': { description: 'The budget.', schema: digits, example: '600' },
  'X-RateLimit-Remaining': { description: 'What remains of it.', schema: digits, example: '599' },
  'X-RateLimit-Reset': {
    description: 'When the oldest counted request leaves the window, in seconds since 1970 UTC.',
    schema: digits,
    example: '1773578096',
  },
  'Collect-Fields': {
    description: 'The fields of an item of type `request`. A newer client may leave out the others.',
    schema: text,
    example: 'type, method, target, status',
  },
  'Idempotency-Replayed': {
    description: 'The answer is that to an earlier request with the same Idempotency-Key.',
    required: false,
    schema: { ...text, enum: ['true'] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110).',
    required: true,
    schema: { ...text, enum: ['Bearer'] },
  },
  'Retry-After': {
    description: 'Seconds to wait, at least 1. With RATE_LIMITED and OVERLOADED.',
    schema: digits,
    example: '12',
  },
} satisfies Readonly<Record<string, ZodOpenApiHeaderObject>>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of a response; references, since all share them. */
export function headersOf(names: readonly HeaderName[]) {
  const all: readonly HeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers that a status has besides those of each answer to an authenticated caller. */
const OF_STATUS: Readonly<Partial<Record<number, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** A response for each status of the codes, with an example for each code. */
export function refusalResponses(
  codes: readonly RefusalCode[],
  ofCallers: readonly HeaderName[],
): Readonly<Record<string, ZodOpenApiResponseObject>> {
  const statuses = [...new Set(codes.map((code) => REFUSALS[code][0]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => REFUSALS[code][0] === status);
      return [
        status,
        refusalResponse(own, [...(status === 401 ? [] : ofCallers), ...(OF_STATUS[status] ?? [])]),
      ];
    }),
  );
}

function refusalResponse(
  codes: readonly RefusalCode[],
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject {
  return {
    description: `Refused: ${codes.join(', ')}.`,
    headers: headersOf(headers),
    content: {
      'application/json': {
        schema: errorObject(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function exampleOf(code: RefusalCode) {
  return {
    error: new Refusal(code).wordedBy(HTTP_WORDING),
    code,
    ...(code === 'RATE_LIMITED' && { retry_after: 12 }),
  };
}
