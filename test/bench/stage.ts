import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Cleanup } from './cleanup.ts';
import { type Cluster, startCluster, withClient } from './cluster.ts';
import { type Dataset, type DatasetScale, planDataset } from './dataset.ts';
import { fill } from './fill.ts';
import { type BenchServer, type ServerName, type StartOptions, migrate, startServer } from './servers.ts';

/** What the measurements play on. */
export type Stage = {
  readonly cluster: Cluster;
  readonly dataset: Dataset;
  readonly databaseUrl: string;
  /** A folder for files of requests. */
  readonly folder: string;
  /** Starts a server on the data; it is stopped at the end at the latest. */
  readonly start: (name: ServerName, options?: StartOptions) => Promise<BenchServer>;
  /** Sets the keys' last uses as they stand when all of them are in use all the time. */
  readonly spreadLastUses: () => Promise<void>;
};

const DATABASE = 'bench';

/** A PostgreSQL with the data in it. */
export async function setUpStage(scale: DatasetScale, cleanup: Cleanup): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-bench-requests-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await startCluster();
  cleanup.add(() => cluster.stop());
  const databaseUrl = cluster.url(DATABASE);
  await withClient(cluster.url('postgres'), (client) => client.query(`create database ${DATABASE}`));
  await migrate(databaseUrl);
  const dataset = planDataset(scale);
  await fill(databaseUrl, dataset);
  return {
    cluster,
    dataset,
    databaseUrl,
    folder,
    async start(name, options) {
      const server = await startServer(name, databaseUrl, options);
      cleanup.add(() => server.stop());
      return server;
    },
    spreadLastUses: await createLastUses(databaseUrl, cleanup),
  };
}

/**
 * The product notes a key's last use once a minute. A round is shorter, and its server has waited for the others: every
 * key would be due at once, as it never is in service.
 */
async function createLastUses(databaseUrl: string, cleanup: Cleanup): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  cleanup.add(() => client.end());
  return async () => {
    await client.query(`update api_keys set last_used_at = now() - random() * interval '1 minute'`);
  };
}
