import { type GraphQLParams, type Plugin, createYoga, shouldRenderGraphiQL } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';
import { authenticatedHeaders } from '../http/authenticated-headers.ts';
import { inOperation } from '../http/in-operation.ts';
import { createCompiledExecute } from '../execution/compiled-execution.ts';
import { ANSWER_BOUNDS } from './answer-bounds.ts';
import { useCost } from './cost.ts';
import { type DocumentCache, createDocumentCache, useDocumentCache } from './document-cache.ts';
import { useDocumentLimits } from './document-limits.ts';
import { usePublicErrors } from './errors.ts';
import { useExecution } from './execution.ts';
import { createGraphiql } from './graphiql.ts';
import { createKnownAnswer } from './known-document.ts';
import { useKnownOperations } from './known-operations.ts';
import { createLargeAnswers } from './large-answers.ts';
import { createParamsReader, useRequestParams } from './request-params.ts';
import { schema } from './schema.ts';
import { type MaySend, createSharedDocuments, useSharedDocuments } from './shared-documents.ts';
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
  /** How Yoga executes documents, which then answers all of them; in compiled form by default. */
  readonly execution?: Plugin;
  /** What share links may send: the documents of their page, or in tests any. */
  readonly sharedDocuments?: 'own' | 'any' | undefined;
  readonly shortcut?: Shortcut | undefined;
};

/** The answering of known documents without Yoga, as tests see it. */
export type Shortcut = {
  /** Yoga answers everything. */
  readonly isClosed?: boolean;
  /** Called for each request that is answered without Yoga. */
  readonly onTaken?: () => void;
};

/** GraphQL over the operations that REST serves. GraphiQL is open to everyone; everything else needs a key. */
export function createGraphqlDoor(
  log: Logger,
  { documents, execution, sharedDocuments, shortcut = {} }: GraphqlDoorParts = {},
): GraphqlDoor {
  const graphiql = createGraphiql();
  const readParams = createParamsReader(documents);
  const cache = createDocumentCache();
  const maySend = sharedDocuments === 'any' ? () => true : createSharedDocuments();
  const execute = createCompiledExecute(ANSWER_BOUNDS, { runLarge: createLargeAnswers() });
  const yoga = createYogaServer(log, { cache, maySend, execution: execution ?? useExecution(execute) });
  const answerKnown = createKnownAnswer({ schema, documents: cache, maySend, execute });
  const isClosed = execution !== undefined || shortcut.isClosed === true;

  async function answer(request: Request, visit: Visit): Promise<Response> {
    const known = isClosed ? undefined : await answerKnown(visit);
    if (known === undefined) return yoga.handleRequest(request, { visit });
    shortcut.onTaken?.();
    return known;
  }

  return {
    async fetch(request, arrival) {
      if (shouldRenderGraphiQL(request)) return graphiql.page();
      const visit = visitOf(request, arrival, readParams);
      const response = await inOperation(arrival, 'graphql', () => answer(request, visit));
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

function visitOf(
  request: Request,
  arrival: Arrival,
  readParams: (request: Request, visit: Visit) => Promise<GraphQLParams>,
): Visit {
  let reading: Promise<GraphQLParams> | undefined;
  const visit: Visit = {
    arrival,
    resultType: acceptJson(request.headers),
    readParams: () => (reading ??= readParams(request, visit)),
    ctx: undefined,
    executed: undefined,
  };
  return visit;
}

/** The types of a response, and what stands for both of them. */
const RESULT_TYPE = 'application/graphql-response+json';
const ACCEPTED = [RESULT_TYPE, 'application/json', 'application/*', '*/*'];

/**
 * Reduces the Accept header to the first type that GraphQL over HTTP knows, and to JSON if there is none: Yoga's
 * streamed responses are not used here, and a caller learns more from an error in JSON than from an empty 406
 * (RFC 9110, 12.4.1 allows it). Returns that type.
 */
function acceptJson(headers: Request['headers']): string {
  const types = headers.get('accept')?.split(',') ?? [];
  const known = types.map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
  const first = known.find((type) => ACCEPTED.includes(type));
  const type = first === RESULT_TYPE ? RESULT_TYPE : 'application/json';
  headers.set('accept', type);
  return type;
}

type YogaParts = {
  readonly cache: DocumentCache;
  readonly maySend: MaySend;
  readonly execution: Plugin;
};

/** The gateway handles CORS and OPTIONS; our own plugin makes errors public, because it knows the request. */
function createYogaServer(log: Logger, { cache, maySend, execution }: YogaParts) {
  return createYoga<Visiting, RequestContext>({
    schema,
    context: ({ visit }) => requireAdmitted(visit),
    graphqlEndpoint: '/graphql',
    // Yoga answers each URL that ends with this, whoever sends it, and none ends with a space
    healthCheckEndpoint: ' ',
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
      useRequestParams(),
      useDocumentCache(cache),
      useDocumentLimits(),
      useKnownOperations(schema),
      useSharedDocuments(maySend),
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
