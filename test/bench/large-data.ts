import type pg from 'pg';
import type { TimeRange } from '../../src/domain/date-range.ts';
import { DAY_MS, startOfDay } from '../../src/domain/time.ts';
import { type BenchSite, planSite, storedKey } from './dataset.ts';
import { JOINED, fillTables, inSession } from './fill.ts';
import { insertAndCount } from './rollups.ts';

/** A site of a large database. Accounts have several of them. */
export type LargeSite = BenchSite & {
  readonly paths: number;
  /** Half of the events are spread evenly over the paths, so that nearly all of them occur. */
  readonly flat: boolean;
};

export type LargeData = {
  readonly events: number;
  /** The 365 days until yesterday. */
  readonly days: TimeRange;
  /** A third of all events. */
  readonly largest: LargeSite;
  /** A seventh of all events, on as many paths as a fifth of them: a million paths in 36 million events. */
  readonly manyPaths: LargeSite;
  /** A site of about a thousand events. */
  readonly small: LargeSite;
  /** The sites of one account: a 40th of all sites, and a 36th of the events. */
  readonly crowded: readonly LargeSite[];
  readonly sites: readonly LargeSite[];
};

export type LargeScale = { readonly events: number; readonly sites: number };

/** Visits the largest sites twelve times in the year. */
export const RARE_BOT = 'RareBot';
/** Visits them a hundred times on the first days, and never again. */
export const PAST_BOT = 'PastBot';
/** Visited twelve times in the year. */
export const RARE_PAGE = '/rare/page';

const YEAR_DAYS = 365;
const MIDDLE_SITES = 20;
const SITES_OF_AN_ACCOUNT = 5;

/** The sites of a database whose events end yesterday. */
export function planLarge({ events, sites }: LargeScale, nowMs: number): LargeData {
  const share = (part: number) => Math.round((events * part) / 36);
  const largest = largeSite(1, 1, { events: share(12), bots: 60, paths: 20_000 });
  const manyPaths = largeSite(2, 2, {
    events: share(5),
    bots: 60,
    paths: Math.round(share(5) * 0.22),
    flat: true,
  });
  const middle = Array.from({ length: MIDDLE_SITES }, (_, index) =>
    largeSite(3 + index, 3 + index, { events: share(10 ** -(index / MIDDLE_SITES)), bots: 40, paths: 5_000 }),
  );
  const before = middle.length + 2;
  const crowdedSites = Math.round(sites / 40);
  const crowded = Array.from({ length: crowdedSites }, (_, index) =>
    largeSite(before + 1 + index, before + 1, {
      events: Math.round(share(1) / crowdedSites),
      bots: 12,
      paths: 200,
    }),
  );
  const others = [largest, manyPaths, ...middle, ...crowded];
  const left = events - others.reduce((sum, site) => sum + site.events, 0);
  const small = smallSites(others.length, sites - others.length, left);
  return {
    events,
    days: yearUntil(nowMs),
    largest,
    manyPaths,
    small: small.reduce((best, site) =>
      Math.abs(site.events - 1_000) < Math.abs(best.events - 1_000) ? site : best,
    ),
    crowded,
    sites: [...others, ...small],
  };
}

/** What is filled: sites, and the days of their events. */
export type Filling = Pick<LargeData, 'sites' | 'days'>;

/** Small sites alone, all with about as many events. */
export function planSmallSites({ events, sites }: LargeScale, nowMs: number): Filling {
  const each = Math.round(events / sites);
  const small = Array.from({ length: sites }, (_, index) =>
    largeSite(index + 1, index + 1, { events: each, bots: 6 + (index % 12), paths: 20 + (index % 300) }),
  );
  return { sites: small, days: yearUntil(nowMs) };
}

function yearUntil(nowMs: number): TimeRange {
  return { fromMs: startOfDay(nowMs) - YEAR_DAYS * DAY_MS, untilMs: startOfDay(nowMs) };
}

