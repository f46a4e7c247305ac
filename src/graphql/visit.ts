import type { Arrival, RequestContext } from '../context.ts';

/** One request on its way through the door. */
export type Visit = {
  readonly arrival: Arrival;
  /** Whom it was admitted as; undefined before that. */
  ctx: RequestContext | undefined;
};

/** What Yoga carries from the door to its plugins. */
export type Visiting = { readonly visit: Visit };
