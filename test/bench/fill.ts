import type pg from 'pg';
import type { TimeRange } from '../../src/domain/date-range.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createJudging } from '../../src/operations/judging/judging.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { withClient } from './cluster.ts';
import { type BenchSite, DAYS, DECADE, type Dataset, storedKey } from './dataset.ts';
import { ROLLUPS, fillRollups } from './rollups.ts';

/** Fills a migrated database with accounts, sites, events and rollups. */
export async function fill(url: string, { crowd, sized, named, decade }: Dataset): Promise<void> {
  const counted = [...crowd, ...named, ...sized];
  await fillTables(url, JOINED, async (client) => {
    await insertSites(client, [...counted, decade]);
    await insertEvents(client, counted);
    await insertHours(client, decade, DECADE);
  });
}

/**
 * Lets `insert` insert events, counts them in the slots of the rollups, and leaves the database as autovacuum would. Without
 * a slot, `insert` counts them.
 */
export async function fillTables(
  url: string,
  slot: string | undefined,
  insert: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const indexes = await inSession(url, async (client) => {
    const dropped = await dropIndexes(client, ['events', ...ROLLUPS]);
    // the same run of random numbers each time
    await client.query('select setseed(0.5)');
    await insert(client);
    return dropped;
  });
  // one core each
  await Promise.all([
    inSession(url, (client) => createIndexes(client, indexes, ['events'])),
    inSession(url, async (client) => {
      if (slot !== undefined) await fillRollups(client, slot);
      await createIndexes(client, indexes, ROLLUPS);
    }),
  ]);
  await inSession(url, (client) => client.query('vacuum (analyze)'));
}

/** Nobody needs the data after a crash, and each of many thousand short transactions would wait for the disk. */
const WITHOUT_WAITING = `options=${encodeURIComponent('-c synchronous_commit=off')}`;

const AT_ONCE = 3;

/** Folds all days and judges all visits, as a server does beside answering: it would while it is measured. */
export async function settle(url: string): Promise<void> {
  const connection = { url: `${url}?${WITHOUT_WAITING}` };
  const db = openDatabase({ connection, poolSize: AT_ONCE, statementTimeoutMs: 600_000 });
  const nowMs = Date.now();
  try {
    for await (const { siteId, cause } of foldSites({ db, atOnce: AT_ONCE }, nowMs))
      throw new Error(`${siteId} was not folded`, { cause });
    for await (const { siteId, cause } of createJudging({ db, atOnce: AT_ONCE })(nowMs))
      throw new Error(`the visits of ${siteId} were not judged`, { cause });
  } finally {
    await db.destroy();
  }
  await inSession(url, (client) => client.query('vacuum (analyze)'));
}

export function inSession<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query(`set work_mem = '256MB'`);
    // it would compile each of hundreds of statements for longer than it runs
    await client.query('set jit = off');
    return work(client);
  });
}

/** Creates a Pro account with a key for each site. */
export async function insertSites(client: pg.Client, sites: readonly BenchSite[]): Promise<void> {
  const ids = sites.map(({ accountId }) => accountId);
  const keys = sites.map(storedKey);
  await client.query(
    `insert into accounts (id, email, plan, created_at)
     select id, 'owner' || id || '@example.com', 'pro', '2026-01-01' from unnest($1::bigint[]) as id`,
    [ids],
  );
  await client.query(
    `insert into api_keys (account_id, key_hash, name, last_four, created_at, last_used_at)
     select *, '2026-01-01', now() from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])`,
    [ids, keys.map(({ hash }) => hash), keys.map(() => 'bench'), keys.map((key) => key.lastFour)],
  );
  await client.query(
    `insert into sites (id, account_id, domain, name, created_at)
     select site_id, id, 'site' || id || '.example.com', 'Site ' || id, '2026-01-01'
     from unnest($1::bigint[], $2::text[]) as given (id, site_id)`,
    [ids, sites.map(({ siteId }) => siteId)],
  );
}

type Index = {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly primary: boolean;
};

