import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { freePort } from '../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { type MovedClock, createMovedClock } from './moved-clock.ts';
import { type Environment, type Served, startServed } from './served.ts';
import { type SmallDisk, mountSmallDisk } from './small-disk.ts';
import { type TcpProxy, startTcpProxy } from './tcp-proxy.ts';

/** Two processes that serve one PostgreSQL database, which they reach through a proxy, and share one Redis server. */
export type Topology = {
  readonly processes: readonly [Served, Served];
  readonly postgres: PostgresServer;
  readonly proxy: TcpProxy;
  /** Ends Redis at once, and starts another one on its port after the given work. */
  readonly restartRedis: (meanwhile: () => Promise<void>) => Promise<void>;
  /** Where the tables are; undefined where nothing may be mounted. */
  readonly disk: SmallDisk | undefined;
  /** The clock of the second process; undefined without libfaketime. */
  readonly clock: MovedClock | undefined;
  /** A pool of the driver's own, without the proxy. */
  readonly db: Database;
  readonly databaseUrl: string;
  readonly close: () => Promise<void>;
};

export type TopologyOptions = {
  readonly diskMb: number;
  /** Settings of both processes. */
  readonly env: Environment;
};

/** What PostgreSQL acknowledges survives its crash; not that of the machine, which nothing here ends. */
const POSTGRES_SETTINGS = ['synchronous_commit=on', 'full_page_writes=on'];

const STATEMENT_TIMEOUT_MS = 30_000;

export async function startTopology({ diskMb, env }: TopologyOptions): Promise<Topology> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const disk = mountSmallDisk(diskMb);
    if (disk) closing.push(disk.remove);
    const postgres = await startPostgres(POSTGRES_SETTINGS);
    closing.push(postgres.stop);
    const databaseUrl = await createDatabase(postgres.url, disk);
    const connection = { url: databaseUrl };
    const db = openDatabase({ connection, poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    closing.push(() => db.destroy());
    await migrate(db);
    const proxy = await startTcpProxy(Number(new URL(databaseUrl).port));
    closing.push(proxy.close);
    const redis = await startRestartableRedis();
    closing.push(() => redis.stop());
    const clock = createMovedClock();
    if (clock) closing.push(clock.remove);

    const proxied = new URL(databaseUrl);
    proxied.port = String(proxy.port);
    const settings = { DATABASE_URL: proxied.href, REDIS_URL: redis.url, ...env };
    const first = await startServed(await freePort(), settings);
    closing.push(first.kill);
    const second = await startServed(await freePort(), { ...settings, ...clock?.env });
    closing.push(second.kill);
    const parts = { processes: [first, second] as const, postgres, proxy, disk, clock, db };
    return { ...parts, restartRedis: redis.restart, databaseUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A database whose tables are on the small disk, and whose log of changes is not. */
async function createDatabase(serverUrl: string, disk: SmallDisk | undefined): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  if (disk) await client.query(`create tablespace small location '${disk.folder}'`);
  await client.query(`create database load ${disk ? 'tablespace small' : ''}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = '/load';
  return url.href;
}

async function startRestartableRedis() {
  let redis: RedisServer = await startRedis();
  const { port, url } = redis;
  return {
    url,
    restart: async (meanwhile: () => Promise<void>) => {
      await redis.stop();
      await meanwhile();
      redis = await startRedis({ port });
    },
    stop: () => redis.stop(),
  };
}
