// The loaders of the plans. Each answers a list of look-ups, in order, over a client of PostGraphile's pool.
import { SafeError, flagError } from 'postgraphile/grafast';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import type { Caller } from './authenticate.ts';
import { decodeCursor } from './cursor.ts';
import { type BucketCounts, parseDateRange } from './dates.ts';
import {
  type EventRow,
  parseFirst,
  requirePro,
  toConnection,
  toStats,
  toTimeseries,
} from './graphql-answers.ts';
import type { DateArguments, EventsArguments, TimeseriesArguments } from './graphql-schema.ts';
import { Refusal } from './refusal.ts';

/** What each look-up has in addition to its arguments. */
export type Asking = { readonly caller: Caller; readonly spend: (operation: string) => void };

type Lookup<Arguments> = Asking & { readonly siteId: string } & Arguments;
type Loader<Arguments, Answer> = (client: PgClient, lookup: Lookup<Arguments>) => Promise<Answer>;

/** Turns a loader of one into a loader of many. A refused look-up does not affect the others. */
function each<Arguments, Answer>(load: Loader<Arguments, Answer>) {
  return async (client: PgClient, lookups: readonly Lookup<Arguments>[]) => {
    const answers: (Answer | ReturnType<typeof refused>)[] = [];
    // one after the other, since they share a connection
    for (const lookup of lookups) answers.push(await load(client, lookup).catch(refused));
    return answers;
  };
}

/** An error in place of an answer. The message of a refusal is safe to show to the caller. */
function refused(error: unknown) {
  const safe = error instanceof Refusal ? new SafeError(error.message, { ...error.extensions }) : error;
  return flagError(safe as Error);
}

type SiteRow = {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
  readonly createdAt: Date;
};

/** The sites of one request. All its look-ups have the same caller. */
export async function loadSites(client: PgClient, lookups: readonly Lookup<object>[]) {
  const { rows } = await client.query<SiteRow>({
    name: 'find-sites',
    text: `select id, domain, name, created_at as "createdAt" from sites
            where id = any($1::text[]) and account_id = $2`,
    values: [lookups.map(({ siteId }) => siteId), lookups[0]?.caller.accountId],
  });
  const sites = new Map(rows.map((site) => [site.id, site]));
  return lookups.map(({ siteId }) => sites.get(siteId) ?? refused(new Refusal('SITE_NOT_FOUND')));
}

type NameCount = Parameters<typeof toStats>[1][number];

export const loadStats = each<DateArguments, ReturnType<typeof toStats>>(
  async (client, { siteId, start, end, spend }) => {
    spend('stats');
    const range = parseDateRange(start, end);
    const { rows } = await client.query<NameCount>({
      name: 'count-by-name',
      text: `select type, name, company, sum(count)::bigint as count, sum(value) as value
               from site_days
              where site_id = $1 and day between $2 and $3
              group by type, name, company
              order by count desc, name collate "C", company collate "C"`,
      values: [siteId, range.start, range.end],
    });
    return toStats(range, rows);
  },
);

export const loadTimeseries = each<TimeseriesArguments, ReturnType<typeof toTimeseries>>(
  async (client, { siteId, start, end, granularity, caller, spend }) => {
    spend('timeseries');
    const range = parseDateRange(start, end);
    const bucket = granularity === 'HOUR' ? 'hour' : 'day';
    if (bucket === 'hour') requirePro(caller.plan);
    const { rows } = await client.query<BucketCounts>({
      name: 'count-by-bucket',
      text: `select starts_at as "startsAt", sum(bot_visits)::bigint as "botVisits",
                    sum(referrals)::bigint as referrals, sum(conversions)::bigint as conversions
               from site_buckets
              where site_id = $1 and granularity = $2 and starts_at >= $3 and starts_at < $4
              group by starts_at`,
      values: [siteId, bucket, range.from, range.until],
    });
    return toTimeseries(range, bucket, rows);
  },
);

export const loadEvents = each<EventsArguments, ReturnType<typeof toConnection>>(
  async (client, { siteId, start, end, type, first, after, spend }) => {
    spend('events');
    const { from, until } = parseDateRange(start, end);
    const limit = parseFirst(first);
    // one extra row shows whether there is a next page
    const values: unknown[] = [siteId, from, until, limit + 1];
    const ofType = typeof type === 'string' ? `and type = $${values.push(type.toLowerCase())}` : '';
    let behind = '';
    if (typeof after === 'string') {
      const { createdAt, id } = decodeCursor(after, 'after');
      behind = `and (created_at, id) < ($${values.push(createdAt)}, $${values.push(id)})`;
    }
    const { rows } = await client.query<EventRow>({
      name: `list-events${ofType && '-of-type'}${behind && '-behind'}`,
      text: `select id, type, page_path, country, created_at, bot_name, bot_company, source, event_name, event_value
               from events
              where site_id = $1 and created_at >= $2 and created_at < $3 ${ofType} ${behind}
              order by created_at desc, id desc
              limit $4`,
      values,
    });
    return toConnection(rows, limit);
  },
);
