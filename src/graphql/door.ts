import { type Plugin, createYoga, shouldRenderGraphiQL } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';
import { authenticatedHeaders } from '../http/authenticated-headers.ts';
import { inOperation } from '../http/in-operation.ts';
import { useCompiledExecution } from '../execution/compiled-execution.ts';
import { ANSWER_BOUNDS } from './answer-bounds.ts';
import { useCost } from './cost.ts';
import { createDocumentCache, useDocumentCache } from './document-cache.ts';
import { useDocumentLimits } from './document-limits.ts';
import { usePublicErrors } from './errors.ts';
import { createGraphiql } from './graphiql.ts';
import { useKnownOperations } from './known-operations.ts';
import { useRequestParams } from './request-params.ts';
import { schema } from './schema.ts';
import { useSharedDocuments } from './shared-documents.ts';
import type { Visit, Visiting } from './visit.ts';

export type GraphqlDoor = {
  /** Responds to a GET or POST to /graphql. */
  fetch(request: Request, arrival: Arrival): Promise<Response>;
  /** Responds to a GET of a file of GraphiQL's page, which lie in `GRAPHIQL_FOLDER`. */
  asset(request: Request, path: string): Promise<Response>;
  dispose(): Promise<void>;
};

type GraphqlDoorParts = {
  /** What clients may name; undefined if they send whole documents only. */
  readonly documents?: PersistedDocuments | undefined;
  readonly execution?: Plugin;
  /** What share links may send: the documents of their page, or in tests any. */
  readonly sharedDocuments?: 'own' | 'any' | undefined;
};

/** GraphQL over the operations that REST serves. GraphiQL is open to everyone; everything else needs a key. */
export function createGraphqlDoor(
  log: Logger,
  { documents, execution = useCompiledExecution(ANSWER_BOUNDS), sharedDocuments }: GraphqlDoorParts = {},
): GraphqlDoor {
  const graphiql = createGraphiql();
  const yoga = createYogaServer(log, { documents, execution, sharedDocuments });
  return {
    async fetch(request, arrival) {
      if (shouldRenderGraphiQL(request)) return graphiql.page();
      acceptJson(request.headers);
      const visit: Visit = { arrival, ctx: undefined };
      const response = await inOperation(arrival, 'graphql', async () =>
        yoga.handleRequest(request, { visit }),
      );
      const headers = visit.ctx ? authenticatedHeaders(visit.ctx, 'graphql') : {};
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    },
    asset: (request, path) => graphiql.asset(request, path),
    async dispose() {
      await yoga.dispose();
    },
  };
}

/** The types of a response, and what stands for both of them. */
const RESULT_TYPE = 'application/graphql-response+json';
const ACCEPTED = [RESULT_TYPE, 'application/json', 'application/*', '*/*'];

/**
 * Reduces the Accept header to the first type that GraphQL over HTTP knows, and to JSON if there is none: Yoga's
 * streamed responses are not used here, and a caller learns more from an error in JSON than from an empty 406
 * (RFC 9110, 12.4.1 allows it).
 */
function acceptJson(headers: Request['headers']): void {
  const types = headers.get('accept')?.split(',') ?? [];
  const known = types.map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
  const first = known.find((type) => ACCEPTED.includes(type));
  headers.set('accept', first === RESULT_TYPE ? RESULT_TYPE : 'application/json');
}

/** The gateway handles CORS and OPTIONS; our own plugin makes errors public, because it knows the request. */
function createYogaServer(
  log: Logger,
  { documents, execution, sharedDocuments }: Required<GraphqlDoorParts>,
) {
  return createYoga<Visiting, RequestContext>({
    schema,
    context: ({ visit }) => requireAdmitted(visit),
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    multipart: false,
    batching: false,
    maskedErrors: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    plugins: [
      useRequestParams(documents),
      useDocumentCache(createDocumentCache()),
      useDocumentLimits(),
      useKnownOperations(schema),
      ...(sharedDocuments === 'any' ? [] : [useSharedDocuments()]),
      execution,
      usePublicErrors(log),
      useCost(),
    ],
  });
}

function requireAdmitted({ ctx }: Visit): RequestContext {
  if (ctx === undefined) throw new Error('a document was executed before its caller was authenticated');
  return ctx;
}
