import { execFileSync } from 'node:child_process';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { findProgram } from '../support/programs.ts';
import { ask, buildEmbedded, newClient } from './support.ts';

const embedded = await buildEmbedded();
const database = await embedded.openEmbeddedDatabase(embedded.folder, { waitMs: 0 });
const { host } = database;
afterAll(async () => {
  await database.close();
  embedded.remove();
});

const UNTOUCHED = {
  user: 'postgres',
  path: 'public, pg_temp',
  work_mem: '4MB',
  listens: false,
  locks: 0,
  temporary: 0,
  cursors: 0,
  statements: 0,
};

/** What a client finds in its session that others may have left there. */
async function found(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`
    select current_user as user, current_setting('search_path') as path, current_setting('work_mem') as work_mem,
      exists (select from pg_listening_channels()) as listens,
      (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
      (select count(*)::int from pg_class where relpersistence = 't') as temporary,
      (select count(*)::int from pg_cursors where is_holdable) as cursors,
      (select count(*)::int from pg_prepared_statements where from_sql) as statements`);
  return rows[0];
}

/** A client that sets all that a session can hold. */
async function litter(): Promise<pg.Client> {
  const client = await newClient(host);
  await client.query(`
    create temp table sites (n int);
    prepare left_behind as select 1;
    declare left_open cursor with hold for select 1;
    listen news;
    select pg_advisory_lock(7);
    set work_mem = '9MB';
    select set_config('search_path', '', false)`);
  const name = `r${String(Math.random()).slice(2)}`;
  await client.query(`create role ${name}; set session authorization ${name}`);
  return client;
}

it('gives a new client a session without anything that others have set and left', async () => {
  const client = await litter();
  await client.end();
  expect(await found(await newClient(host))).toEqual(UNTOUCHED);
});

it('clears the session of a client that is cut off in a failed transaction', async () => {
  const client = await litter();
  await client.query('reset session authorization').catch(() => undefined);
  await client.query('begin');
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  (client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy();
  await ended;
  expect(await found(await newClient(host))).toEqual(UNTOUCHED);
});

it('clears the session when a client leaves its transaction open', async () => {
  const client = await litter();
  await client.query(`begin; set session characteristics as transaction read only; set work_mem = '10MB'`);
  await client.end();
  const next = await newClient(host);
  expect(await found(next)).toEqual(UNTOUCHED);
  await next.query('create table after_read_only (n int)');
});

it('keeps the settings of clients apart while both are connected, and lets each keep its own', async () => {
  const one = await newClient(host);
  const other = await newClient(host);
  await one.query(`set work_mem = '9MB'; set search_path = pg_catalog; create role keeper; set role keeper`);
  await other.query(`set work_mem = '10MB'; set datestyle = 'German'`);
  const read = async (client: pg.Client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select current_user as user, current_setting('work_mem') as work_mem, current_setting('search_path') as path,
        date '2026-07-01' as day`,
    );
    return Object.values(rows[0] ?? {}).map(String);
  };
  const asOne = ['keeper', '9MB', 'pg_catalog'];
  const asOther = ['postgres', '10MB', 'public, pg_temp'];
  for (let turn = 0; turn < 3; turn++) {
    expect((await read(one)).slice(0, 3)).toEqual(asOne);
    expect((await read(other)).slice(0, 3)).toEqual(asOther);
  }
  expect((await other.query({ text: 'show datestyle', rowMode: 'array' })).rows).toEqual([['German, DMY']]);
  expect((await one.query({ text: 'show datestyle', rowMode: 'array' })).rows).toEqual([['ISO, MDY']]);
});

it('keeps the connections of the program from all of it, and their prepared statements whole', async () => {
  const db = openDatabase({ connection: { socketFolder: host }, poolSize: 2, statementTimeoutMs: 10_000 });
  const sites = () => db.selectFrom('sites').select('id').where('id', '=', 'none').execute();
  await sites();
  const bystander = await newClient(host);
  const named = { name: 'kept', text: 'select 1 as one' };
  await bystander.query(named);
  const client = await litter();
  for (const statement of [
    'select 1',
    'reset session authorization',
    `set session authorization 'postgres'`,
    'deallocate all',
    'discard all',
  ]) {
    await client.query(statement);
    expect(await sites()).toEqual([]);
    expect((await bystander.query(named)).rows).toEqual([{ one: 1 }]);
  }
  await db.destroy();
});

it('lets a stranger keep its temporary table while the program works', async () => {
  const db = openDatabase({ connection: { socketFolder: host }, poolSize: 1, statementTimeoutMs: 10_000 });
  const client = await newClient(host);
  await client.query('create temp table mine as select 1 as n');
  await db.selectFrom('sites').select('id').where('id', '=', 'none').execute();
  expect((await client.query('select n from mine')).rows).toEqual([{ n: 1 }]);
  await db.destroy();
});

it.runIf(findProgram('pg_dump') !== undefined)('survives a pg_dump of another version', async () => {
  const db = openDatabase({ connection: { socketFolder: host }, poolSize: 1, statementTimeoutMs: 10_000 });
  try {
    execFileSync('pg_dump', ['-h', host, '-U', 'postgres', 'postgres'], { stdio: 'pipe' });
  } catch (error) {
    expect(String(error)).toContain('version');
  }
  expect(await db.selectFrom('sites').select('id').where('id', '=', 'none').execute()).toEqual([]);
  expect(await ask(host, 'show search_path')).toEqual([{ search_path: 'public, pg_temp' }]);
  await db.destroy();
});
