import { type Client, createClient } from './client.ts';
import { type Cluster, withClient } from './cluster.ts';
import { type BenchSite, type Dataset, planSite } from './dataset.ts';
import { insertSites } from './fill.ts';
import type { PreparedRequest } from './request.ts';
import { daysOf, restEvents, restStats, restTimeseries } from './requests.ts';
import { type BenchServer, createDatabase, startServer } from './servers.ts';
import { median, spread } from './statistics.ts';

/** How a cost grows with the data. */
export type GrowthSeries = {
  readonly name: string;
  /** The unit of the sizes. */
  readonly size: string;
  readonly unit: 'ms' | 'MB';
  readonly points: readonly GrowthPoint[];
  /** The highest allowed ratio of the last size's cost to the first one's; undefined without a goal. */
  readonly ratioAtMost?: number;
};

export type GrowthPoint = {
  readonly size: number;
  /** The median. */
  readonly cost: number;
  readonly spread: readonly [least: number, most: number];
};

/** One size, with the server and the requests to send to it in turn. */
type Subject = {
  readonly size: number;
  readonly client: Client;
  readonly requests: readonly PreparedRequest[];
};

const NOT_COUNTED = 10;

/** Measures series over one connection to a server without a limit. Each request is sent `times` times. */
export async function growthOfData(
  { sized, named }: Dataset,
  server: BenchServer,
  times: number,
): Promise<readonly GrowthSeries[]> {
  const client = createClient(server.url);
  const all = daysOf(90);
  const bySize = (ask: (site: BenchSite) => PreparedRequest) =>
    measure(
      sized.map((site) => ({ size: site.events, client, requests: [ask(site)] })),
      times,
    );
  const stats = await bySize((site) => restStats(site, all));
  const timeseries = await bySize((site) => restTimeseries(site, all));
  const names = await measure(
    named.map((site) => ({ size: site.bots, client, requests: [restStats(site, all)] })),
    times,
  );
  const depths = await measure(await pagesAtDepths(sized.at(-1), client), times);
  client.close();
  const events = 'events of the site';
  return [
    { name: 'stats over 90 days', size: events, unit: 'ms', points: stats, ratioAtMost: 1.3 },
    { name: 'timeseries over 90 days', size: events, unit: 'ms', points: timeseries },
    { name: 'page of 1000 events', size: 'depth of the page', unit: 'ms', points: depths },
    { name: 'stats over 90 days', size: 'bot names in the site', unit: 'ms', points: names },
  ];
}

/** Alternates between the sizes, so that a disturbance of the machine affects all of them. */
async function measure(subjects: readonly Subject[], times: number): Promise<readonly GrowthPoint[]> {
  const costs = subjects.map((): number[] => []);
  for (let turn = -NOT_COUNTED; turn < times; turn += 1) {
    for (const [index, { client, requests }] of subjects.entries()) {
      const request = requests[(turn + NOT_COUNTED) % requests.length];
      const cost = request && (await timeMs(client, request));
      if (cost !== undefined && turn >= 0) costs[index]?.push(cost);
    }
  }
  return subjects.map(({ size }, index) => {
    const sorted = [...(costs[index] ?? [])].sort((a, b) => a - b);
    // the middle 80 %: a single pause of the machine does not count as spread
    const kept = sorted.slice(Math.floor(sorted.length * 0.1), Math.ceil(sorted.length * 0.9));
    return { size, cost: median(sorted), spread: spread(kept) };
  });
}

/** The time until the client has the whole response. */
export async function timeMs(client: Client, request: PreparedRequest): Promise<number> {
  const fromMs = performance.now();
  const { status, body } = await client.ask(request);
  const tookMs = performance.now() - fromMs;
  if (status !== 200 || body.includes('"errors":'))
    throw new Error(`${request.path} answered ${status}: ${body}`);
  return tookMs;
}

const PAGE = 1_000;
const DEPTHS: readonly number[] = [1_000, 10_000, 100_000, 1_000_000];

/** The first page and the pages at the given depths. It finds them as a client does, page after page. */
async function pagesAtDepths(site: BenchSite | undefined, client: Client): Promise<readonly Subject[]> {
  if (site === undefined) return [];
  const page = (cursor?: string) => restEvents(site, daysOf(90), { limit: PAGE, ...(cursor && { cursor }) });
  const subjects: Subject[] = [{ size: 1, client, requests: [page()] }];
  const depths = DEPTHS.filter((depth) => depth < site.events);
  let cursor: string | undefined;
  for (let depth = PAGE; depth <= (depths.at(-1) ?? 0); depth += PAGE) {
    const { body } = await client.ask(page(cursor));
    cursor = (JSON.parse(body) as { next_cursor: string }).next_cursor;
    if (depths.includes(depth)) subjects.push({ size: depth, client, requests: [page(cursor)] });
  }
  return subjects;
}

/** Stats of a week in databases with more and more accounts. Each account has a key and a site, and gets requests. */
export async function growthOfKeys(
  cluster: Cluster,
  { sizes, times }: { readonly sizes: readonly number[]; readonly times: number },
  onStart: (server: BenchServer) => void,
): Promise<GrowthSeries> {
  const subjects: Subject[] = [];
  const servers: BenchServer[] = [];
  for (const size of sizes) {
    const sites = Array.from({ length: size }, (_, index) => planSite(index + 1, 0));
    const url = await databaseOf(cluster, `keys_${size}`, sites);
    const server = await startServer('product', url);
    onStart(server);
    servers.push(server);
    const requests = Array.from({ length: Math.min(size, times + NOT_COUNTED) }, (_, index) => {
      // far apart, in an order that defeats caches
      const site = sites[(index * 7_919) % size] ?? planSite(1, 0);
      return restStats(site, daysOf(7, index));
    });
    subjects.push({ size, client: createClient(server.url), requests });
  }
  const points = await measure(subjects, times);
  for (const { client } of subjects) client.close();
  for (const server of servers) await server.stop();
  return { name: 'stats over 7 days', size: 'sites and keys in the database', unit: 'ms', points };
}

async function databaseOf(cluster: Cluster, name: string, sites: readonly BenchSite[]): Promise<string> {
  const url = await createDatabase(cluster, name);
  await withClient(url, async (client) => {
    await insertSites(client, sites);
    await client.query(ADD_WEEK, [sites.map(({ siteId }) => siteId), daysOf(7, 40).start]);
    await client.query('vacuum (analyze)');
  });
  return url;
}

/** Few events per site, because only the number of sites matters. */
const ADD_WEEK = `
  insert into site_days (site_id, day, type, name, company, slot, count, value)
  select site_id, $2::date + day, 'bot', 'Bot ' || bot, 'Company', 0, 1 + day, 0
  from unnest($1::text[]) as site_id, generate_series(0, 6) as day, generate_series(1, 2) as bot`;