/** From a fifth of the mean to nine fifths of it. */
function smallSites(before: number, count: number, events: number): readonly LargeSite[] {
  const mean = events / count;
  return Array.from({ length: count }, (_, index) => {
    const number = before + 1 + index;
    return largeSite(number, before + 1 + Math.floor(index / SITES_OF_AN_ACCOUNT), {
      events: Math.round(mean * (0.2 + (1.6 * ((index * 7_919) % 1_000)) / 999)),
      bots: 6 + (number % 12),
      paths: 20 + (number % 300),
    });
  });
}

function largeSite(
  number: number,
  accountId: number,
  shape: Pick<LargeSite, 'events' | 'bots' | 'paths'> & { readonly flat?: boolean },
): LargeSite {
  const { siteId } = planSite(number, 0);
  return { ...planSite(accountId, shape.events, shape.bots), siteId, flat: false, ...shape };
}

/** Fills a migrated database: events in the order of time, as recorders store them, with their rollups and months. */
export async function fillLarge(url: string, { sites, days }: Filling): Promise<void> {
  // each statement counts what it inserts
  await fillTables(url, undefined, async (client) => {
    await insertAccounts(client, sites);
    await client.query(KEEP_SITES, columnsOf(sites));
    // one core each
    await Promise.all([fillDays(url, days, 0), fillDays(url, days, 1)]);
    await client.query('drop table large_sites');
    for (const insert of INSERT_MONTHS) await client.query(insert);
  });
}

async function insertAccounts(client: pg.Client, sites: readonly LargeSite[]): Promise<void> {
  const accounts = [...new Map(sites.map((site) => [site.accountId, site])).values()];
  const ids = accounts.map(({ accountId }) => accountId);
  const keys = accounts.map(storedKey);
  await client.query(
    `insert into accounts (id, email, plan, created_at)
     select id, 'owner' || id || '@example.com', 'self-hosted', now() - interval '2 years' from unnest($1::bigint[]) as id`,
    [ids],
  );
  await client.query(
    `insert into api_keys (account_id, key_hash, name, last_four, created_at, last_used_at)
     select *, now(), now() from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])`,
    [ids, keys.map(({ hash }) => hash), keys.map(() => 'bench'), keys.map((key) => key.lastFour)],
  );
  await client.query(
    `insert into sites (id, account_id, domain, name, created_at)
     select site_id, id, 'site' || number || '.example.com', 'Site ' || number, now() - interval '2 years'
     from unnest($1::bigint[], $2::text[]) with ordinality as given (id, site_id, number)`,
    [sites.map(({ accountId }) => accountId), sites.map(({ siteId }) => siteId)],
  );
}

function columnsOf(sites: readonly LargeSite[]): unknown[] {
  return [
    sites.map(({ siteId }) => siteId),
    sites.map(({ events }) => events),
    sites.map(({ bots }) => bots),
    sites.map(({ paths }) => paths),
    sites.map(({ flat }) => flat),
  ];
}

const KEEP_SITES = `
  create unlogged table large_sites as
  select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::boolean[])
    as site (site_id, events, bots, paths, flat)`;

/** Fills the days of one half of the year. */
async function fillDays(url: string, { fromMs }: TimeRange, half: 0 | 1): Promise<void> {
  const middle = Math.floor(YEAR_DAYS / 2);
  const [first, last] = half === 0 ? [0, middle] : [middle, YEAR_DAYS];
  await inSession(url, async (client) => {
    for (let day = first; day < last; day++) {
      await client.query('select setseed($1)', [day / YEAR_DAYS]);
      await client.query(FILL_DAY, [day, new Date(fromMs + day * DAY_MS)]);
    }
  });
}

/**
 * Of five events, four are bot visits. Bots, paths and countries are distributed as Zipf has it, and paths look like
 * those of articles.
 */
