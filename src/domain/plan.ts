import { DAY_MS, startOfDay } from './time.ts';

/** The plan of one's own service comes last: the other two are those of the specification, for operators who sell them. */
export const PLANS = ['free', 'pro', 'self-hosted'] as const;
export type Plan = (typeof PLANS)[number];

/** The operations whose budgets an account shows. */
export const OPERATIONS = ['sites', 'timeseries', 'stats', 'events', 'graphql', 'insight'] as const;

/** The operations with a rate limit of their own. */
export type Operation = (typeof OPERATIONS)[number] | 'export';

export type PlanTerms = {
  /** Rate limit: requests in any 60 seconds, for each operation. */
  readonly requestsPerMinute: number;
  /** Quota: events recorded in a calendar month (UTC), or Infinity. */
  readonly eventsPerMonth: number;
  /** Retention: how many days events are kept, including today, or Infinity. A site may have its own. */
  readonly retentionDays: number;
};
/** The most days of a retention that is not unlimited. */
export const MOST_RETENTION_DAYS = 99_999;

export type PlanCatalogue = Readonly<Record<Plan, PlanTerms>>;

/** Rate limits from the specification, quotas from the contract. Who serves themselves has no quota. */
export const DEFAULT_PLANS: PlanCatalogue = {
  free: { requestsPerMinute: 60, eventsPerMonth: 10_000, retentionDays: Infinity },
  pro: { requestsPerMinute: 600, eventsPerMonth: 100_000, retentionDays: Infinity },
  'self-hosted': { requestsPerMinute: 600, eventsPerMonth: Infinity, retentionDays: Infinity },
};

/** Whether a plan has timeseries by hour. */
export function hasHours(plan: Plan): boolean {
  return plan !== 'free';
}

/** The first day that is kept of a site with a retention of its own, or else of its plan; -Infinity if all are. */
export function firstDayKept(
  ownDays: number | null,
  { retentionDays }: Pick<PlanTerms, 'retentionDays'>,
  nowMs: number,
): number {
  return startOfDay(nowMs) - ((ownDays ?? retentionDays) - 1) * DAY_MS;
}
