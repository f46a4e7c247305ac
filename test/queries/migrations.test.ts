import { type ColumnType, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { migrate, pendingMigrations } from '../../src/queries/migrator.ts';
import type { Tables } from '../../src/queries/tables.ts';
import { emptyDatabase, freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';

const ALL = Object.keys(MIGRATIONS);

describe('migrating', () => {
  it('applies each migration once when six programs start on an empty database together', async () => {
    const connection = await emptyDatabase();
    const programs = Array.from({ length: 6 }, () => openPool(connection, 1));
    const db = openPool(connection, 1);
    const before = await pendingMigrations(db);

    const applied = await Promise.all(programs.map(migrate));

    expect(before).toEqual(ALL);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([ALL, [], [], [], [], []]);
    expect([await pendingMigrations(db), await migrate(db)]).toEqual([[], []]);
  });

  it.runIf(onPostgres)('leaves alone a database that a newer program has migrated further', async () => {
    const db = openPool(await freshDatabase(), 1);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(db);

    expect(await pendingMigrations(db)).toEqual([]);
    await expect(migrate(db)).rejects.toThrow('9999-from-the-future is missing');
  });
});

describe('the migrated database', () => {
  const db = testDatabase();

  it('has exactly the tables and columns that the queries are written for', async () => {
    const { rows } = await sql<{ table: string; column: string; kind: string }>`
      select table_name as "table", column_name as "column",
             case when data_type in ('bigint', 'smallint', 'numeric') then 'number'
                  when data_type in ('text', 'date', 'timestamp with time zone') then 'text'
                  else data_type end
             || case is_nullable when 'YES' then ' or null' else '' end
             || case when column_default is null then '' else ' by default' end as kind
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely_%'`.execute(db);

    const found: Record<string, Record<string, string>> = {};
    for (const { table, column, kind } of rows) (found[table] ??= {})[column] = kind;
    expect(found).toEqual(COLUMNS);
  });

  it('keeps instants to the millisecond, counts in 64 bits, values as decimals of any size', async () => {
    const { rows } = await sql<{ type: string; columns: string }>`
      select format_type(atttypid, atttypmod) as type,
             string_agg(relname || '.' || attname, ' ' order by relname, attname) as columns
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relname in ('events', 'site_hours', 'site_days', 'usage') and attnum > 0 and relkind = 'r'
      group by 1 having format_type(atttypid, atttypmod) <> 'text' order by 1`.execute(db);

    expect(rows).toEqual([
      {
        type: 'bigint',
        columns:
          'events.id site_days.count site_hours.bot_visits site_hours.conversions site_hours.referrals ' +
          'usage.account_id usage.events',
      },
      { type: 'date', columns: 'site_days.day usage.month' },
      { type: 'numeric', columns: 'events.event_value site_days.value' },
      { type: 'smallint', columns: 'site_days.slot site_hours.slot' },
      { type: 'timestamp with time zone', columns: 'site_hours.hour' },
      { type: 'timestamp(3) with time zone', columns: 'events.created_at' },
    ]);
  });

  it('leads every key of what is recorded with the site', async () => {
    const { rows } = await sql<{ definition: string }>`
      select regexp_replace(indexdef, 'public\\.| USING btree', '', 'g') as definition
      from pg_indexes where tablename in ('events', 'site_hours', 'site_days') order by indexname`.execute(
      db,
    );

    expect(rows.map(({ definition }) => definition)).toEqual([
      'CREATE INDEX events_by_type ON events (site_id, type, created_at, id)',
      'CREATE UNIQUE INDEX events_pkey ON events (site_id, created_at, id)',
      'CREATE UNIQUE INDEX site_days_pkey ON site_days (site_id, day, type, name, company, slot)',
      'CREATE UNIQUE INDEX site_hours_pkey ON site_hours (site_id, hour, slot)',
    ]);
  });

  it('has no foreign key, no trigger, and room on the pages of the rollups', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(*) from pg_constraint where contype = 'f') as "foreignKeys",
             (select count(*) from pg_trigger) as triggers,
             (select json_object_agg(relname, reloptions) from pg_class
              where relname in ('site_hours', 'site_days')) as options`.execute(db);

    const roomy = ['fillfactor=70'];
    expect(rows).toEqual([{ foreignKeys: 0, triggers: 0, options: { site_hours: roomy, site_days: roomy } }]);
  });
});

type Described<Column> = [Column] extends [ColumnType<infer Value, infer Given>]
  ? `${KindOf<Value>}${undefined extends Given ? ' by default' : ''}`
  : KindOf<Column>;
type KindOf<Value> =
  `${Exclude<Value, null> extends number ? 'number' : 'text'}${null extends Value ? ' or null' : ''}`;

/** The compiler holds this against the type `Tables`; the test above against the database. */
const COLUMNS: {
  [Table in keyof Tables]: { [Column in keyof Tables[Table]]: Described<Tables[Table][Column]> };
} = {
  accounts: {
    id: 'number by default',
    email: 'text',
    plan: 'text',
    created_at: 'text',
    deleted_at: 'text or null',
  },
  api_keys: {
    id: 'number by default',
    account_id: 'number',
    key_hash: 'text',
    name: 'text',
    last_four: 'text',
    created_at: 'text',
    last_used_at: 'text or null',
    revoked_at: 'text or null',
  },
  sites: { id: 'text', account_id: 'number', domain: 'text', name: 'text', created_at: 'text' },
  events: {
    site_id: 'text',
    created_at: 'text',
    id: 'number by default',
    type: 'text',
    page_path: 'text',
    country: 'text',
    bot_name: 'text or null',
    bot_company: 'text or null',
    source: 'text or null',
    event_name: 'text or null',
    event_value: 'number or null',
  },
  site_hours: {
    site_id: 'text',
    hour: 'text',
    slot: 'number',
    bot_visits: 'number',
    referrals: 'number',
    conversions: 'number',
  },
  site_days: {
    site_id: 'text',
    day: 'text',
    type: 'text',
    name: 'text',
    company: 'text by default',
    slot: 'number',
    count: 'number',
    value: 'number',
  },
  usage: { account_id: 'number', month: 'text', events: 'number' },
};
