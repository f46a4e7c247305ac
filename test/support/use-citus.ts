import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { createDatabaseOn, dropDatabaseOn, findCluster } from './cluster.ts';

/** A new database for the run, on the Citus cluster whose coordinator CITUS_DATABASE_URL names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = await findCluster(process.env['CITUS_DATABASE_URL'] ?? '');
  const name = `site_traffic_test_${process.pid}`;
  const cluster = await createDatabaseOn(named, name);
  const db = openDatabase({ connection: cluster, poolSize: 1, statementTimeoutMs: 30_000 });
  await migrate(db);
  await db.destroy();
  project.provide('database', cluster);
  return () => dropDatabaseOn(named, name);
}
