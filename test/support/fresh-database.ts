import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';

export type Connection = DatabaseOptions['connection'];

/** The engine under the project's tests is a PostgreSQL server, with sessions of their own. */
export const onPostgres = 'url' in inject('database');

/** A database nobody else uses, without any table, on the project's engine; gone with the test. */
export async function emptyDatabase(options = ''): Promise<Connection> {
  const shared = inject('database');
  return 'url' in shared ? createBeside(shared.url, options) : embedAnother();
}

/** A migrated database nobody else uses; with options of CREATE DATABASE, on a server. */
export async function freshDatabase(options = ''): Promise<Connection> {
  const connection = await emptyDatabase(options);
  const db = openPool(connection, 1);
  await migrate(db);
  await db.destroy();
  return connection;
}

/** A pool of the product's, closed with the test. */
export function openPool(
  connection: Connection,
  poolSize: number,
  options: Pick<DatabaseOptions, 'onConnectionLost'> = {},
): Database {
  const db = openDatabase({ connection, poolSize, statementTimeoutMs: 30_000, ...options });
  onTestFinished(() => db.destroy());
  return db;
}

async function createBeside(serverUrl: string, options: string): Promise<Connection> {
  const name = `site_traffic_fresh_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name} ${options}`);
  onTestFinished(() => administer(serverUrl, `drop database ${name} with (force)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href };
}

async function embedAnother(): Promise<Connection> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-fresh-'));
  const embedded = await openEmbeddedDatabase(folder, { waitMs: 0 });
  onTestFinished(async () => {
    await embedded.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { socketFolder: embedded.host };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
