import { createYoga, shouldRenderGraphiQL } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import { authenticatedHeaders } from '../http/authenticated-headers.ts';
import { useCompiledExecution } from '../execution/compiled-execution.ts';
import { createDocumentCache, useDocumentCache } from './document-cache.ts';
import { useDocumentLimits } from './document-limits.ts';
import { usePublicErrors } from './errors.ts';
import { createGraphiqlPage } from './graphiql-page.ts';
import { useRequestParams } from './request-params.ts';
import { schema } from './schema.ts';
import type { Visit, Visiting } from './visit.ts';

export type GraphqlDoor = {
  /** Answers a GET or POST to /graphql. */
  fetch(request: Request, arrival: Arrival): Promise<Response>;
  dispose(): Promise<void>;
};

/** GraphQL over the operations that REST answers. GraphiQL is for anybody, all else for callers with a key. */
export function createGraphqlDoor(log: Logger): GraphqlDoor {
  const page = createGraphiqlPage();
  const yoga = createYogaServer(log);
  return {
    async fetch(request, arrival) {
      if (shouldRenderGraphiQL(request)) return page();
      acceptJson(request.headers);
      const visit: Visit = { arrival, ctx: undefined };
      const response = await yoga.handleRequest(request, { visit });
      const headers = visit.ctx ? authenticatedHeaders(visit.ctx, 'graphql') : {};
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    },
    async dispose() {
      await yoga.dispose();
    },
  };
}

/**
 * Leaves of the Accept header what is JSON, whatever else it asks for: the answers Yoga could stream have no use here,
 * and to a caller who takes no JSON an error in JSON says more than an empty 406 (RFC 9110, 12.4.1 allows it).
 */
function acceptJson(headers: Request['headers']): void {
  const accepted = headers.get('accept')?.split(',');
  if (accepted === undefined) return;
  const json = accepted.filter((type) => /^\s*(\*|application)\/(\*|([\w.-]+\+)?json)\s*(;|$)/i.test(type));
  headers.set('accept', json.length > 0 ? json.join(',') : 'application/json');
}

/** CORS and OPTIONS are the gateway's; errors are made public by our own plugin, which knows the request. */
function createYogaServer(log: Logger) {
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
      useRequestParams(),
      useDocumentCache(createDocumentCache()),
      useDocumentLimits(),
      useCompiledExecution(),
      usePublicErrors(log),
    ],
  });
}

function requireAdmitted({ ctx }: Visit): RequestContext {
  if (ctx === undefined) throw new Error('a document was run before its caller was admitted');
  return ctx;
}
