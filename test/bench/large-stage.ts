import { setTimeout as delay } from 'node:timers/promises';
import type { Cleanup } from './cleanup.ts';
import { type Client, createClient } from './client.ts';
import { withClient } from './cluster.ts';
import { freePort } from '../support/free-port.ts';
import { timeMs } from './growth.ts';
import type { LargeData } from './large-data.ts';
import type { PreparedRequest } from './request.ts';
import { type BenchServer, type StartOptions, startServer } from './servers.ts';
import { median } from './statistics.ts';
import type { Days } from './requests.ts';
import { DAY_MS, formatDate } from '../../src/domain/time.ts';
import type { TurnName } from '../../src/operations/upkeep/turn.ts';

/** A large database, and the process of its PostgreSQL, whose CPU time counts. */
export type LargeStage = {
  readonly databaseUrl: string;
  readonly cleanup: Cleanup;
  readonly postgresPid: number;
  readonly data: LargeData;
  /** For files of requests. */
  readonly folder: string;
};

/** A database whose servers are stopped at the end of the run, if they still run. */
export type Servable = Pick<LargeStage, 'databaseUrl' | 'cleanup'>;

/** The last days of the data, both inclusive. */
export function lastDays({ days }: LargeData, count: number): Days {
  return { start: formatDate(days.untilMs - count * DAY_MS), end: formatDate(days.untilMs - DAY_MS) };
}

/** Serves a database during the work. */
export async function withServer<Result>(
  { databaseUrl, cleanup }: Servable,
  work: (server: BenchServer) => Promise<Result>,
  options: StartOptions = {},
): Promise<Result> {
  const server = await startServer('product', databaseUrl, options);
  cleanup.add(() => server.stop());
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

type Asked = { readonly server: BenchServer; readonly client: Client };

/** Serves a database without its upkeep, as if another process did that. */
export async function withoutUpkeep<Result>(
  database: Servable,
  work: (asked: Asked) => Promise<Result>,
): Promise<Result> {
  await leaseTurn(database.databaseUrl, 'upkeep');
  try {
    return await withServer(database, async (server) => {
      const client = createClient(server.url);
      return work({ server, client }).finally(() => client.close());
    });
  } finally {
    await query(database.databaseUrl, `delete from leases where name = 'upkeep'`);
  }
}

/** From then on no server does this work. */
export async function leaseTurn(databaseUrl: string, name: TurnName): Promise<void> {
  await query(databaseUrl, LEASE, [name]);
}

const LEASE = `
  insert into leases (name, holder, expires_at) values ($1, 'server of the bench', now() + interval '1 day')
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`;

/** Serves a database until its first upkeep is done. Returns undefined if that takes longer than the limit. */
export async function untilUpkept<Result>(
  database: Servable,
  limitSeconds: number,
  onDone: (server: BenchServer) => Result,
): Promise<Result | undefined> {
  const port = await freePort();
  const waitUntilDone = async (server: BenchServer) =>
    (await isUpkept(port, limitSeconds)) ? onDone(server) : undefined;
  return withServer(database, waitUntilDone, { settings: { METRICS_PORT: String(port) } });
}

const LOOK_EVERY_MS = 100;

async function isUpkept(metricsPort: number, limitSeconds: number): Promise<boolean> {
  const endMs = performance.now() + limitSeconds * 1_000;
  while (performance.now() < endMs) {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    if (/^site_traffic_upkeep_done_timestamp_seconds [1-9]/m.test(await response.text())) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}

const TIMES = 5;

/** The median time of a request, after one that does not count. */
export async function medianMs(client: Client, request: PreparedRequest): Promise<number> {
  await timeMs(client, request);
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await timeMs(client, request));
  return median(times);
}

export async function query<Row>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  });
}
