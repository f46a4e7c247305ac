import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { atEnd } from './at-end.ts';
import { createDatabaseOn, dropDatabaseOn } from './cluster.ts';
import { copyDataFolder } from './migrated-folder.ts';

export type Connection = DatabaseOptions['connection'];

type Server = { readonly url: string; readonly template?: string; readonly workers?: readonly string[] };

/** The project's tests run on a PostgreSQL server, where each connection is a session of its own. */
export const onPostgres = 'url' in inject('database');

/** That server is the coordinator of a Citus cluster. */
export const onCitus = 'workers' in inject('database');

/** A database without tables on the project's engine, for the running test alone. */
export async function emptyDatabase(options = ''): Promise<Connection> {
  const shared = inject('database');
  return 'url' in shared ? createBeside(shared, options) : emptyAnother();
}

/** A migrated database for the running test alone; on a server, with options of CREATE DATABASE. */
export async function freshDatabase(options = ''): Promise<Connection> {
  const shared = inject('database');
  // copying takes a fraction of the time of the migrations; a database with a locale of its own is no copy
  if ('template' in shared && options === '') return createBeside(shared, `template ${shared.template}`);
  const connection = await emptyDatabase(options);
  const db = openPool(connection, 1);
  await migrate(db);
  await db.destroy();
  return connection;
}

/** A pool of the product's, closed after the test. */
export function openPool(
  connection: Connection,
  poolSize: number,
  options: Partial<Pick<DatabaseOptions, 'onConnectionLost' | 'statementTimeoutMs'>> = {},
): Database {
  const db = openDatabase({ connection, poolSize, statementTimeoutMs: 30_000, ...options });
  atEnd(() => db.destroy());
  return db;
}

async function createBeside(server: Server, options: string): Promise<Connection> {
  const name = `site_traffic_fresh_${randomUUID().replaceAll('-', '')}`;
  const { workers } = server;
  if (workers !== undefined) {
    const cluster = { url: server.url, workers };
    atEnd(() => dropDatabaseOn(cluster, name));
    return createDatabaseOn(cluster, name, options);
  }
  await administer(server.url, `create database ${name} ${options}`);
  atEnd(() => administer(server.url, `drop database ${name} with (force)`));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href };
}

/**
 * One for this worker of vitest, which runs one test at a time: opening it takes longer than most tests. It is global,
 * because after a file that mocks a module vitest loads this one again.
 */
const worker = globalThis as { anotherDatabase?: Promise<EmbeddedDatabase> };

async function emptyAnother(): Promise<Connection> {
  worker.anotherDatabase ??= openAnother();
  const connection = { socketFolder: (await worker.anotherDatabase).host };
  const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000 });
  // all its connections are one session
  await sql`reset all`.execute(db);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await db.destroy();
  return connection;
}

async function openAnother(): Promise<EmbeddedDatabase> {
  const folder = join(inject('embeddedFolder'), `worker-${process.pid}`);
  // a new folder takes three times as long to open
  await copyDataFolder(inject('migratedFolder'), folder);
  return openEmbeddedDatabase(folder, { waitMs: 0 });
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
