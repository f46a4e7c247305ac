import { Migrator, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { emptyDatabase, onCitus, openPool } from '../support/fresh-database.ts';
import { COLUMNS } from './columns.ts';

/**
 * Citus as far as the migrations know it, without any of what it does: functions that note what they were called for. They
 * come before the catalog in the session's search path.
 */
const STAND_INS = [
  // the embedded database of a worker of vitest is used again
  `drop schema if exists stand_in cascade`,
  `create schema stand_in`,
  `set search_path = public, stand_in, pg_catalog`,
  `create view stand_in.pg_extension as select 'citus'::name as extname`,
  `create table stand_in.calls (id serial, call text)`,
  `create table stand_in.pg_dist_partition (logicalrelid oid, partmethod text)`,
  `create table stand_in.pg_dist_placement (groupid integer)`,
  `create table stand_in.pg_dist_node
     (groupid integer, nodename text, nodeport integer, noderole text, isactive boolean, shouldhaveshards boolean)`,
  `create function stand_in.create_distributed_table(name text, key text, colocate_with text default '')
     returns void language sql as $$ insert into stand_in.calls (call)
       values (concat_ws(' ', 'distribute', name, 'by', key, nullif('with ' || colocate_with, 'with '))) $$`,
  `create function stand_in.undistribute_table(name text) returns void language sql as
     $$ insert into stand_in.calls (call) values ('undistribute ' || name) $$`,
];

const WORKER = `insert into stand_in.pg_dist_node values (1, 'worker', 5432, 'primary', true, true)`;

async function withStandIns(): Promise<Database> {
  const db = openPool(await emptyDatabase(), 1);
  for (const statement of STAND_INS) await sql.raw(statement).execute(db);
  return db;
}

async function callsOf(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ call: string }>`select call from stand_in.calls order by id`.execute(db);
  return rows.map(({ call }) => call);
}

describe.skipIf(onCitus)('migrating with functions that stand in for those of Citus', () => {
  it('distributes by site exactly the tables that have one, beside each other', async () => {
    const db = await withStandIns();
    await sql.raw(WORKER).execute(db);

    await migrate(db);

    const calls = await callsOf(db);
    const distributed = calls.map((call) => call.split(' ')[1] ?? '');
    const dropped = ['site_hours', 'site_folded_pages'];
    const bySite = Object.entries(COLUMNS).flatMap(([name, columns]) => ('site_id' in columns ? [name] : []));
    expect(distributed.filter((name) => !dropped.includes(name)).toSorted()).toEqual(bySite.toSorted());
    expect(calls).toEqual([
      'distribute events by site_id',
      ...distributed.slice(1).map((name) => `distribute ${name} by site_id with events`),
    ]);
  });

  it('takes back the small tables that were copied to every node, and no others', async () => {
    const db = await withStandIns();
    await sql.raw(WORKER).execute(db);
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
    await migrator.migrateTo('0012-identities');
    await sql`insert into stand_in.pg_dist_partition
      values ('usage'::regclass, 'n'), ('accounts'::regclass, 'n'), ('events'::regclass, 'h')`.execute(db);
    const before = (await callsOf(db)).length;

    await migrator.migrateTo('0013-one-site-a-statement');

    expect((await callsOf(db)).slice(before)).toEqual(['undistribute accounts', 'undistribute usage']);
  });

  it('is refused while there is no node for the data of sites', async () => {
    const db = await withStandIns();

    await expect(migrate(db)).rejects.toThrow('add its workers first, with citus_add_node');

    await sql.raw(WORKER).execute(db);
    expect(await migrate(db)).toEqual(Object.keys(MIGRATIONS));
  });
});
