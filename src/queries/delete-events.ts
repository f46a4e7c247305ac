import { type Transaction, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { LATEST_MS, formatInstant, startOfDay } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read } from '../database/query.ts';
import { lockDeletions, lockSite } from '../database/site-lock.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { deleteDayRollups, readDayRollups } from './day-rollups.ts';
import { type PartOfDay, deletePartOfDay, subtractFromDay } from './deleted-counts.ts';
import { FIRST_STEP, nextStepSize } from './step-size.ts';

type Deleting = {
  readonly beforeMs?: number | undefined;
  /** Stops the deletion after the step it is at. */
  readonly stop?: AbortSignal | undefined;
  /** How many events the first step deletes. */
  readonly eventsPerStep?: number;
  /** Milliseconds since any moment. */
  readonly now?: () => number;
};

/**
 * Deletes a site's events before the start of a day, or all of them, from the rollups too. Returns the number of events.
 * Each step is a transaction of its own and leaves the rollups exact. It keeps recorders away only while it corrects the
 * rollups, and the steps become shorter if that takes long: none grows with the site, or with a day.
 */
export async function deleteSiteEvents(
  db: Database,
  siteId: string,
  { beforeMs = LATEST_MS, stop, eventsPerStep = FIRST_STEP, now = () => performance.now() }: Deleting = {},
): Promise<number> {
  let deleted = 0;
  let size = eventsPerStep;
  // moves on from days that it has emptied: it would never end while recorders add to them
  for (let fromMs = await findFirstDay(db, siteId); fromMs < beforeMs && stop?.aborted !== true;) {
    const rest = { siteId, fromMs, untilMs: beforeMs };
    let sinceMs = 0;
    const { events, nextMs } = await inTransaction(db, async (tx) => {
      const holdSite = async () => {
        await lockSite(tx, siteId);
        sinceMs = now();
      };
      await lockDeletions(tx, siteId);
      await execute(tx, BY_INDEX({}));
      const step = await nextStep(tx, rest, size);
      return 'before' in step ? deletePart(tx, step, holdSite) : deleteDays(tx, step, holdSite);
    });
    deleted += events;
    size = nextStepSize(size, now() - sinceMs);
    fromMs = nextMs;
  }
  return deleted;
}

/** What the planner expects of a site whose events were nearly all deleted would make it read those of all sites. */
const BY_INDEX = statement('by_index', () => sql`select set_config('enable_seqscan', 'off', true)`);

const FIRST_DAY = statement('first_counted_day', (db, param: Param<{ siteId: string }>) =>
  db
    .selectFrom('site_buckets')
    .select((eb) => epochMs(eb.ref('starts_at')).as('dayMs'))
    .where('site_id', '=', param('siteId'))
    .where('granularity', '=', 'day')
    .orderBy('starts_at')
    .limit(1),
);

/**
 * The first day with events; Infinity if there is none. The events themselves do not show it at once: those that were
 * deleted before stay in the index until the table is vacuumed, and all of them would be passed over.
 */
async function findFirstDay(db: Database, siteId: string): Promise<number> {
  return (await read(db, FIRST_DAY({ siteId })))[0]?.dayMs ?? Infinity;
}

type Deleted = {
  readonly events: number;
  /** Where the next step begins. */
  readonly nextMs: number;
};

/** Whole days, the first of which may have begun to be deleted: `fromMs` is where that has ended. */
type Days = TimeRange & { readonly siteId: string };

type Values = Readonly<Record<'siteId' | 'from' | 'until', string>>;

type Nth = Values & { readonly offset: number };

const NTH_EVENT = statement('nth_event', (db, param: Param<Nth>) =>
  db
    .selectFrom('events')
    .select((eb) => ['id', epochMs(eb.ref('created_at')).as('createdAtMs')])
    .where('site_id', '=', param('siteId'))
    .where('created_at', '>=', timestamptz(param('from')))
    .where('created_at', '<', timestamptz(param('until')))
    .orderBy('created_at')
    .orderBy('id')
    .offset(sql<number>`${param('offset')}::bigint`)
    .limit(1),
);

/**
 * As many whole days as have so many events at most, or else a part of the first. It begins where the step before ended:
 * what that has deleted stays in the index for as long as some transaction may still see it.
 */
async function nextStep(tx: Transaction<Tables>, rest: Days, events: number): Promise<Days | PartOfDay> {
  const { siteId, fromMs } = rest;
  const [next] = (await execute(tx, NTH_EVENT({ ...valuesOf(rest), offset: events }))).rows;
  if (next === undefined) return rest;
  const dayMs = startOfDay(next.createdAtMs);
  return dayMs > fromMs ? { siteId, fromMs, untilMs: dayMs } : { siteId, fromMs, before: next };
}

/** What is deleted is known before recorders are kept away, and what they add meanwhile is not part of it. */
async function deletePart(
  tx: Transaction<Tables>,
  part: PartOfDay,
  holdSite: () => Promise<void>,
): Promise<Deleted> {
  const { events, ...counts } = await deletePartOfDay(tx, part);
  await holdSite();
  await subtractFromDay(tx, { siteId: part.siteId, dayMs: startOfDay(part.fromMs) }, counts);
  return { events, nextMs: part.before.createdAtMs };
}

/** The counts of days that are deleted as a whole are not subtracted one by one. */
async function deleteDays(
  tx: Transaction<Tables>,
  days: Days,
  holdSite: () => Promise<void>,
): Promise<Deleted> {
  const { siteId, untilMs } = days;
  const whole = { siteId, fromMs: startOfDay(days.fromMs), untilMs };
  const events = await deleteEvents(tx, days);
  await readDayRollups(tx, siteId, whole);
  await holdSite();
  // what recorders have added since, or to the part of the first day that is behind
  const added = (await countEvents(tx, whole)) === events ? 0 : await deleteEvents(tx, whole);
  await deleteDayRollups(tx, siteId, whole);
  return { events: events + added, nextMs: untilMs };
}

const DELETE_EVENTS = statement('delete_events', (db, param: Param<Values>) =>
  db
    .deleteFrom('events')
    .where('site_id', '=', param('siteId'))
    .where('created_at', '>=', timestamptz(param('from')))
    .where('created_at', '<', timestamptz(param('until'))),
);

async function deleteEvents(tx: Transaction<Tables>, days: Days): Promise<number> {
  return (await execute(tx, DELETE_EVENTS(valuesOf(days)))).rowCount;
}

const COUNT_EVENTS = statement('count_events_of_days', (db, param: Param<Values>) =>
  db
    .selectFrom('site_buckets')
    .select(sql<number>`coalesce(sum(bot_visits + referrals + conversions), 0)::bigint`.as('events'))
    .where('site_id', '=', param('siteId'))
    .where('granularity', '=', 'day')
    .where('starts_at', '>=', timestamptz(param('from')))
    .where('starts_at', '<', timestamptz(param('until'))),
);

/** How many events the days have by the rollups, which do not lack those that this transaction has deleted. */
async function countEvents(tx: Transaction<Tables>, days: Days): Promise<number | undefined> {
  return (await execute(tx, COUNT_EVENTS(valuesOf(days)))).rows[0]?.events;
}

function valuesOf({ siteId, fromMs, untilMs }: Days): Values {
  return { siteId, from: formatInstant(fromMs), until: formatInstant(untilMs) };
}
