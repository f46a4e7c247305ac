import type pg from 'pg';
import { BOTS, type Bot } from '../../src/catalogue/bots.ts';
import type { TimeRange } from '../../src/domain/date-range.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { type BenchSite, DAYS, planSite } from './dataset.ts';
import { fillTables, insertSites } from './fill.ts';

/** A site with a million visits of its largest bot, the first, in five million events. */
export type CrawledSite = BenchSite & { readonly botNames: readonly string[]; readonly days: TimeRange };

export const PATHS = 20_000;

export function planCrawledSite(events: number): CrawledSite {
  const others = Array.from({ length: 59 }, (_, index) => `Bot ${index + 2}`);
  return crawledSite(events, ['GPTBot', ...others], DAYS);
}

/** A site whose events are of a year, and of fifty bots that the catalogue has, most of which robots.txt can name. */
export function planObservedSite(events: number): CrawledSite {
  const isNamed = (bot: Bot) => Number(bot.robotsToken !== null);
  const bots = BOTS.toSorted((a, b) => isNamed(b) - isNamed(a)).slice(0, 50);
  return crawledSite(
    events,
    bots.map(({ name }) => name),
    { ...DAYS, fromMs: DAYS.untilMs - 365 * DAY_MS },
  );
}

function crawledSite(events: number, botNames: readonly string[], days: TimeRange): CrawledSite {
  return { ...planSite(1, events, botNames.length), botNames, days };
}

/** A site on which every name has as many events on every day. */
export type NamedSite = BenchSite & {
  /** Of bots, sources and conversions together. */
  readonly names: number;
  readonly days: number;
  /** Each of them is in another slot. */
  readonly eventsPerName: number;
};

/** A year and the rest of the months in which a year's range begins and ends, and the days of the bench. */
export const NAMED_SITES = {
  year: planNamedSite(1, { names: 60, days: 395, eventsPerName: 8 }),
  crowded: planNamedSite(2, { names: 5_000, days: 90, eventsPerName: 1 }),
};

function planNamedSite(
  accountId: number,
  plan: Pick<NamedSite, 'names' | 'days' | 'eventsPerName'>,
): NamedSite {
  return { ...planSite(accountId, plan.names * plan.days * plan.eventsPerName), ...plan };
}

/** As if eight processes recorded the site. */
const EIGHT_SLOTS = `(extract(milliseconds from created_at)::int & 7)::smallint`;

export function fillCrawledSite(url: string, site: CrawledSite): Promise<void> {
  return fillTables(url, EIGHT_SLOTS, async (client) => {
    await insertSites(client, [site]);
    await client.query(INSERT_CRAWL, [
      ...[site.siteId, site.events, site.bots, site.botNames, PATHS],
      ...[new Date(site.days.fromMs), (site.days.untilMs - site.days.fromMs) / 1000],
    ]);
  });
}

export function fillNamedSites(url: string): Promise<void> {
  const sites = Object.values(NAMED_SITES);
  return fillTables(url, EIGHT_SLOTS, async (client) => {
    await insertSites(client, sites);
    for (const site of sites) await insertNames(client, site);
  });
}

async function insertNames(
  client: pg.Client,
  { siteId, days, names, eventsPerName }: NamedSite,
): Promise<void> {
  const from = new Date(DAYS.untilMs - days * DAY_MS);
  await client.query(INSERT_NAMES, [siteId, from, days, names, eventsPerName]);
}

const COLUMNS = `site_id, created_at, type, page_path, country, bot_name, bot_company, source, event_name, event_value,
                 status, bytes, verdict`;

/** The path of `page`, a number from 1 on. */
export const PATH_OF_PAGE = `
         '/' || (array['blog', 'docs', 'guides', 'news', 'products'])[1 + page % 5]
           || '/' || (array['how', 'why', 'when', 'what', 'which', 'where', 'new', 'all'])[1 + page % 8]
           || '-' || (array['robots', 'people', 'prices', 'answers', 'engines', 'models', 'pages'])[1 + page % 7]
           || '-' || (array['read', 'compare', 'explain', 'change', 'find', 'cost', 'work'])[1 + page / 7 % 7]
           || '-' || page`;

/**
 * A fifth of the events are of the largest bot, three fifths of the others, a tenth are referrals and a tenth
 * conversions. Pages and countries are distributed as Zipf has it, and paths look like those of articles.
 */
const INSERT_CRAWL = `
  insert into events (${COLUMNS})
  select $1, at, type,
         ${PATH_OF_PAGE},
         chr(65 + country % 26) || chr(65 + country / 26),
         case when type = 'bot' then ($4::text[])[bot] end,
         case when type = 'bot' then 'Company ' || bot % 20 end,
         case when type = 'referral' then 'source-' || floor(name * 10) end,
         case when type = 'conversion' then 'goal-' || floor(name * 5) end,
         case when type = 'conversion' then floor(fact * 100) end,
         case when type <> 'conversion' then status end,
         case when type = 'bot' then case when status = 200 then floor(5000 + name * 60000) else 0 end end,
         case when type = 'bot' then
           case when fact < 0.5 then 'verified' when fact < 0.53 then 'outside' when fact < 0.9 then 'no-list' end
         end
  from (
    select at, name, fact,
           floor(($5::int + 1) ^ page)::int as page, floor(41 ^ country)::int as country,
           case when number % 5 < 4 then 'bot' when fact < 0.5 then 'referral' else 'conversion' end as type,
           case when number % 5 = 0 then 1 else 2 + floor(name * ($3::int - 1))::int end as bot,
           case when status < 0.88 then 200 when status < 0.93 then 304 when status < 0.95 then 301
                when status < 0.99 then 404 else 500 end as status
    from (
      select number, date_trunc('milliseconds', $6::timestamptz
                                  + make_interval(secs => $7::float8 * (number + random()) / $2::int)) as at,
             random() as page, random() as country, random() as name, random() as fact, random() as status
      from generate_series(0, $2::int - 1) as number
    ) as drawn
  ) as event`;

/** Two thirds of the names are of bots, a fifth of sources and the rest of conversions. */
const INSERT_NAMES = `
  insert into events (${COLUMNS})
  select $1, $2::timestamptz + make_interval(days => day, hours => name % 24, secs => (name + number) % 8 * 0.001),
         type, '/articles/' || name % 500, 'DE',
         case when type = 'bot' then 'Bot ' || name end,
         case when type = 'bot' then 'Company ' || name % 300 end,
         case when type = 'referral' then 'source-' || name end,
         case when type = 'conversion' then 'goal-' || name end,
         case when type = 'conversion' then number end,
         case when type <> 'conversion' then case when name % 9 = 0 then 404 else 200 end end,
         case when type = 'bot' then 1000 + name end,
         case when type = 'bot' then (array['verified', 'outside', 'no-list'])[1 + name % 3] end
  from (
    select day, name, number,
           case when name % 15 < 10 then 'bot' when name % 15 < 13 then 'referral' else 'conversion' end as type
    from generate_series(0, $3::int - 1) as day, generate_series(0, $4::int - 1) as name,
         generate_series(0, $5::int - 1) as number
  ) as event`;
