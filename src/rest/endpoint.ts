import type { z } from 'zod';
import type { RequestContext } from '../context.ts';
import type { Operation } from '../domain/plan.ts';
import type { RefusalCode } from '../domain/refusal.ts';

/** A request to an endpoint: the site in its path, and its query. */
export type EndpointRequest = { readonly siteId: string; readonly query: URLSearchParams };

/** The body of a response: a value to write as JSON, or the chunks of one that is too long to hold. */
export type Body = { readonly value: unknown } | { readonly chunks: AsyncGenerator<string, void> };

/** What a path answers, and how OpenAPI describes it. */
export type Endpoint = {
  readonly budget: Operation;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The query parameters. The operation parses them; these describe them. */
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType;
  /** The codes that it may refuse with. */
  readonly refusals: readonly RefusalCode[];
  /** Passes the parameters to the operation, and writes its result with the names of the specification. */
  readonly respond: (ctx: RequestContext, request: EndpointRequest) => Promise<Body>;
};

/** The parameters of a query by name, as they arrived: none, one, or several if one was sent more than once. */
export function given<Shape extends z.ZodRawShape>(
  query: URLSearchParams,
  { shape }: z.ZodObject<Shape>,
): Given<Shape> {
  const values: Partial<Record<string, readonly string[]>> = {};
  for (const name of Object.keys(shape)) values[name] = query.getAll(name);
  return values as Given<Shape>;
}

type Given<Shape> = Readonly<Record<keyof Shape & string, readonly string[]>>;
