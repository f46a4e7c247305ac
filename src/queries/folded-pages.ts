import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type Block,
  type Days,
  coveringBlocks,
  daysOf,
  eventsOfLiveDays,
  foldedPages,
  pagesOfBlocks,
  rangeOf,
} from './blocks.ts';
import { deletePagesOfBlocks } from './day-rollups.ts';
import { lateBlocks, lateEventsOfBlocks } from './late-events.ts';
import { FEWEST_PARTS, TELLS_HOURS, isOfStep, mayBeOfStep, partOf } from './page-parts.ts';
import { DAYS_OF_COUNT, NO_DAY, TELLS_READ_DAYS, daysOfEvents, shifted } from './read-days.ts';
import { PAGE, PAGE_COUNTS, UNFOLDED_PAGES } from './sums.ts';
import type { DayCount } from './unfolded-pages.ts';

type Part = {
  readonly siteId: string;
  readonly day: string;
  readonly part: number;
  readonly from: string;
  readonly until: string;
};

/** All rows of an hour are of one moment, because one statement makes them. */
const FOLD_PAGES = statement('fold_pages', (_, param: Param<Part>) => {
  const events = sql`events
    where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
      and created_at < ${timestamptz(param('until'))}`;
  return insertFolded({
    key: sql`${param('siteId')}, by_bot, ${sqlDate(param('day'))}, 1`,
    pages: sql`select *, ${param('part')}::smallint as part from (${pagesOfEvents(events)}) as of_events`,
    readDays: sql`null::bigint[]`,
    lastId: sql`select max(id) from ${events}`,
    hours: countHours(param),
  });
});

/** How many events each hour of the span has, in their order. */
function countHours(param: Param<Pick<Part, 'siteId' | 'from' | 'until'>>): RawBuilder<unknown> {
  const [from, until] = [timestamptz(param('from')), timestamptz(param('until'))];
  return sql`
    select array_agg(coalesce(events, 0) order by starts_at)
    from generate_series(${from}, ${until} - interval '1 hour', interval '1 hour') as starts_at
    left join (
      select starts_at, sum(bot_visits + referrals + conversions)::integer as events from site_buckets
      where site_id = ${param('siteId')} and granularity = 'hour' and starts_at >= ${from} and starts_at < ${until}
      group by starts_at
    ) as counted using (starts_at)`;
}

/** What a block can be folded from. */
const FOLDED = foldedPages(undefined, TELLS_READ_DAYS);

/** How many counts a block is folded from: those of each page, and of each page of a bot, in each of the shorter blocks. */
const COUNT_PAGES_TO_FOLD = statement(
  'count_pages_to_fold',
  (_, param: Param<Days>) => sql<{ readonly pages: number }>`
    with ${coveringBlocks(param, FOLDED, lateBlocks(param))}
    select coalesce(sum(pages), 0)::bigint as pages
    from ${pagesOfBlocks(param, sql`cardinality(visit_counts) as pages`)}`,
);

const COUNTS_OF_BLOCK = sql`by_bot, name, company, ${UNFOLDED_PAGES}, unnest(read_days) as read_days`;

type StepOfBlock = Days &
  Pick<Part, 'from' | 'until'> & {
    readonly fewest: number;
    readonly day: string;
    readonly days: number;
    readonly parts: number;
    readonly step: number;
    readonly steps: number;
  };