/** Inserting millions of rows is several times as fast if the indexes are built afterwards. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(
    `select indrelid::regclass as table, indexrelid::regclass as name,
            pg_get_indexdef(indexrelid) as definition, indisprimary as primary
     from pg_index where indrelid = any($1::regclass[])
     order by indisprimary`,
    [tables],
  );
  for (const { table, name, primary } of rows) {
    await client.query(primary ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  }
  return rows;
}

/** Primary keys come last: adding one waits for everyone who reads the table. */
async function createIndexes(
  client: pg.Client,
  indexes: readonly Index[],
  tables: readonly string[],
): Promise<void> {
  for (const { table, name, definition, primary } of indexes) {
    if (!tables.includes(table)) continue;
    await client.query(definition);
    if (primary) await client.query(`alter table ${table} add primary key using index ${name}`);
  }
}

/** Events spread evenly over the days, in order of time: 70 % bots, 20 % referrals, 10 % conversions. */
async function insertEvents(client: pg.Client, sites: readonly BenchSite[]): Promise<void> {
  await client.query(INSERT_EVENTS, [
    sites.map(({ siteId }) => siteId),
    sites.map(({ events }) => events),
    sites.map(({ bots }) => bots),
    new Date(DAYS.fromMs).toISOString(),
    (DAYS.untilMs - DAYS.fromMs) / 1000,
  ]);
}

const INSERT_EVENTS = `
  insert into events (site_id, created_at, type, page_path, country,
                      bot_name, bot_company, source, event_name, event_value)
  select site_id,
         date_trunc('milliseconds', $4::timestamptz + make_interval(secs => $5::float8 * at / events)),
         type,
         '/articles/' || floor(page * 500)::int,
         (array['US', 'DE', 'FR', 'GB', 'JP', 'BR', 'IN', 'XX'])[1 + floor(page * 8)::int],
         case type when 'bot' then
           (array['GPTBot', 'ChatGPT-User', 'OAI-SearchBot', 'ClaudeBot', 'Claude-User', 'PerplexityBot',
                  'Google-Extended', 'Bytespider', 'CCBot', 'Amazonbot', 'Applebot-Extended', 'Meta-ExternalAgent'])
             [1 + bot % 12] || case when bot < 12 then '' else '/' || bot / 12 end
         end,
         case type when 'bot' then
           (array['OpenAI', 'OpenAI', 'OpenAI', 'Anthropic', 'Anthropic', 'Perplexity',
                  'Google', 'ByteDance', 'Common Crawl', 'Amazon', 'Apple', 'Meta'])[1 + bot % 12]
         end,
         case type when 'referral' then
           (array['chatgpt', 'perplexity', 'claude', 'gemini', 'copilot'])[1 + floor(name * 5)::int]
         end,
         case type when 'conversion' then
           (array['signup', 'purchase', 'newsletter', 'contact', 'download'])[1 + floor(name * 5)::int]
         end,
         case when type = 'conversion' and page < 0.8 then round((name * 200)::numeric, 2) end
  from (
    select site_id, events, at, page, name, floor(name * bots)::int as bot,
           case when kind < 0.7 then 'bot' when kind < 0.9 then 'referral' else 'conversion' end as type
    from (
      select site_id, events, bots, number + random() as at,
             random() as kind, random() as page, random() as name
      from unnest($1::text[], $2::int[], $3::int[]) as site (site_id, events, bots),
           generate_series(0, events - 1) as number
    ) as drawn
  ) as event`;

/** As the product's upkeep leaves the days before today. Joining the slots of each day of each site takes minutes. */
export const JOINED = '0::smallint';

/**
 * Counts in every hour without the events behind them, for timeseries only: too few a day to be folded, and of one
 * country, so that upkeep finds nothing to do.
 */
async function insertHours(client: pg.Client, site: BenchSite, range: TimeRange): Promise<void> {
  await client.query(
    `insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
     select $1, 'hour', to_timestamp(hour * 3600), 0, hour % 24, hour % 9, hour % 7
     from generate_series($2::bigint / 3600000, $3::bigint / 3600000 - 1) as hour`,
    [site.siteId, range.fromMs, range.untilMs],
  );
  await client.query(
    `insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
     select site_id, starts_at::date, 'XX', slot, sum(bot_visits), sum(referrals), sum(conversions)
     from site_buckets where site_id = $1 group by 1, 2, 4`,
    [site.siteId],
  );
}
