import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatDate, startOfDay } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { sqlDate, epochMsOfDay } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { type Days, coveringBlocks, daysOf, foldedPages, pagesOfBlocks } from './blocks.ts';
import { type EventFilter, listEvents } from './events.ts';

type Day = { readonly dayMs: number };

type BotDays = Readonly<Record<'siteId' | 'botName' | 'firstDay' | 'afterDay', string>>;

const FIND_DAYS_OF_BOT = statement(
  'find_days_of_bot',
  (_, param: Param<BotDays>) => sql<Day>`
    select ${epochMsOfDay(sql.ref('day'))} as "dayMs"
    from site_days
    where site_id = ${param('siteId')} and type = 'bot' and name = ${param('botName')}
      and day >= ${sqlDate(param('firstDay'))} and day < ${sqlDate(param('afterDay'))}
    group by day having sum(count) > 0
    order by day desc`,
);

const FIND_DAYS_OF_PAGE = statement(
  'find_days_of_page',
  (_, param: Param<Days & { readonly pagePath: string }>) => sql<Day>`
    with ${coveringBlocks(param, foldedPages([1]))}
    select ${epochMsOfDay(sql.ref('day'))} as "dayMs"
    from (
      select day from live
      union
      select first_day from ${pagesOfBlocks(param, sql`paths`, sql`not by_bot`)} where ${param('pagePath')} = any(paths)
    ) as days
    order by day desc`,
);

/**
 * The events of a bot or of a page, as `listEvents` returns them. No index leads to them, so only days are read that
 * have some, or whose pages are not folded.
 */
export async function listFilteredEvents(
  db: Database,
  site: AccessibleSite,
  filter: EventFilter,
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (const range of joinDays(await findDays(db, site, filter))) {
    if (found.length >= filter.limit) break;
    found.push(...(await listEvents(db, site, { ...filter, range, limit: filter.limit - found.length })));
  }
  return found;
}

/** The days that may have such events, newest first. */
async function findDays(
  db: Database,
  { id: siteId, accountId }: AccessibleSite,
  { range, botName, pagePath, after }: EventFilter,
): Promise<readonly number[]> {
  const { fromMs } = range;
  const untilMs = after === undefined ? range.untilMs : startOfDay(after.createdAtMs) + DAY_MS;
  const bounds = { firstDay: formatDate(fromMs), afterDay: formatDate(untilMs) };
  const ofBot =
    botName === undefined
      ? []
      : await readLong(db, FIND_DAYS_OF_BOT({ siteId, botName, ...bounds }), accountId);
  const botDays = ofBot.map(({ dayMs }) => dayMs);
  if (pagePath === undefined) return botDays;
  const days = daysOf(siteId, { fromMs, untilMs });
  const found = await readLong(db, FIND_DAYS_OF_PAGE({ ...days, pagePath }), accountId);
  const ofPage = found.map(({ dayMs }) => dayMs);
  return botName === undefined ? ofPage : ofPage.filter((dayMs) => botDays.includes(dayMs));
}

/** Ranges of days that follow each other, newest first. */
function joinDays(daysMs: readonly number[]): readonly TimeRange[] {
  const ranges: TimeRange[] = [];
  for (const dayMs of daysMs) {
    const last = ranges.at(-1);
    if (last?.fromMs === dayMs + DAY_MS) ranges[ranges.length - 1] = { ...last, fromMs: dayMs };
    else ranges.push({ fromMs: dayMs, untilMs: dayMs + DAY_MS });
  }
  return ranges;
}