/** Adds what is folded of the days, and the events of days that have few. All rows of a part are of one moment. */
const FOLD_PAGES_OF_BLOCK = statement('fold_pages_of_block', (_, param: Param<StepOfBlock>) => {
  const [step, steps] = [sql`${param('step')}::integer`, sql`${param('steps')}::integer`];
  const firstDay = sqlDate(param('day'));
  return sql`
    with ${coveringBlocks(param, FOLDED, lateBlocks(param))}
    ${insertFolded({
      key: sql`${param('siteId')}, by_bot, ${firstDay}, ${param('days')}::smallint`,
      pages: sql`
        select by_bot, name, company, part, path, sum(bots) as bots, sum(referrals) as referrals,
               sum(conversions) as conversions, sum(failed) as failed, sum(bytes)::bigint as bytes,
               coalesce(bit_or(read_days), ${NO_DAY}) as read_days
        from (
          select by_bot, name collate "C" as name, company collate "C" as company,
                 ${partOf(sql`${param('parts')}::integer`)} as part, path collate "C" as path,
                 bots, referrals, conversions, failed, bytes, read_days
          from (
            select by_bot, name, company, ${PAGE}, ${shifted(DAYS_OF_COUNT, sql`first_day`, firstDay)} as read_days
            from ${pagesOfBlocks(param, COUNTS_OF_BLOCK, mayBeOfStep(step, steps))}
            union all
            ${pagesOfEvents(
              eventsOfLiveDays(param, sql`type, bot_name, bot_company, page_path, status, bytes`),
              daysOfEvents(sql`live.day`, firstDay),
            )}
            union all
            ${pagesOfEvents(lateEventsOfBlocks(sql`true`), daysOfEvents(sql`late.day`, firstDay))}
          ) as of_any_step
          where ${isOfStep(step, steps)} and not exists (
            select from live join counted using (nth, day) where bots + referrals + conversions >= ${param('fewest')}
          )
        ) as each
        group by 1, 2, 3, 4, 5`,
      readDays: sql`array_agg(read_days)`,
      lastId: sql`
        select case when bool_and(last_id is not null) then max(last_id) end
        from (
          select last_id from ${pagesOfBlocks(param, sql`last_id`, sql`not by_bot`)}
          union all
          select coalesce(max(id), 0) from ${eventsOfLiveDays(param, sql`id`)}
          union all
          select coalesce(max(id), 0) from ${lateEventsOfBlocks(sql`true`)}
        ) as counted`,
      hours: countHours(param),
    })}`;
});

/** Counts by page of the events, all and of each bot. */
function pagesOfEvents(events: RawBuilder<unknown>, readDays = NO_DAY): RawBuilder<unknown> {
  return sql`
    select grouping(bot_name) = 0 as by_bot, coalesce(bot_name, '') as name, coalesce(bot_company, '') as company,
           page_path as path, ${PAGE_COUNTS}, ${readDays} as read_days
    from ${events}
    group by grouping sets ((page_path), (bot_name, bot_company, page_path))
    having grouping(bot_name) = 1 or bot_name is not null`;
}

/** By which late events are found: the largest id that is counted, and the events of each hour. */
type LateFinding = Readonly<Record<'lastId' | 'hours', RawBuilder<unknown>>>;

type Folding = LateFinding & Readonly<Record<'key' | 'pages' | 'readDays', RawBuilder<unknown>>>;

function insertFolded({ key, pages, readDays, lastId, hours }: Folding): RawBuilder<unknown> {
  return sql`
    insert into site_block_pages (
      site_id, by_bot, first_day, days, name, company, part, bot_visits, referrals, conversions,
      paths, visit_counts, referral_counts, conversion_counts, failed_counts, byte_sums,
      last_id, hour_counts, read_days
    )
    select ${key}, name, company, part, sum(bots), coalesce(sum(referrals), 0), coalesce(sum(conversions), 0),
           array_agg(path), array_agg(bots::integer), array_agg(referrals::integer) filter (where not by_bot),
           array_agg(conversions::integer) filter (where not by_bot), array_agg(failed::integer), array_agg(bytes),
           case when not by_bot then (${lastId}) end, case when not by_bot and ${TELLS_HOURS} then (${hours}) end,
           ${readDays}
    from (${pages}) as page
    group by by_bot, name, company, part
    order by by_bot, name collate "C", company collate "C", part
    on conflict (site_id, by_bot, first_day, days, name, company, part)
    do update set bot_visits = excluded.bot_visits, referrals = excluded.referrals, conversions = excluded.conversions,
                  paths = excluded.paths, visit_counts = excluded.visit_counts,
                  referral_counts = excluded.referral_counts, conversion_counts = excluded.conversion_counts,
                  failed_counts = excluded.failed_counts, byte_sums = excluded.byte_sums,
                  last_id = excluded.last_id, hour_counts = excluded.hour_counts, read_days = excluded.read_days`;
}

