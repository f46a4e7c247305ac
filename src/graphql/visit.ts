import type { Arrival, RequestContext } from '../context.ts';

/** One request while the door handles it. */
export type Visit = {
  readonly arrival: Arrival;
  /** The context with its caller; undefined until the caller is authenticated. */
  ctx: RequestContext | undefined;
};

/** The context that Yoga passes from the door to its plugins. */
export type Visiting = { readonly visit: Visit };
