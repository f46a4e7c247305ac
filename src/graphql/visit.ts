import type { ExecutionResult } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Arrival, RequestContext } from '../context.ts';

/** One request while the door handles it. */
export type Visit = {
  readonly arrival: Arrival;
  /** The media type of a result. */
  readonly resultType: string;
  /** Admits the caller, and reads what they ask for: once, however often it is called. Rejects with a GraphQLError. */
  readonly readParams: () => Promise<GraphQLParams>;
  /** The context with its caller; undefined until the caller is authenticated. */
  ctx: RequestContext | undefined;
  /** The result, if the document is executed already; undefined before that. */
  executed: Promise<ExecutionResult> | undefined;
};

/** The context that Yoga passes from the door to its plugins. */
export type Visiting = { readonly visit: Visit };
