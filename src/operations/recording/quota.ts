import type { PlanCatalogue } from '../../domain/plan.ts';
import { formatDate, startOfMonth, startOfNextMonth } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import type { RecordingSite } from '../../queries/sites.ts';
import { findUsage, releaseUsage, reserveUsage } from '../../queries/usage.ts';

/** What the account of a site may still record. */
export type Quota = {
  /** Events a month; Infinity when unlimited. */
  readonly limit: number;
  readonly used: number;
  /** The first day of the month, `YYYY-MM-DD`. */
  readonly month: string;
  /** When the month turns, and counting begins anew. */
  readonly resetsAtMs: number;
};

type Ledger = { readonly db: Database; readonly plans: PlanCatalogue };

/** Room taken in an account's month before events are recorded; what is not used is given back. */
export type Reservation = {
  readonly events: number;
  release(events: number): Promise<void>;
};

/** Takes room for all of the events, or undefined when the month has not that much left. */
export async function reserve(
  { db, plans }: Ledger,
  { accountId, plan }: Pick<RecordingSite, 'accountId' | 'plan'>,
  events: number,
  nowMs: number,
): Promise<Reservation | undefined> {
  const usage = { accountId, nowMs, events };
  if (!(await reserveUsage(db, usage, plans[plan].eventsPerMonth))) return undefined;
  return { events, release: (unused) => releaseUsage(db, { ...usage, events: unused }) };
}

/** Takes room for as many of the events as the month has left, which may be none. */
export async function reserveUpTo(
  ledger: Ledger,
  site: Pick<RecordingSite, 'accountId' | 'plan'>,
  events: number,
  nowMs: number,
): Promise<Reservation | undefined> {
  // others may take what was left between the two questions
  for (let wanted = events; wanted > 0;) {
    const reservation = await reserve(ledger, site, wanted, nowMs);
    if (reservation !== undefined) return reservation;
    const { limit, used } = await quota(ledger, site, nowMs);
    wanted = Math.min(wanted, limit - used);
  }
  return undefined;
}

/** How the account's month stands. */
export async function quota(
  { db, plans }: Ledger,
  { accountId, plan }: Pick<RecordingSite, 'accountId' | 'plan'>,
  nowMs: number,
): Promise<Quota> {
  const used = await findUsage(db, accountId, nowMs);
  return {
    limit: plans[plan].eventsPerMonth,
    used,
    month: formatDate(startOfMonth(nowMs)),
    resetsAtMs: startOfNextMonth(nowMs),
  };
}
