export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

/** The operations that have a budget of requests per minute. */
export const OPERATIONS = ['sites', 'timeseries', 'stats', 'events', 'graphql'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type PlanTerms = {
  /** Granted requests in any 60 seconds, for each operation. */
  readonly requestsPerMinute: number;
  /** Events recorded in a UTC calendar month; Infinity when unlimited. */
  readonly eventsPerMonth: number;
  /** Whole days that events are kept, today included; Infinity for ever. A site may have its own. */
  readonly retentionDays: number;
};
export type PlanCatalogue = Readonly<Record<Plan, PlanTerms>>;

/** The specification's rates, and the contract's quotas. */
export const DEFAULT_PLANS: PlanCatalogue = {
  free: { requestsPerMinute: 60, eventsPerMonth: 10_000, retentionDays: Infinity },
  pro: { requestsPerMinute: 600, eventsPerMonth: 100_000, retentionDays: Infinity },
};
