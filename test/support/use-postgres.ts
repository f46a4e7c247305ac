import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { startPostgres } from './postgres-server.ts';

/** A new database for the run, on the server that TEST_DATABASE_URL names or on one started for the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env['TEST_DATABASE_URL'];
  const server = named ? { url: named, stop: () => Promise.resolve() } : await startPostgres();
  const name = `site_traffic_test_${process.pid}`;
  const template = `${name}_migrated`;
  const at = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  await administer(server.url, `create database ${template}`);
  const db = openDatabase({ connection: { url: at(template) }, poolSize: 1, statementTimeoutMs: 30_000 });
  await migrate(db);
  await db.destroy();
  await administer(server.url, `create database ${name} template ${template}`);
  project.provide('database', { url: at(name), template });
  return async () => {
    for (const each of [name, template]) await administer(server.url, `drop database ${each} with (force)`);
    await server.stop();
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
