import type DataLoader from 'dataloader';
import type { Logger } from 'pino';
import type { Operation, Plan, PlanCatalogue } from './domain/plan.ts';
import type { Site } from './domain/site.ts';
import type { Decision, RateLimiter } from './limits/rate-limiter.ts';
import type { Database } from './database/database.ts';

/** Who asks: made by authentication alone. */
export type Caller = {
  readonly accountId: number;
  readonly keyId: number;
  readonly plan: Plan;
  /** The only site that the key may record to, and it may do nothing else; null for a key that reads. */
  readonly collectSiteId: string | null;
};

/** What a gateway is made of; tests hand in their own clock and database. */
export type Parts = {
  readonly db: Database;
  readonly limiter: RateLimiter;
  readonly plans: PlanCatalogue;
  readonly log: Logger;
  /** The wall clock, in milliseconds since 1970 UTC; read once per request. */
  readonly now: () => number;
};

/** Everything one authenticated request may use, the same behind both doors. */
export type RequestContext = Pick<Parts, 'db' | 'limiter' | 'plans' | 'log'> & {
  readonly requestId: string;
  /** When the request arrived: what "today" and "this month" mean to it. */
  readonly nowMs: number;
  readonly caller: Caller;
  /** The last decision on each budget this request drew on; the rate-limit headers tell it. */
  readonly decisions: Map<Operation, Decision>;
  readonly loaders: Loaders;
};

/** A request that reached a door, before its caller is known. */
export type Arrival = Pick<RequestContext, 'requestId' | 'nowMs'> & {
  /** Authenticates the caller, and looks up the site the request is about; throws a Refusal with a 401 code. */
  readonly admit: (siteId?: string) => Promise<RequestContext>;
  /** Breaks the connection, so that a cut answer cannot pass for a whole one; absent without a connection. */
  readonly cut?: (cause: Error) => void;
};

export type Loaders = {
  /** The site with the id, whoever owns it: only `accessSite` decides who may use it. Undefined if there is none. */
  readonly site: DataLoader<string, Site | undefined>;
  /** Events dated in the current UTC month. */
  readonly eventsThisMonth: DataLoader<string, number>;
};
