import type { RequestContext } from '../context.ts';

/** What a REST request asks: the site of its path and its query. */
export type Asked = { readonly siteId: string; readonly query: URLSearchParams };

/** An answer's body: a value to be written as JSON, or the chunks of one that is too long to hold. */
export type Answer = { readonly value: unknown } | { readonly chunks: AsyncGenerator<string, void> };

/** Reads the question, calls the operation, writes its result in the specification's words. */
export type Endpoint = (ctx: RequestContext, asked: Asked) => Promise<Answer>;
