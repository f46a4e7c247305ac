import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import { EVENT_TYPES, type EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readInOrder, readLong } from '../database/query.ts';
import { sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { EventFilter } from './events.ts';
import { type EventForm, type EventIn, type EventRow, listing, selectEvents } from './stored-events.ts';

/** The events of a bot, of a page, or of both. */
export type EventSearch = EventFilter & {
  readonly botName?: string | undefined;
  readonly pagePath?: string | undefined;
};

type Values = {
  readonly siteId: string;
  readonly types: readonly EventType[];
  readonly botName: string | undefined;
  readonly pagePath: string | undefined;
  readonly from: string;
  readonly firstPart: number;
  readonly lastPart: number;
  readonly beforeInstant: string;
  readonly beforeId: number;
  readonly limit: number;
};

/** The indexes have the time in parts of two minutes. */
const PART_MS = 120_000;
const PART = sql`floor(date_part('epoch', created_at at time zone 'UTC') / 120)::integer`;

/** And before it a hash of the bot or the page, because a path may be longer than an index can hold. */
function hashOf(text: RawBuilder<unknown>, seed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(hashtextextended(${text}, ${seed}) >> 32)::integer`;
}

const OF_SITE = sql`hashtextextended(site_id, 0)`;
const BOT = hashOf(sql`bot_name`, OF_SITE);
const PAGE = hashOf(sql`page_path`, sql`hashtextextended(type, ${OF_SITE})`);

const LIST_BY_BOT = listing('list_events_by_bot', (db, param: Param<Values>) =>
  newestOf(
    param,
    selectInOrder(db, param)
      .where(sql<boolean>`bot_name = ${param('botName')}`)
      .where(BOT, '=', hashOf(sql`${param('botName')}::text`, givenSite(param)))
      .where(sql<boolean>`(${param('pagePath')}::text is null or page_path = ${param('pagePath')})`),
  ),
);

/** Each type by itself: in the index, a few conversions lie beside many visits of the page, and not among them. */
const LIST_BY_PAGE = listing('list_events_by_page', (db, param: Param<Values>) => {
  const seed = sql`hashtextextended(given.type, ${givenSite(param)})`;
  const ofType = selectInOrder(db, param)
    .where(sql<boolean>`events.type = given.type`)
    .where(sql<boolean>`page_path = ${param('pagePath')}`)
    .where(PAGE, '=', hashOf(sql`${param('pagePath')}::text`, seed))
    .where(sql<boolean>`(${param('botName')}::text is null or bot_name = ${param('botName')})`);
  return newestOf(
    param,
    sql`select page.* from unnest(${param('types')}::text[]) as given (type) cross join lateral ${ofType} as page`,
  );
});

function givenSite(param: Param<Values>): RawBuilder<unknown> {
  return sql`hashtextextended(${param('siteId')}::text, 0)`;
}

/**
 * At least the newest `limit` events, in the order of the index, which `readInOrder` reads them by. The last part of the
 * time comes with all of its events.
 */
function selectInOrder(db: Kysely<Tables>, param: Param<Values>) {
  return selectEvents(db)
    .where('site_id', '=', param('siteId'))
    .where(sql<boolean>`${PART} between ${param('firstPart')} and ${param('lastPart')}`)
    .where('created_at', '>=', timestamptz(param('from')))
    .where(sql<boolean>`(created_at, id) < (${timestamptz(param('beforeInstant'))}, ${param('beforeId')})`)
    .orderBy(PART, 'desc')
    .modifyEnd(sql`fetch first (${param('limit')}) rows with ties`);
}

function newestOf(param: Param<Values>, events: Expression<EventRow>): RawBuilder<EventRow> {
  return sql<EventRow>`select * from (${events}) as found order by "createdAtMs" desc, id desc limit ${param('limit')}`;
}

/** The events that match, as `listEvents` returns them. A type other than that of bot visits has none of a bot. */
export async function listFilteredEvents<Form extends EventForm>(
  db: Database,
  site: AccessibleSite,
  search: EventSearch,
  form: Form,
): Promise<readonly EventIn<Form>[]> {
  const { range, type, botName, pagePath, limit } = search;
  const { fromMs, untilMs } = range;
  // as if a last event of the range were the end of the page before the first
  const before = search.after ?? { createdAtMs: untilMs - 1, id: Number.MAX_SAFE_INTEGER };
  const list = pagePath === undefined || (await isRare(db, site, search)) ? LIST_BY_BOT : LIST_BY_PAGE;
  const given = {
    siteId: site.id,
    types: type === undefined ? EVENT_TYPES : [type],
    botName,
    pagePath,
    from: formatInstant(fromMs),
    firstPart: Math.floor(fromMs / PART_MS),
    lastPart: Math.floor(before.createdAtMs / PART_MS),
    beforeInstant: formatInstant(before.createdAtMs),
    beforeId: before.id,
    limit,
  };
  return list[form](given, (query) => readInOrder(db, query, site.accountId));
}

/** Of a rare bot on any page, all visits are looked at; of any other, those of the page. */
const FEW_VISITS = 1_000;

type BotDays = Readonly<Record<'siteId' | 'botName' | 'firstDay' | 'afterDay', string>>;

const COUNT_VISITS_OF_BOT = statement(
  'count_visits_of_bot',
  (_, param: Param<BotDays>) => sql<{ readonly visits: number }>`
    select coalesce(sum(count), 0)::bigint as visits
    from site_days
    where site_id = ${param('siteId')} and type = 'bot' and name = ${param('botName')}
      and day >= ${sqlDate(param('firstDay'))} and day < ${sqlDate(param('afterDay'))}`,
);

async function isRare(
  db: Database,
  { id: siteId, accountId }: AccessibleSite,
  { range, botName }: EventSearch,
): Promise<boolean> {
  if (botName === undefined) return false;
  const bounds = { firstDay: formatDate(range.fromMs), afterDay: formatDate(range.untilMs) };
  const [count] = await readLong(db, COUNT_VISITS_OF_BOT({ siteId, botName, ...bounds }), accountId);
  return (count?.visits ?? 0) <= FEW_VISITS;
}