const INSERT_DAY = `
  insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company, source, event_name,
                      event_value, status, bytes, verdict)
  select site_id, at, type,
         case when rare = 1 then '${RARE_PAGE}' else
           '/' || (array['blog', 'docs', 'guides', 'news', 'products'])[1 + page % 5]
             || '/' || (array['how', 'why', 'when', 'what', 'which', 'where', 'new', 'all'])[1 + page % 8]
             || '-' || (array['robots', 'people', 'prices', 'answers', 'engines', 'models', 'pages'])[1 + page % 7]
             || '-' || page
         end,
         chr(65 + country % 26) || chr(65 + country / 26),
         case when type = 'bot' then
           case when rare = 0 then '${RARE_BOT}' when rare = 2 then '${PAST_BOT}'
                when bot < 12 then
                  (array['GPTBot', 'ClaudeBot', 'Bytespider', 'Amazonbot', 'ChatGPT-User', 'PerplexityBot', 'CCBot',
                         'OAI-SearchBot', 'Claude-User', 'Google-Extended', 'Applebot-Extended', 'Meta-ExternalAgent'])
                    [1 + bot]
                else 'Bot ' || bot end
         end,
         case when type = 'bot' then
           case when rare in (0, 2) then 'Rare' when bot < 12 then
             (array['OpenAI', 'Anthropic', 'ByteDance', 'Amazon', 'OpenAI', 'Perplexity', 'Common Crawl',
                    'OpenAI', 'Anthropic', 'Google', 'Apple', 'Meta'])[1 + bot]
           else 'Company ' || bot % 20 end
         end,
         case when type = 'referral' then
           (array['chatgpt', 'perplexity', 'claude', 'gemini', 'copilot'])[1 + floor(name * 5)::int] end,
         case when type = 'conversion' then
           (array['signup', 'purchase', 'newsletter', 'contact', 'download'])[1 + floor(name * 5)::int] end,
         case when type = 'conversion' and fact < 0.8 then round((name * 200)::numeric, 2) end,
         case when type <> 'conversion' then status end,
         case when type = 'bot' then case when status = 200 then floor(5000 + name * 60000) else 0 end end,
         case when type = 'bot' then
           case when fact < 0.5 then 'verified' when fact < 0.53 then 'outside' when fact < 0.9 then 'no-list' end
         end
  from (
    select site_id, at, name, fact, rare,
           case when flat and number % 2 = 0 then floor(page * paths) else floor((paths + 1) ^ page) end::int as page,
           floor(41 ^ country)::int as country, floor(bots ^ name)::int - 1 as bot,
           case when rare in (0, 2) or kind < 0.8 then 'bot' when kind < 0.92 then 'referral' else 'conversion' end
             as type,
           case when status < 0.88 then 200 when status < 0.93 then 304 when status < 0.95 then 301
                when status < 0.99 then 404 else 500 end as status
    from (
      select site_id, number, flat, paths, bots,
             case when events < 100000 then null
                  when number % (events / 12) = 7 then 0 when number % (events / 12) = 8 then 1
                  when number between 100 and 199 then 2 end as rare,
             date_trunc('milliseconds', $2::timestamptz + random() * interval '1 day') as at,
             random() as kind, random() as page, random() as country, random() as name, random() as fact,
             random() as status
      from large_sites, generate_series(events::bigint * $1::int / ${YEAR_DAYS},
                                        events::bigint * ($1::int + 1) / ${YEAR_DAYS} - 1) as number
    ) as drawn
  ) as event
  order by at`;

const FILL_DAY = insertAndCount(INSERT_DAY, JOINED);

const INSERT_MONTHS = [
  `insert into site_months (site_id, month, slot, account_id, events)
   select site_id, month, 0, account_id, count
   from (
     select site_id, date_trunc('month', starts_at)::date as month, sum(bot_visits + referrals + conversions) as count
     from site_buckets where granularity = 'day' group by 1, 2
   ) as counted
   join sites on id = site_id`,
  `insert into usage (account_id, month, events, epoch)
   select account_id, month, sum(events), 1 from site_months group by 1, 2`,
];
