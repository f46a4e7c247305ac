import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type OutageServer, withServer } from '../../load/outages/server.ts';
import { startHostileProxy } from '../../load/senders/hostile-proxy.ts';
import type { Host, RunningHost } from '../host.ts';
import { askPages } from './ask-pages.ts';

const REQUESTS = Number(process.env['SENDER_REQUESTS'] ?? 10_000);
const AT_ONCE = 8;
const PARTS = 20;
/** What memory holds is bounded, so the site is asked no faster than what it holds can be sent. */
const PART_EVERY_MS = 3_000;
const KILL_EVERY_MS = 7_000;
const DOWN_MS = 2_000;
const ARRIVES_WITHIN_MS = 180_000;

export type OutageFound = {
  readonly name: string;
  readonly lost: number;
  readonly doubled: number;
  readonly kills: number;
  readonly network: string;
};

/**
 * Asks a site 10,000 pages while the service is killed every few seconds, and while the network to it cuts batches, loses
 * answers and repeats requests; then counts what the service recorded.
 */
export async function outage(host: Host): Promise<OutageFound> {
  return withServer({}, async (server) => {
    const { siteId, collectKey } = await server.makeAccount();
    const proxy = await startHostileProxy(server.url, Math.random);
    const collector = { url: proxy.url, site: siteId, key: collectKey };
    const running = await host.start({ collector });
    const killing = killNowAndThen(server);
    try {
      await askInParts(running, host, await domainOf(server, siteId));
      const kills = await killing.stop();
      const counts = await untilQuiet(server, siteId, running);
      return {
        name: host.name,
        lost: REQUESTS - counts.length,
        doubled: counts.reduce((sum, count) => sum + count - 1, 0),
        kills,
        network: JSON.stringify(proxy.seen),
      };
    } finally {
      await killing.stop();
      await running.kill();
      await proxy.close();
    }
  });
}

async function askInParts(running: RunningHost, { front }: Host, domain: string): Promise<void> {
  const count = REQUESTS / PARTS;
  for (let part = 0; part < PARTS; part++) {
    const pause = delay(PART_EVERY_MS);
    await askPages(running.url, {
      ...{ from: part * count, count, atOnce: AT_ONCE },
      headers: () => ({ ...front?.headers(), host: domain }),
    });
    await running.flush?.();
    await pause;
  }
}

async function domainOf({ db }: OutageServer, siteId: string): Promise<string> {
  const { domain } = await db
    .selectFrom('sites')
    .select('domain')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return domain;
}

/** Kills the primary process with all its workers, and starts it again a little later. */
function killNowAndThen({ primary }: OutageServer) {
  let kills = 0;
  const ended = new AbortController();
  const killing = (async () => {
    for (;;) {
      const isOver = await delay(KILL_EVERY_MS, false, { signal: ended.signal }).catch(() => true);
      if (isOver) return;
      await primary.kill();
      kills++;
      await delay(DOWN_MS);
      await primary.start();
    }
  })();
  return {
    async stop(): Promise<number> {
      ended.abort();
      await killing;
      return kills;
    },
  };
}

/** How often each page was recorded, once all have come or nothing has come for a while. */
async function untilQuiet({ db }: OutageServer, siteId: string, running: RunningHost) {
  const deadlineMs = performance.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    await running.flush?.();
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from events where site_id = ${siteId} and page_path like '/p/%'
      group by page_path`.execute(db);
    if (rows.length >= REQUESTS || performance.now() > deadlineMs) return rows.map(({ count }) => count);
    await delay(1_000);
  }
}
