import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { type Client, createClient } from './client.ts';
import { withClient } from './cluster.ts';
import { DAYS } from './dataset.ts';
import { settle } from './fill.ts';
import { timeMs } from './growth.ts';
import { type CrawledSite, fillCrawledSite, planCrawledSite } from './insight-data.ts';
import type { InsightLine } from './insight-line.ts';
import { progress } from './progress.ts';
import { daysOf, graphqlPages } from './requests.ts';
import type { ServedDatabase } from './servers.ts';
import { type RatioGoal, inTurn } from './versus.ts';

/** From so many events on, as the goals have them. */
const GOAL_EVENTS = 5_000_000;

/** What is compared: the pages of all events, or of one bot. */
type Question = { readonly site: CrawledSite; readonly botName?: string | undefined };

type Goals = { readonly all: RatioGoal; readonly bot: RatioGoal };

/** Never slower than counting; a tenth is noise. */
const AS_FAST: RatioGoal = { kind: 'at least', ratio: 0.9, fromEvents: GOAL_EVENTS };
const LOOSE: Goals = { all: AS_FAST, bot: AS_FAST };
const FOLDED: Goals = {
  all: { kind: 'at least', ratio: 9, aim: 20, fromEvents: GOAL_EVENTS },
  bot: { kind: 'at least', ratio: 6, fromEvents: GOAL_EVENTS },
};
const DISK: RatioGoal = { kind: 'at most', ratio: 0.35, fromEvents: GOAL_EVENTS };

/** Compares `pages` with counting the events in SQL, before and after the days are folded, and the sizes of the tables. */
export async function measurePages(
  { databaseUrl, server }: ServedDatabase,
  { events, rounds }: { readonly events: number; readonly rounds: number },
): Promise<readonly InsightLine[]> {
  const site = planCrawledSite(events);
  await fillCrawledSite(databaseUrl, site);
  const client = createClient(server.url);
  try {
    return await withClient(databaseUrl, async (sql) => {
      // as on the product's connections
      await sql.query('set jit = off');
      const compare = (state: string, goals: Goals) =>
        compareWithCounting({ site, client, sql }, { state, goals, rounds });
      progress('insight pages, nothing folded');
      const loose = await compare('nothing folded', LOOSE);
      progress('folding');
      await settle(databaseUrl);
      progress('insight pages, folded');
      return [...loose, ...(await compare('days folded', FOLDED)), await compareSizes(site, sql)];
    });
  } finally {
    client.close();
  }
}

type Sides = { readonly site: CrawledSite; readonly client: Client; readonly sql: pg.Client };

async function compareWithCounting(
  { site, client, sql }: Sides,
  { state, goals, rounds }: { readonly state: string; readonly goals: Goals; readonly rounds: number },
): Promise<readonly InsightLine[]> {
  const lines: InsightLine[] = [];
  const questions = [
    { question: { site }, of: '', goal: goals.all },
    { question: { site, botName: site.botNames[0] }, of: ' of the largest bot', goal: goals.bot },
  ];
  for (const { question, of, goal } of questions) {
    await requireEqualPages(question, client, sql);
    const versus = await inTurn(
      rounds,
      () => timed(() => countPages(sql, question)),
      () => timeMs(client, requestOf(question)),
    );
    const name = `counting the pages${of} in SQL ÷ pages over 90 days, ${state}`;
    lines.push({ name, unit: 'ms', goal, events: site.events, ...versus });
  }
  return lines;
}

function requestOf({ site, botName }: Question) {
  return graphqlPages(site, daysOf(90), botName === undefined ? {} : { botName });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}

type PageRow = Readonly<Record<string, string>>;

async function countPages(sql: pg.Client, { site, botName }: Question): Promise<readonly PageRow[]> {
  const range = [site.siteId, new Date(DAYS.fromMs), new Date(DAYS.untilMs)];
  const { rows } = await sql.query<PageRow>(
    botName === undefined ? COUNT_PAGES : COUNT_PAGES_OF_BOT,
    botName === undefined ? range : [...range, botName],
  );
  return rows;
}

const countPagesOf = (isCounted: string) => `
  select page_path as "pagePath", count(*) filter (where type = 'bot') as "botVisits",
         count(*) filter (where type = 'referral') as referrals,
         count(*) filter (where type = 'conversion') as conversions,
         count(*) filter (where type = 'bot' and status >= 400) as failed, sum(bytes) as bytes
  from events
  where site_id = $1 and created_at >= $2 and created_at < $3 and ${isCounted}
  group by page_path
  order by 2 desc, page_path collate "C"
  limit 100`;
const COUNT_PAGES = countPagesOf('true');
const COUNT_PAGES_OF_BOT = countPagesOf(`type = 'bot' and bot_name = $4`);

/** Rejects if the product's pages are not those that were counted. */
async function requireEqualPages(question: Question, client: Client, sql: pg.Client): Promise<void> {
  const { body } = await client.ask(requestOf(question));
  const { data } = JSON.parse(body) as { data: { site: { pages: { nodes: readonly unknown[] } } } };
  const counted = (await countPages(sql, question)).map(({ pagePath, ...counts }) => ({
    pagePath,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
  }));
  if (!isDeepStrictEqual(data.site.pages.nodes, counted)) throw new Error(`pages differ:\n${body}`);
}

/**
 * Every table by site counts as a rollup, but for these: the events themselves, and what is known of logs, requests and
 * the quota. So a new rollup counts without anyone remembering it.
 */
const NO_ROLLUPS = [
  'events',
  'site_months',
  'log_positions',
  'followed_logs',
  'recording_sources',
  'site_sources',
  'source_hours',
  'collected_requests',
  'drain_batches',
];

/** With their indexes. */
async function compareSizes({ events }: CrawledSite, sql: pg.Client): Promise<InsightLine> {
  const { rows } = await sql.query<{ rollups: string; events: string }>(
    `select sum(pg_total_relation_size(attrelid)) filter (where relname <> all($1)) as rollups,
            sum(pg_total_relation_size(attrelid)) filter (where relname = 'events') as events
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attname = 'site_id' and relkind = 'r'`,
    [NO_ROLLUPS],
  );
  const [ours, theirs] = [Number(rows[0]?.rollups) / 2 ** 20, Number(rows[0]?.events) / 2 ** 20];
  const spread = [ours / theirs, ours / theirs] as const;
  return { name: 'rollups ÷ events on disk', unit: 'MB', goal: DISK, events, ours, theirs, spread };
}
