import { z } from 'zod';
import { type ZodOpenApiOperationObject, createDocument } from 'zod-openapi';
import { collectedSchema, itemsSchema } from '../collect/items-schema.ts';
import { COLLECT_ROUTE } from '../collect/route.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import { siteId } from '../http/schema-parts.ts';
import { eventsQuery, eventsSchema } from '../rest/events-schema.ts';
import { type RestOperation, routeOf } from '../rest/routes.ts';
import { sitesSchema } from '../rest/sites-schema.ts';
import { statsQuery, statsSchema } from '../rest/stats-schema.ts';
import { timeseriesQuery, timeseriesSchema } from '../rest/timeseries-schema.ts';
import { HEADERS, type HeaderName, headersOf, refusalResponses } from './responses.ts';

const OF_ALL = [
  'BAD_REQUEST',
  'MISSING_KEY',
  'INVALID_KEY',
  'USER_NOT_FOUND',
  'SITE_NOT_FOUND',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'OVERLOADED',
] as const satisfies readonly RefusalCode[];

const OF_A_SITE = [
  ...OF_ALL,
  'MISSING_SITE_ID',
  'INVALID_DATE_RANGE',
  'INVALID_PARAMETER',
  'QUERY_TIMEOUT',
] as const satisfies readonly RefusalCode[];

/** On each answer to an authenticated caller, by what the caller does. */
const OF_READERS: readonly HeaderName[] = [
  'Cache-Control',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const OF_COLLECTORS: readonly HeaderName[] = ['Cache-Control', 'Collect-Fields'];

type Endpoint = Required<Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description'>> & {
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType;
  readonly refusals: readonly RefusalCode[];
};

const ENDPOINTS: Readonly<Record<RestOperation, Endpoint>> = {
  sites: {
    operationId: 'listSites',
    summary: 'List your sites',
    description: 'All sites of the account, oldest first. A key that only collects gets SITE_NOT_FOUND.',
    answer: sitesSchema,
    refusals: [...OF_ALL, 'QUERY_TIMEOUT'],
  },
  timeseries: {
    operationId: 'getTimeseries',
    summary: 'Count the events of each day or hour',
    description:
      'A point for every day or hour of the range, also for those without events. Long answers are streamed; one that ' +
      'is cut short breaks the connection.',
    query: timeseriesQuery,
    answer: timeseriesSchema,
    refusals: [...OF_A_SITE, 'PLAN_REQUIRED'],
  },
  stats: {
    operationId: 'getStats',
    summary: 'Sum up the events of a range',
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

/**
 * The OpenAPI document of the REST API and the collector. `npm run generate` prints it to openapi.json, which the service
 * answers.
 */
export function createOpenapi() {
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
    tags: [
      { name: 'Reading', description: 'What was recorded.' },
      { name: 'Recording', description: 'What happens, from your backends.' },
    ],
    paths: {
      ...Object.fromEntries(
        (Object.entries(ENDPOINTS) as [RestOperation, Endpoint][]).map(([operation, endpoint]) => [
          routeOf(operation),
          { get: reading(endpoint, operation !== 'sites') },
        ]),
      ),
      [COLLECT_ROUTE]: { post: RECORDING },
    },
    components: {
      headers: HEADERS,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'API keys that read belong to an account; those that only collect belong to one of its sites.',
        },
      },
    },
  });
}

function reading(
  { query, answer, refusals, ...described }: Endpoint,
  isOfASite: boolean,
): ZodOpenApiOperationObject {
  return {
    ...described,
    tags: ['Reading'],
    ...(isOfASite && { requestParams: { path: z.object({ siteId }), ...(query && { query }) } }),
    responses: {
      200: {
        description: 'What was asked for.',
        headers: headersOf(OF_READERS),
        content: { 'application/json': { schema: answer } },
      },
      ...refusalResponses(refusals, OF_READERS),
    },
  };
}

const RECORDING: ZodOpenApiOperationObject = {
  operationId: 'recordEvents',
  summary: 'Record events',
  description:
    'Takes a key that only collects, for its own site. The answer comes after the events are stored. A key that reads ' +
    'gets SITE_NOT_FOUND.',
  tags: ['Recording'],
  requestParams: {
    path: z.object({ siteId }),
    header: z.object({
      'Idempotency-Key': z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .meta({
          description:
            'Makes the request safe to repeat for at least 24 hours: it is recorded once. It may stand in quotes.',
          example: 'order-1234',
        }),
      'Content-Encoding': z.enum(['gzip']).optional(),
    }),
  },
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: itemsSchema },
      'application/x-ndjson': {
        schema: z.string().meta({ description: 'One item per line; blank lines are skipped.' }),
      },
    },
  },
  responses: {
    200: {
      description: 'All is stored.',
      headers: headersOf([...OF_COLLECTORS, 'Idempotency-Replayed']),
      content: { 'application/json': { schema: collectedSchema } },
    },
    ...refusalResponses(
      [
        ...OF_ALL,
        'MISSING_SITE_ID',
        'INVALID_JSON',
        'INVALID_PARAMETER',
        'BATCH_TOO_LARGE',
        'IDEMPOTENCY_KEY_REUSED',
        'LIMIT_EXCEEDED',
      ],
      OF_COLLECTORS,
    ),
  },
};
