import * as z from 'zod';
import { type ZodOpenApiOperationObject, createDocument } from 'zod-openapi';
import { type Endpoint, OF_ALL } from '../wire/endpoint.ts';
import { COLLECT_ROUTE, ENDPOINTS } from '../wire/endpoints.ts';
import { collectedSchema, itemsSchema } from '../wire/items.ts';
import { botName, siteId } from '../wire/parts.ts';
import { HEADERS, type HeaderName, headersOf, refusalResponses } from './responses.ts';

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
        [...ENDPOINTS].map(([path, endpoint]) => [path, { get: reading(path, endpoint) }]),
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

function reading(path: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, summary, description, query, answer, refusals } = endpoint;
  const named = {
    ...(path.includes('{siteId}') && { siteId }),
    ...(path.includes('{botName}') && { botName }),
  };
  return {
    ...{ operationId, summary, description },
    tags: ['Reading'],
    ...('siteId' in named && { requestParams: { path: z.object(named), ...(query && { query }) } }),
    responses: {
      200: {
        description: 'The requested data.',
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
