import { createClient } from './client.ts';
import { withClient } from './cluster.ts';
import { type BenchSite, DAYS } from './dataset.ts';
import { timeMs } from './growth.ts';
import { daysOf, restStats } from './requests.ts';
import type { BenchServer } from './servers.ts';
import { median } from './statistics.ts';

export type RollupResult = {
  readonly events: number;
  /** The whole REST response, over a connection. */
  readonly statsMs: number;
  /** The same counts, from the events, in SQL only. */
  readonly countingMs: number;
};

const COUNTED = 3;
const ASKED = 30;

/** Compares stats over 90 days with counting the site's events. */
export async function measureRollup(
  site: BenchSite,
  server: BenchServer,
  databaseUrl: string,
): Promise<RollupResult> {
  const countingMs = await withClient(databaseUrl, async (client) => {
    const times: number[] = [];
    // the first one finds cold caches and does not count
    for (let turn = 0; turn <= COUNTED; turn += 1) {
      const fromMs = performance.now();
      await client.query(COUNT_EVENTS, [site.siteId, new Date(DAYS.fromMs), new Date(DAYS.untilMs)]);
      times.push(performance.now() - fromMs);
    }
    return median(times.slice(1));
  });
  const client = createClient(server.url);
  const times: number[] = [];
  for (let turn = 0; turn < ASKED; turn += 1) times.push(await timeMs(client, restStats(site, daysOf(90))));
  client.close();
  return { events: site.events, statsMs: median(times), countingMs };
}

const COUNT_EVENTS = `
  select type, coalesce(bot_name, source, event_name) as name, coalesce(bot_company, '') as company,
         count(*), sum(event_value)
  from events
  where site_id = $1 and created_at >= $2 and created_at < $3
  group by 1, 2, 3`;
