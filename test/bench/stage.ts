import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Cleanup } from './cleanup.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Dataset, type DatasetScale, planDataset } from './dataset.ts';
import { fill, settle } from './fill.ts';
import { progress } from './progress.ts';
import {
  type BenchServer,
  type ServerName,
  type StartOptions,
  createDatabase,
  startServer,
} from './servers.ts';

/** What the measurements run on. */
export type Stage = {
  readonly cluster: Cluster;
  readonly dataset: Dataset;
  readonly databaseUrl: string;
  /** A folder for files of requests. */
  readonly folder: string;
  /** Starts a server on the data. At the end of the run it is stopped if it still runs. */
  readonly start: (name: ServerName, options?: StartOptions) => Promise<BenchServer>;
  /** Sets the last uses of the keys as if all of them were in constant use. */
  readonly spreadLastUses: () => Promise<void>;
};

/** A PostgreSQL with the data in it. */
export async function setUpStage(scale: DatasetScale, cleanup: Cleanup): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-bench-requests-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await startCluster();
  cleanup.add(() => cluster.stop());
  const databaseUrl = await createDatabase(cluster, 'bench');
  const dataset = planDataset(scale);
  await fill(databaseUrl, dataset);
  progress('folding and judging the data');
  await settle(databaseUrl);
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
 * The product records a key's last use once a minute. A round is shorter than that, and its server was idle during the
 * other rounds. All keys would then be due at the same moment, which never happens in service.
 */
async function createLastUses(databaseUrl: string, cleanup: Cleanup): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  cleanup.add(() => client.end());
  return async () => {
    await client.query(`update api_keys set last_used_at = now() - random() * interval '1 minute'`);
    // or autovacuum would, while somebody is measured
    await client.query('vacuum api_keys');
  };
}
