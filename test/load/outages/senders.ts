import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../src/database/database.ts';
import { SENDERS, type Sender } from '../../../src/domain/sender.ts';
import { makeKey } from '../../support/makers.ts';
import { DELIVERIES, type Delivery, MOST_VISITS, type Visit, pathOf } from '../senders/bodies.ts';
import { type HostileProxy, startHostileProxy } from '../senders/hostile-proxy.ts';
import type { Outage, OutageResult } from './outage.ts';
import type { OutageServer } from './server.ts';

const BATCHES = Number(process.env['SENDER_BATCHES'] ?? 1_000);
const VISITS_A_BATCH = 20;
const AT_ONCE = 16;
const KILL_EVERY_MS = 3_000;
const RETRY_AFTER_MS = 100;
const ONE_DAY_MS = 86_400_000;

/**
 * Every sender delivers its batches through a proxy that breaks bodies off, loses answers, repeats and holds requests
 * back, and repeats each until it is acknowledged, while workers are killed: every visit is recorded, and recorded once.
 */
export const senders: Outage = { run };

async function run(server: OutageServer): Promise<OutageResult> {
  // while workers are killed, whoever makes an account is interrupted too
  const drains = await makeDrains(server);
  const proxy = await startHostileProxy(server.url, Math.random);
  const killing = killWorkers(server);
  try {
    const results: SenderResult[] = [];
    for (const drain of drains)
      results.push({ name: drain.name, ...(await deliverAll(server.db, proxy, drain)) });
    return {
      figures: [
        ...results.map(({ name, tries, lost, doubled }): [string, string] => [
          name,
          `${BATCHES} batches of ${visitsABatch(name)}, sent ${tries} times; ${lost} lost, ${doubled} doubled`,
        ]),
        ['what the proxy did', JSON.stringify(proxy.seen)],
        ['workers killed', killing.killed()],
      ],
      broken: results
        .filter(({ lost, doubled, strange }) => lost + doubled + strange > 0)
        .map(
          ({ name, lost, doubled, strange }) =>
            `${name}: ${lost} lost, ${doubled} doubled, ${strange} strange`,
        ),
    };
  } finally {
    killing.stop();
    await proxy.close();
  }
}

type Drain = { readonly name: Sender; readonly siteId: string; readonly key: string };

/** A site and a key for each sender. */
async function makeDrains({ db, makeAccount }: OutageServer) {
  const drains: Drain[] = [];
  for (const name of SENDERS) {
    const { accountId, siteId } = await makeAccount();
    const { key } = await makeKey(db, accountId, siteId, 'drain');
    drains.push({ name, siteId, key });
  }
  return drains;
}

type Found = { readonly lost: number; readonly doubled: number; readonly strange: number };
type SenderResult = Found & { readonly name: Sender; readonly tries: number };

/** Sends the batches of one sender to its site, each until it is acknowledged, and looks what was recorded. */
async function deliverAll(
  db: Database,
  proxy: HostileProxy,
  { name, siteId, key }: Drain,
): Promise<Found & { readonly tries: number }> {
  const fromMs = Date.now() - ONE_DAY_MS;
  let next = 0;
  let tries = 0;

  async function work(): Promise<void> {
    for (let batch = next++; batch < BATCHES; batch = next++) {
      const delivery = DELIVERIES[name](visitsOf(name, batch, fromMs), batch);
      for (let status = 0; status !== 200; tries++) {
        status = await post(`${proxy.url}/drain/${key}${delivery.suffix ?? ''}`, delivery);
        if (status >= 400 && status < 500) throw new Error(`a delivery was refused with ${status}`);
        if (status !== 200) await delay(RETRY_AFTER_MS);
      }
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { tries, ...(await compare(db, { name, siteId })) };
}

const visitsABatch = (name: Sender) => MOST_VISITS[name] ?? VISITS_A_BATCH;

function visitsOf(name: Sender, batch: number, fromMs: number): readonly Visit[] {
  const length = visitsABatch(name);
  return Array.from({ length }, (_, index) => {
    const number = batch * length + index;
    return { number, timeMs: fromMs + number };
  });
}

async function compare(db: Database, { name, siteId }: Omit<Drain, 'key'>): Promise<Found> {
  const { rows } = await sql<{ path: string; count: number }>`
    select page_path as path, count(*)::integer as count from events where site_id = ${siteId} group by page_path`.execute(
    db,
  );
  const counts = new Map(rows.map(({ path, count }) => [path, count]));
  const paths = visitsOfAll(name).map(pathOf);
  const known = new Set(paths);
  return {
    lost: paths.filter((path) => !counts.has(path)).length,
    doubled: rows.reduce((sum, { count }) => sum + count - 1, 0),
    strange: rows.filter(({ path }) => !known.has(path)).length,
  };
}

function visitsOfAll(name: Sender): readonly Visit[] {
  return Array.from({ length: BATCHES }, (_, batch) => visitsOf(name, batch, 0)).flat();
}

/** The status, or 0 without an answer. */
async function post(url: string, { headers, body }: Delivery): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    asking.once('error', () => resolve(0));
    asking.end(body);
  });
}

/** Kills a worker now and then, once the last one has been replaced: what dies soon is replaced later and later. */
function killWorkers({ workers }: OutageServer) {
  const all = workers().length;
  let killed = 0;
  const timer = setInterval(() => {
    const alive = workers();
    const pid = alive[killed % all];
    if (pid === undefined || alive.length < all) return;
    process.kill(pid, 'SIGKILL');
    killed++;
  }, KILL_EVERY_MS);
  return { killed: () => killed, stop: () => clearInterval(timer) };
}
