import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { COPIED_TABLES, SAME_TABLES } from '../../src/database/copied-tables.ts';
import { tablesIn } from '../../src/database/copy-mark.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { copyDatabase } from '../../src/operations/upkeep/copy-database.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { useCommandLine } from './support.ts';

const { dataDir, makeMigrated, run, runWith } = useCommandLine();

describeWithPostgres('database copy', () => {
  let server = '';

  beforeAll(async () => {
    const started = await startPostgres();
    server = started.url;
    await makeMigrated();
    await withSource(async (db) => {
      for (const name of await tablesIn(db)) if (name !== 'placed_sites') await addRow(db, name);
    });
    return () => started.stop();
  });

  it('moves every table of the catalog, and goes on where it was interrupted', async () => {
    const to = openOn(await emptyOn(server, 'moved'));
    await withSource(async (from) => {
      const interrupted = new AbortController();
      const stopAt = (table: string) => {
        if (table === 'site_days') interrupted.abort(new Error('stopped'));
      };
      const first = copyDatabase(from, to, {
        stop: interrupted.signal,
        onProgress: ({ table }) => {
          stopAt(table);
        },
      });
      await expect(first).rejects.toThrow('stopped');
      expect([await rowsOf(to, 'events'), await rowsOf(to, 'site_days')]).toMatchObject([[{ id: 7 }], []]);

      await copyDatabase(from, to, { stop: new AbortController().signal, onProgress: () => undefined });
      const names = await tablesIn(from);
      expect(names.toSorted()).toEqual(Object.keys(COPIED_TABLES).toSorted());
      expect(await tablesIn(to)).toEqual(names);
      for (const name of SAME_TABLES) {
        const rows = await rowsOf(to, name);
        expect([name, rows]).toEqual([name, await rowsOf(from, name)]);
        expect(rows).not.toEqual([]);
      }
      expect(await nextIds(to)).toEqual(await nextIds(from));
    });
  });

  it('refuses a target with data of its own, or with the beginning of another copy', async () => {
    const url = await emptyOn(server, 'refused');
    const account = ['account', 'create', '--email', 'other@example.com'];
    expect((await runWith({ env: { DATABASE_URL: url } }, 'migrate')).exitCode).toBe(0);
    expect((await runWith({ env: { DATABASE_URL: url } }, ...account)).exitCode).toBe(0);
    expect(await run('database', 'copy', '--to', url)).toMatchObject({
      exitCode: 1,
      stderr: 'site-traffic: the target has data of its own, in the table accounts; give an empty database\n',
    });
    await openOn(url).schema.createTable('database_copy').addColumn('table_name', 'text').execute();
    await sql`alter table database_copy add position text[]`.execute(openOn(url));
    await sql`insert into database_copy values ('', '{another}')`.execute(openOn(url));
    expect((await run('database', 'copy', '--to', url)).stderr).toBe(
      'site-traffic: the target has the beginning of a copy of another database; give an empty one\n',
    );
    for (const command of [['site', 'list'], ['doctor'], ['serve', '--port', '0']]) {
      const { exitCode, stdout, stderr } = await runWith({ env: { DATABASE_URL: url } }, ...command);
      expect(exitCode).not.toBe(0);
      expect(stdout + stderr).toContain('the database has a part of another one, whose copy has not ended');
    }
  });

  it('refuses to copy a database that a process uses, and names what is wrong with an address', async () => {
    const url = await emptyOn(server, 'in_use');
    await withSource(async () => {
      expect((await run('database', 'copy', '--to', url)).stderr).toMatch(
        /^site-traffic: the data folder \S+ is in use by process \d+; stop it first, because what it records during the copy would be lost\n$/,
      );
    });
    expect(await run('database', 'copy')).toMatchObject({
      exitCode: 2,
      stderr: 'site-traffic: the target is missing; give its address with --to, or set DATABASE_URL\n',
    });
    expect((await run('database', 'copy', '--to', 'mysql://x')).exitCode).toBe(2);
  });
});

async function withSource(work: (db: Database) => Promise<void>): Promise<void> {
  const embedded = await openEmbeddedDatabase(dataDir, { waitMs: 0 });
  const connection = { socketFolder: embedded.host };
  const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000 });
  try {
    await work(db);
  } finally {
    await db.destroy();
    await embedded.close();
  }
}

function openOn(url: string): Database {
  const db = openDatabase({ connection: { url }, poolSize: 1, statementTimeoutMs: 30_000 });
  onTestFinished(() => db.destroy());
  return db;
}

async function emptyOn(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** A value of each type that is hard to carry over. */
const VALUES: Readonly<Record<string, unknown>> = {
  text: 'é "\\ \n\u2028',
  bigint: 7,
  integer: 7,
  smallint: 4,
  boolean: true,
  numeric: '9007199254740993.125',
  'double precision': 0.1,
  'double precision[]': [0.1, 1e300],
  date: '2026-07-01',
  'timestamp with time zone': '2026-07-01T12:00:00.123Z',
  uuid: '00000000-0000-0000-0000-00000000000a',
  'date[]': ['2026-02-28', '2026-03-01'],
  'integer[]': [1, 2],
  'bigint[]': ['9007199254740993'],
  'text[]': ['/a,b', '"', ''],
};

/** Columns with a closed list of values. */
const CHOSEN: Readonly<Record<string, unknown>> = {
  type: 'bot',
  plan: 'pro',
  granularity: 'day',
  verdict: 'verified',
};

async function addRow(db: Database, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  const row = Object.fromEntries(rows.map(({ name, type }) => [name, CHOSEN[name] ?? VALUES[type]]));
  await sql`insert into ${sql.table(table)}
    select * from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::json)
    on conflict do nothing`.execute(db);
}

async function rowsOf(db: Database, table: string): Promise<readonly object[]> {
  const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
  return rows;
}

async function nextIds(db: Database): Promise<unknown> {
  const { rows } = await sql`select nextval(pg_get_serial_sequence('events', 'id')) as event,
    nextval(pg_get_serial_sequence('accounts', 'id')) as account`.execute(db);
  return rows;
}