/** A day with more events is folded by the hour, so that no statement takes long: on one session, everybody waits for it. */
const EVENTS_PER_PART = 100_000;
const EVENTS_PER_PART_OF_ONE_SESSION = 40_000;

/**
 * Folds the pages of a day, in one transaction for each part. It shares the site with recorders, because an event that
 * they add meanwhile makes the fold invalid and not wrong, but no deletion runs at the same time.
 */
export async function foldDay(
  db: Database,
  siteId: string,
  { dayMs, events }: DayCount,
  eventsPerPart = db.isOneSession ? EVENTS_PER_PART_OF_ONE_SESSION : EVENTS_PER_PART,
): Promise<void> {
  const byHour = events > eventsPerPart;
  const partMs = byHour ? HOUR_MS : DAY_MS;
  for (let fromMs = dayMs; fromMs < dayMs + DAY_MS; fromMs += partMs) {
    await inTransaction(db, async (tx) => {
      await shareSite(tx, siteId);
      if (fromMs === dayMs) await deletePagesOfBlocks(tx, siteId, [{ firstMs: dayMs, days: 1 }]);
      await execute(
        tx,
        FOLD_PAGES({
          siteId,
          day: formatDate(dayMs),
          part: byHour ? (fromMs - dayMs) / HOUR_MS + 1 : 0,
          from: formatInstant(fromMs),
          until: formatInstant(fromMs + partMs),
        }),
      );
    });
  }
}

/** A block that is folded from more pages is folded in steps, so that no statement takes long. */
const PAGES_PER_STEP = 150_000;
const PAGES_PER_STEP_OF_ONE_SESSION = 50_000;
/** Their numbers fit in the column `part`. */
const MOST_STEPS = 16_384;

type BlockToFold = Block & { readonly pagesPerStep?: number };

/**
 * Folds the pages of a block from shorter blocks, in one transaction for each step, as `foldDay` does. Days of `fewest`
 * events must have been folded.
 */
export async function foldPagesOfBlock(
  db: Database,
  siteId: string,
  { pagesPerStep = mostPagesPerStep(db), ...block }: BlockToFold,
  fewest: number,
): Promise<void> {
  const range = rangeOf(block);
  const days = daysOf(siteId, range);
  const steps = await countSteps(db, days, pagesPerStep);
  const parts = steps === 1 ? 1 : Math.max(steps, FEWEST_PARTS);
  for (let step = 0; step < steps; step++) {
    await inTransaction(db, async (tx) => {
      await shareSite(tx, siteId);
      if (step === 0) await deletePagesOfBlocks(tx, siteId, [block]);
      // sorting needs little memory; a hash table grows with the pages of all bots
      await sql`select set_config('enable_hashagg', 'off', true)`.execute(tx);
      const place = {
        ...{ day: formatDate(block.firstMs), days: block.days },
        ...{ from: formatInstant(range.fromMs), until: formatInstant(range.untilMs) },
      };
      await execute(tx, FOLD_PAGES_OF_BLOCK({ ...days, ...place, fewest, parts, step, steps }));
    });
  }
}

function mostPagesPerStep({ isOneSession }: Database): number {
  return isOneSession ? PAGES_PER_STEP_OF_ONE_SESSION : PAGES_PER_STEP;
}

/** A power of two: each step takes the paths whose hashes end with the same bits. */
async function countSteps(db: Database, days: Days, pagesPerStep: number): Promise<number> {
  const [found] = await readLong(db, COUNT_PAGES_TO_FOLD(days), 'service');
  let steps = 1;
  while (steps < MOST_STEPS && steps * pagesPerStep < (found?.pages ?? 0)) steps *= 2;
  return steps;
}
