import type { Plan, PlanCatalogue } from '../../domain/plan.ts';
import { DAY_MS, formatMonth, startOfMonth, startOfNextMonth } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAnswered } from '../../database/lost-connection.ts';
import type { RecordingSite } from '../../queries/sites.ts';
import {
  type ReservedUsage,
  findIncarnation,
  findUsage,
  releaseUsage,
  reserveUsage,
} from '../../queries/usage.ts';
import { rebuildUsage } from '../../queries/verify-usage.ts';

/** What the account of a site may still record. */
export type Quota = {
  readonly plan: Plan;
  /** Events a month; Infinity when unlimited. */
  readonly limit: number;
  readonly used: number;
  /** How many events the month will have if it goes on as so far; null on its first day. */
  readonly projected: number | null;
  /** The first day of the month, `YYYY-MM-DD`. */
  readonly month: string;
  /** When the next month begins, which counts from zero. */
  readonly resetsAtMs: number;
};

type Ledger = { readonly db: Database; readonly plans: PlanCatalogue };

/**
 * Room taken in an account's month before events are recorded, and counted as used from then on. It belongs to one
 * request: a retry uses the same reservation, and what is certainly not recorded is given back. If the usage of the
 * month is recounted first, the reservation is void.
 */
export type Reservation = ReservedUsage;

/** Takes room for all of the events, or returns undefined when the month has not that much left. */
export async function reserve(
  { db, plans }: Ledger,
  { accountId, plan }: Pick<RecordingSite, 'accountId' | 'plan'>,
  events: number,
  nowMs: number,
): Promise<Reservation | undefined> {
  return reserveUsage(db, { accountId, nowMs, events }, plans[plan].eventsPerMonth);
}

/** Takes room for as many of the events as the month has left, which may be none. */
export async function reserveUpTo(
  ledger: Ledger,
  site: Pick<RecordingSite, 'accountId' | 'plan'>,
  events: number,
  nowMs: number,
): Promise<Reservation | undefined> {
  // another recorder may take what was left between the two queries
  for (let wanted = events; wanted > 0;) {
    const reservation = await reserve(ledger, site, wanted, nowMs);
    if (reservation !== undefined) return reservation;
    const { limit, used } = await quota(ledger, site, nowMs);
    wanted = Math.min(wanted, limit - used);
  }
  return undefined;
}

/**
 * Gives room back. After a crash of the server, which may have lost it, what is recorded is counted instead. False if the
 * room is certainly still taken, because the database is away or refuses. Never throws: giving back follows a failure,
 * which it must not hide.
 */
export async function giveBack(db: Database, reservation: Reservation): Promise<boolean> {
  let isSent = false;
  try {
    // fails if the database is away: giving room back twice would exceed the quota
    const hasSurvived = (await findIncarnation(db)) === reservation.incarnation;
    isSent = true;
    if (hasSurvived) await releaseUsage(db, reservation);
    else await rebuildUsage(db, reservation.accountId, formatMonth(reservation.nowMs));
    return true;
  } catch (error) {
    return isSent && !isAnswered(error);
  }
}

/** How many events the account has recorded this month, and how many it may. */
export async function quota(
  { db, plans }: Ledger,
  { accountId, plan }: Pick<RecordingSite, 'accountId' | 'plan'>,
  nowMs: number,
): Promise<Quota> {
  return quotaOf({ plans, plan }, await findUsage(db, accountId, nowMs), nowMs);
}

/** The quota of a plan in the current month, of which `used` events are recorded. */
export function quotaOf(
  { plans, plan }: { readonly plans: PlanCatalogue; readonly plan: Plan },
  used: number,
  nowMs: number,
): Quota {
  const limit = plans[plan].eventsPerMonth;
  const [startsAtMs, resetsAtMs] = [startOfMonth(nowMs), startOfNextMonth(nowMs)];
  const gone = (nowMs - startsAtMs) / (resetsAtMs - startsAtMs);
  const projected = nowMs < startsAtMs + DAY_MS ? null : Math.round(used / gone);
  return { plan, limit, used, projected, month: formatMonth(nowMs), resetsAtMs };
}

/** What an operator can do about a quota that is used up, as the end of a sentence. */
export function liftingQuota({ plan }: Pick<Quota, 'plan'>): string {
  const setting = `${plan.toUpperCase()}_EVENTS_PER_MONTH`;
  return `"site-traffic account set-plan EMAIL self-hosted" lifts the quota, and a higher ${setting} raises it`;
}
