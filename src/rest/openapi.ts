import { z } from 'zod';
import {
  type ZodOpenApiHeaderObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  createDocument,
} from 'zod-openapi';
import { Refusal, type RefusalCode, REFUSALS } from '../domain/refusal.ts';
import { HTTP_WORDING } from '../http/wording.ts';
import { eventsQuery, eventsSchema } from './events-schema.ts';
import { type RestOperation, routeOf } from './routes.ts';
import { errorObject, siteId } from './schema-parts.ts';
import { sitesSchema } from './sites-schema.ts';
import { statsQuery, statsSchema } from './stats-schema.ts';
import { timeseriesQuery, timeseriesSchema } from './timeseries-schema.ts';

type Described = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType;
  readonly refusals: readonly RefusalCode[];
};

const OF_ALL = [
  'BAD_REQUEST',
  'MISSING_KEY',
  'INVALID_KEY',
  'USER_NOT_FOUND',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'OVERLOADED',
] as const satisfies readonly RefusalCode[];

const OF_A_SITE = [
  ...OF_ALL,
  'MISSING_SITE_ID',
  'INVALID_DATE_RANGE',
  'INVALID_PARAMETER',
  'SITE_NOT_FOUND',
] as const satisfies readonly RefusalCode[];

const ENDPOINTS: Readonly<Record<RestOperation, Described>> = {
  sites: {
    operationId: 'listSites',
    summary: 'List your sites',
    description: 'All sites of the account, oldest first. Takes no parameters.',
    answer: sitesSchema,
    // a key that only collects is told so
    refusals: [...OF_ALL, 'SITE_NOT_FOUND'],
  },
  timeseries: {
    operationId: 'getTimeseries',
    summary: 'Count the events of each day or hour',
    description:
      'A point for every day or hour of the range, also for those without events. Long answers are streamed; one that is ' +
      'cut short breaks the connection.',
    query: timeseriesQuery,
    answer: timeseriesSchema,
    refusals: [...OF_A_SITE, 'PLAN_REQUIRED'],
  },
  stats: {
    operationId: 'getStats',
    summary: 'Sum the events of a range up',
    description:
      'Totals, and the counts by bot, LLM product and conversion. An event counts in the next answer.',
    query: statsQuery,
    answer: statsSchema,
    refusals: OF_A_SITE,
  },
  events: {
    operationId: 'listEvents',
    summary: 'List the events of a range',
    description: 'Page by page, newest first. Events that come meanwhile neither repeat nor hide others.',
    query: eventsQuery,
    answer: eventsSchema,
    refusals: OF_A_SITE,
  },
};

const text = { type: 'string' as const };
const digits = { ...text, pattern: '^\\d+$' };

const HEADERS = {
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
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110).',
    required: true,
    schema: { ...text, enum: ['Bearer'] },
  },
  'Retry-After': {
    description: 'Seconds to wait, at least 1.',
    required: true,
    schema: digits,
    example: '12',
  },
} satisfies Readonly<Record<string, ZodOpenApiHeaderObject>>;

type HeaderName = keyof typeof HEADERS;

/** On each answer to an authenticated caller. */
const OF_CALLERS: readonly HeaderName[] = [
  'Cache-Control',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Those that a status has besides. */
const OF_STATUS: Readonly<Partial<Record<number, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  429: [...OF_CALLERS, 'Retry-After'],
  503: ['Retry-After'],
};

function headersOf(status: number) {
  const names: readonly HeaderName[] = ['X-Request-Id', ...(OF_STATUS[status] ?? OF_CALLERS)];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The OpenAPI document of the REST API. `npm run generate` prints it to openapi.json, which the service answers. */
export function createOpenapi() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [operation, described] of Object.entries(ENDPOINTS) as [RestOperation, Described][])
    paths[routeOf(operation)] = { get: operationObject(operation, described) };
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Site Traffic Analytics',
      version: '1',
      description:
        'What AI bots crawl on your sites, which visitors LLM products send, and who of them converts. All dates and ' +
        'times are in UTC. HEAD is answered like GET, without a body. Unknown query parameters are ignored; one that ' +
        'is given twice is INVALID_PARAMETER.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'the service that answers this document' }],
    security: [{ key: [] }],
    tags: [{ name: 'Reading', description: 'What was recorded.' }],
    paths,
    components: {
      headers: HEADERS,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the account. Keys that only collect cannot read.',
        },
      },
    },
  });
}

function operationObject(operation: RestOperation, described: Described): ZodOpenApiOperationObject {
  const { operationId, summary, description, query, answer, refusals } = described;
  const ofASite = operation !== 'sites';
  return {
    operationId,
    summary,
    description,
    tags: ['Reading'],
    ...((ofASite || query) && {
      requestParams: { ...(ofASite && { path: z.object({ siteId }) }), ...(query && { query }) },
    }),
    responses: {
      200: {
        description: 'What was asked for.',
        headers: headersOf(200),
        content: { 'application/json': { schema: answer } },
      },
      ...refusalResponses(refusals),
    },
  };
}

/** The refusals that all endpoints share, by status. */
const SHARED: Readonly<Partial<Record<number, ZodOpenApiResponseObject>>> = {
  401: sharedResponse('Unauthorized', 401),
  429: sharedResponse('TooManyRequests', 429),
  500: sharedResponse('ServerError', 500),
  503: sharedResponse('Overloaded', 503),
};

function sharedResponse(id: string, status: number): ZodOpenApiResponseObject {
  return { id, ...refusalResponse(OF_ALL.filter((code) => REFUSALS[code][0] === status)) };
}

/** A response for each status, with an example for each code. */
function refusalResponses(codes: readonly RefusalCode[]): Readonly<Record<string, ZodOpenApiResponseObject>> {
  const statuses = [...new Set(codes.map((code) => REFUSALS[code][0]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => REFUSALS[code][0] === status);
      return [status, SHARED[status] ?? refusalResponse(own)];
    }),
  );
}

function refusalResponse(codes: readonly RefusalCode[]): ZodOpenApiResponseObject {
  const status = REFUSALS[codes[0] ?? 'SERVER_ERROR'][0];
  return {
    description: `Refused: ${codes.join(', ')}.`,
    headers: headersOf(status),
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
