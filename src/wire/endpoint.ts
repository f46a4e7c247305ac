import type * as z from 'zod';
import type { RequestContext } from '../context.ts';
import type { Operation } from '../domain/plan.ts';
import type { RefusalCode } from '../domain/refusal.ts';

/** The segments of a path that name something, decoded; a site that is missing is empty. */
export type PathParameters = { readonly siteId: string; readonly botName?: string };

/** The body of a response: a value to write as JSON, or the chunks of one that is too long to hold. */
export type Body = { readonly value: unknown } | { readonly chunks: AsyncGenerator<string, void> };

/** What a path answers, and how OpenAPI describes it. */
type Description<Query extends z.ZodObject> = {
  readonly budget: Operation;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The query parameters. The operation parses them; these describe them. */
  readonly query?: Query;
  readonly answer: z.ZodType;
  /** The codes that it may refuse with. */
  readonly refusals: readonly RefusalCode[];
};

export type Endpoint = Description<z.ZodObject> & {
  readonly respond: (ctx: RequestContext, path: PathParameters, query: URLSearchParams) => Promise<Body>;
};

/** What any endpoint may refuse with. */
export const OF_ALL = [
  'BAD_REQUEST',
  'MISSING_KEY',
  'INVALID_KEY',
  'USER_NOT_FOUND',
  'SITE_NOT_FOUND',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'OVERLOADED',
] as const satisfies readonly RefusalCode[];

export const OF_A_SITE = [
  ...OF_ALL,
  'MISSING_SITE_ID',
  'INVALID_DATE_RANGE',
  'INVALID_PARAMETER',
  'QUERY_TIMEOUT',
] as const satisfies readonly RefusalCode[];

/** A report that draws on the budget "insight". */
export const INSIGHT = { budget: 'insight', refusals: OF_A_SITE } as const;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The parameters of a path and a query by the names of the operations: of a query none, one, or several texts each. */
type Asked<Query extends z.ZodObject> = PathParameters & {
  readonly [Name in keyof Query['shape'] & string as CamelCase<Name>]: readonly string[];
};

/** An endpoint that passes its parameters, as they arrived, to an operation and writes its result. */
export function endpoint<Query extends z.ZodObject>(
  description: Description<Query> & { readonly query: Query },
  respond: (ctx: RequestContext, asked: Asked<Query>) => Promise<Body>,
): Endpoint {
  const names = Object.keys(description.query.shape);
  return {
    ...description,
    respond(ctx, path, query) {
      const given = names.map((name) => [camelCase(name), query.getAll(name)] as const);
      return respond(ctx, { ...Object.fromEntries(given), ...path } as Asked<Query>);
    },
  };
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
