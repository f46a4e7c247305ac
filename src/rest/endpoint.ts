import type { RequestContext } from '../context.ts';

/** A request to an endpoint: the site in its path, and its query. */
export type EndpointRequest = { readonly siteId: string; readonly query: URLSearchParams };

/** The body of a response: a value to write as JSON, or the chunks of one that is too long to hold. */
export type Body = { readonly value: unknown } | { readonly chunks: AsyncGenerator<string, void> };

/** Passes the parameters to the operation, and writes its result with the names of the specification. */
export type Endpoint = (ctx: RequestContext, request: EndpointRequest) => Promise<Body>;
