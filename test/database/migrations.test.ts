import { Migrator, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import type { Database } from '../../src/database/database.ts';
import { compareSchema, migrate, pendingMigrations } from '../../src/database/migrator.ts';
import { insertKey, listKeys } from '../../src/queries/api-keys.ts';
import { findDrift } from '../../src/queries/verify-rollups.ts';
import { findUsage } from '../../src/queries/usage.ts';
import { findUsageDrift, rebuildUsage } from '../../src/queries/verify-usage.ts';
import { emptyDatabase, freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { PATIENTLY } from '../support/patience.ts';
import { COLUMNS } from './columns.ts';

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

  it('refuses a database that a newer release has migrated further', async () => {
    const db = openPool(await freshDatabase(), 1);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(db);

    const refusal = /made by a newer release, which applied the migration 9999-from-the-future;/;
    await expect(pendingMigrations(db)).rejects.toThrow(refusal);
    await expect(migrate(db)).rejects.toThrow(refusal);
  });

  it('tells a server of what a newer release has added, and refuses what it cannot live without', () => {
    const known = [...ALL, '9998-adds'];

    expect(compareSchema(ALL.slice(0, -1))).toEqual({ pending: ALL.slice(-1), newer: undefined });
    expect(compareSchema(known)).toEqual({ pending: [], newer: '9998-adds' });
    expect(compareSchema([...known, '9999-drops-needs-0014'])).toMatchObject({
      newer: '9999-drops-needs-0014',
    });
    expect(() => compareSchema([...known, '9999-drops-needs-9998'])).toThrow('9999-drops-needs-9998');
  });
});

describe('the newest migration', () => {
  it('runs while the release before records, and lets it go on recording', async () => {
    const connection = await emptyDatabase();
    const db = openPool(connection, 1);
    const recorder = openPool(connection, 1);
    await migratorOf(db).migrateTo(ALL.at(-2) ?? '');
    await sql`insert into sites (id, account_id, domain, name, created_at)
      values ('a', 1, 'a.example', 'A', now())`.execute(db);
    const insert = async (n: number) => {
      await recorder.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock_shared(hashtextextended('a', 0))`.execute(tx);
        for (const statement of RECORD_BEFORE) await sql.raw(statement).execute(tx);
      });
      return n;
    };
    const over = new AbortController();
    const recording = (async () => {
      let recorded = 0;
      while (!over.signal.aborted) recorded = await insert(recorded + 1);
      return recorded;
    })();

    const migrated = await migratorOf(db).migrateToLatest();
    over.abort();
    const recorded = await insert((await recording) + 1);

    expect(migrated.error).toBeUndefined();
    const { rows } = await sql`select count(*) as n from events`.execute(db);
    expect(rows).toEqual([{ n: recorded }]);
    expect(await findDrift(db, 'a')).toEqual([]);
  });
});

/** What the release before the newest migration sends to record an event, in its words. */
const RECORD_BEFORE = [
  `insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company, status, bytes, verdict)
   select site_id, timestamptz '2026-03-10T00:00Z', 'bot', '/', 'DE', 'GPTBot', 'OpenAI', 200, 5, null
   from placed_sites where site_id = 'a'`,
  `insert into site_days (site_id, day, type, name, company, slot, count, value, bytes, sized)
   select site_id, date '2026-03-10', 'bot', 'GPTBot', 'OpenAI', 3, 1, 0, 5, 1 from placed_sites where site_id = 'a'
   on conflict (site_id, day, type, name, company, slot) do update
   set count = site_days.count + 1, bytes = site_days.bytes + 5, sized = site_days.sized + 1`,
  `insert into site_statuses (site_id, day, name, company, status, slot, count)
   select site_id, date '2026-03-10', 'GPTBot', 'OpenAI', 200, 3, 1 from placed_sites where site_id = 'a'
   on conflict (site_id, day, name, company, status, slot) do update set count = site_statuses.count + 1`,
  `insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
   select site_id, date '2026-03-10', 'DE', 3, 1, 0, 0 from placed_sites where site_id = 'a'
   on conflict (site_id, day, country, slot) do update set bot_visits = site_countries.bot_visits + 1`,
  `insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
   select site_id, granularity, timestamptz '2026-03-10T00:00Z', 3, 1, 0, 0
   from placed_sites cross join unnest(array['day', 'hour']) as granularity where site_id = 'a'
   on conflict (site_id, granularity, starts_at, slot) do update
   set bot_visits = site_buckets.bot_visits + 1`,
];

describe('the migration to the plan self-hosted', () => {
  it('keeps the plans of all accounts, lets the release before go on, and allows the new plan', async () => {
    const db = openPool(await emptyDatabase(), 1);
    const insert = (email: string, plan: string) =>
      sql`insert into accounts (email, plan, created_at) values (${email}, ${plan}, '2026-01-01')`.execute(
        db,
      );
    await migratorOf(db).migrateTo('0017-addresses');
    await insert('free@example.com', 'free');
    await insert('pro@example.com', 'pro');
    await expect(insert('own@example.com', 'self-hosted')).rejects.toThrow('accounts_plan_check');

    await migrate(db);

    await insert('later@example.com', 'free');
    await insert('own@example.com', 'self-hosted');
    await expect(insert('gold@example.com', 'gold')).rejects.toThrow('accounts_plan_check');
    const { rows } = await sql<{ plan: string }>`select plan from accounts order by id`.execute(db);
    expect(rows.map(({ plan }) => plan)).toEqual(['free', 'pro', 'free', 'self-hosted']);
  });
});

describe('the migration to keys that drain', () => {
  it('lets the release before make keys, which takes one that drains for one that collects, never for one that reads', async () => {
    const db = openPool(await emptyDatabase(), 1);
    const insert = (keyHash: string) =>
      sql`insert into api_keys (account_id, key_hash, name, last_four, created_at, collect_site_id)
        values (1, ${keyHash}, 'key', 'abcd', '2026-01-01', null)`.execute(db);
    await migratorOf(db).migrateTo('0021-vacuum');
    await insert('before');

    await migrate(db);

    await insert('later');
    const reach = { scope: 'drain', siteId: 'site_a' } as const;
    const key = { accountId: 1, name: 'key', lastFour: 'abcd', createdAtMs: 0 };
    await insertKey(db, { ...key, keyHash: 'drain', reach });
    const { rows } = await sql<{ read: string }>`
      select concat_ws(' ', key_hash, collect_site_id) as read from api_keys order by id`.execute(db);
    expect(rows.map(({ read }) => read)).toEqual(['before', 'later', 'drain site_a']);
    expect((await listKeys(db, 1)).map((listed) => listed.reach.scope)).toEqual(['read', 'read', 'drain']);
    await expect(sql`update api_keys set collect_site_id = null`.execute(db)).rejects.toThrow(
      'api_keys_drain_to_a_site',
    );
  });
});

describe('the migration to site_buckets', () => {
  it('keeps every hour and adds them up to days, cut in UTC', async () => {
    const db = openPool(await emptyDatabase(), 1);
    await migratorOf(db).migrateTo('0001-initial-schema');
    await sql`set time zone 'Asia/Kathmandu'`.execute(db);
    await sql`insert into site_hours values
      ('a', '2026-03-09T23:00Z', 0, 1, 2, 3), ('a', '2026-03-10T00:00Z', 0, 10, 0, 0),
      ('a', '2026-03-10T23:00Z', 0, 20, 1, 0), ('a', '2026-03-10T23:00Z', 7, 5, 0, 0),
      ('b', '0001-01-01T00:00Z', 1, 0, 0, 9)`.execute(db);

    await migratorOf(db).migrateToLatest();

    const { rows } = await sql<Record<string, unknown>>`
      select concat_ws(' ', site_id, granularity, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24'), slot) as key,
             bot_visits, referrals, conversions
      from site_buckets order by 1`.execute(db);
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'a day 2026-03-09 00 0 1 2 3',
      'a day 2026-03-10 00 0 30 1 0',
      'a day 2026-03-10 00 7 5 0 0',
      'a hour 2026-03-09 23 0 1 2 3',
      'a hour 2026-03-10 00 0 10 0 0',
      'a hour 2026-03-10 23 0 20 1 0',
      'a hour 2026-03-10 23 7 5 0 0',
      'b day 0001-01-01 00 1 0 0 9',
      'b hour 0001-01-01 00 1 0 0 9',
    ]);
  });
});

describe.runIf(onPostgres)('the migration to site_buckets', () => {
  it('waits for a recorder under way, and keeps what it commits', async () => {
    const connection = await emptyDatabase();
    const [db, recorder] = [openPool(connection, 1), openPool(connection, 1)];
    await migratorOf(db).migrateTo('0001-initial-schema');
    const watcher = openPool(connection, 1);

    const migrating = await recorder.transaction().execute(async (tx) => {
      await sql`insert into site_hours values ('a', '2026-03-10T00:00Z', 0, 1, 0, 0)`.execute(tx);
      const started = migratorOf(db).migrateToLatest();
      await vi.waitUntil(async () => {
        const { rows } = await sql`select 1 from pg_locks join pg_database on oid = database
          where not granted and datname = current_database()`.execute(watcher);
        return rows.length > 0;
      }, PATIENTLY);
      return { started };
    });
    await migrating.started;

    const { rows } = await sql`select granularity, bot_visits from site_buckets order by 1`.execute(db);
    expect(rows).toEqual([
      { granularity: 'day', bot_visits: 1 },
      { granularity: 'hour', bot_visits: 1 },
    ]);
  });
});

describe('the migration to site_months', () => {
  it('keeps the usage, counts it as recorded, and refuses recorders of the earlier release', async () => {
    const db = openPool(await emptyDatabase(), 1);
    await migratorOf(db).migrateTo('0003-recording');
    await sql`insert into accounts (email, plan, created_at) values ('a@example.com', 'free', '2026-01-01')`.execute(
      db,
    );
    const before = sql`insert into usage (account_id, month, events) values (1, '2026-03-01', 7), (2, '2026-02-01', 9)
      on conflict (account_id, month) do update set events = usage.events + excluded.events`;
    await before.execute(db);

    await migratorOf(db).migrateToLatest();

    expect(await findUsageDrift(db, undefined)).toEqual([]);
    await expect(before.execute(db)).rejects.toThrow('null value in column "epoch"');
    const { rows } = await sql`select account_id, month, events, epoch from usage order by 1`.execute(db);
    expect(rows).toEqual([
      { account_id: 1, month: '2026-03-01', events: 7, epoch: 1 },
      { account_id: 2, month: '2026-02-01', events: 9, epoch: 1 },
    ]);
    await rebuildUsage(db, 1, '2026-03-01');
    expect(await findUsage(db, 1, Date.parse('2026-03-15'))).toBe(7);
  });
});

describe('the migration to facts', () => {
  it('keeps what was counted, and lets recorders of the earlier release go on', async () => {
    const db = openPool(await emptyDatabase(), 1);
    await migratorOf(db).migrateTo('0006-stopped-followers');
    const recordBefore = async (day: string) => {
      await sql`insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company)
                values ('a', ${day}::timestamptz, 'bot', '/', 'DE', 'GPTBot', 'OpenAI')`.execute(db);
      await sql`insert into site_days (site_id, day, type, name, company, slot, count, value)
                values ('a', ${day}::date, 'bot', 'GPTBot', 'OpenAI', 0, 1, 0)`.execute(db);
      await sql`insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
                values ('a', 'day', ${day}::timestamptz, 0, 1, 0, 0), ('a', 'hour', ${day}::timestamptz, 0, 1, 0, 0)`.execute(
        db,
      );
    };
    await recordBefore('2026-03-10T00:00Z');

    await migratorOf(db).migrateToLatest();
    await recordBefore('2026-03-11T00:00Z');

    expect(await findDrift(db, 'a')).toEqual([]);
    const { rows } = await sql`select status, bytes, verdict from events`.execute(db);
    expect(rows).toEqual(Array(2).fill({ status: null, bytes: null, verdict: null }));
  });
});

describe.runIf(onPostgres)('the migration to facts', () => {
  it('lets others read and record while it waits for one of them', async () => {
    const connection = await emptyDatabase();
    const [db, reader, other] = [openPool(connection, 1), openPool(connection, 1), openPool(connection, 1)];
    await migratorOf(db).migrateTo('0006-stopped-followers');

    const migrating = await reader.transaction().execute(async (tx) => {
      await sql`select 1 from events`.execute(tx);
      const started = migratorOf(db).migrateToLatest();
      await vi.waitUntil(async () => {
        const { rows } = await sql`select 1 from pg_locks join pg_database on oid = database
          where not granted and datname = current_database()`.execute(other);
        return rows.length > 0;
      }, PATIENTLY);
      await sql`insert into events (site_id, created_at, type, page_path, country)
                values ('a', now(), 'bot', '/', 'DE')`.execute(other);
      return { started };
    });

    expect((await migrating.started).error).toBeUndefined();
  });
});

function migratorOf(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}

// the catalog of Citus has tables of its own
describe.skipIf(onCitus)('the migrated database', () => {
  const db = testDatabase();

  it('has exactly the tables and columns that the queries are written for', async () => {
    const { rows } = await sql<{ table: string; column: string; kind: string }>`
      select table_name as "table", column_name as "column",
             case when data_type in ('bigint', 'integer', 'smallint', 'numeric', 'double precision') then 'number'
                  when data_type in ('text', 'uuid', 'date', 'timestamp with time zone') then 'text'
                  when data_type = 'ARRAY' then 'array'
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
      where relname in ('events', 'site_buckets', 'site_countries', 'site_days', 'site_months', 'site_statuses', 'usage') and attnum > 0 and relkind = 'r'
      group by 1 having format_type(atttypid, atttypmod) <> 'text' order by 1`.execute(db);

    expect(rows).toEqual([
      {
        type: 'bigint',
        columns:
          'events.broken_rule events.bytes events.id site_buckets.bot_visits site_buckets.conversions site_buckets.referrals ' +
          'site_countries.bot_visits site_countries.conversions site_countries.referrals ' +
          'site_days.bytes site_days.count site_days.failed site_days.no_list site_days.outside site_days.signed site_days.sized ' +
          'site_days.verified site_months.account_id site_months.events site_statuses.count ' +
          'usage.account_id usage.events',
      },
      {
        type: 'date',
        columns: 'site_countries.day site_days.day site_months.month site_statuses.day usage.month',
      },
      { type: 'integer', columns: 'usage.epoch' },
      { type: 'numeric', columns: 'events.event_value site_days.value' },
      {
        type: 'smallint',
        columns:
          'events.status site_buckets.slot site_countries.slot site_days.slot site_months.slot ' +
          'site_statuses.slot site_statuses.status',
      },
      { type: 'timestamp with time zone', columns: 'site_buckets.starts_at' },
      { type: 'timestamp(3) with time zone', columns: 'events.created_at' },
    ]);
  });

  it('leads every key of what is recorded with the site', async () => {
    const { rows } = await sql<{ definition: string }>`
      select regexp_replace(indexdef, 'public\\.| USING btree', '', 'g') as definition
      from pg_indexes
      where tablename in ('events', 'site_block_names', 'site_block_pages', 'site_block_statuses', 'site_blocks',
                          'site_buckets', 'site_countries', 'site_days', 'site_months', 'site_statuses')
      order by indexname`.execute(db);

    const PART =
      "((floor((date_part('epoch'::text, (created_at AT TIME ZONE 'UTC'::text)) / (120)::double precision)))::integer)";
    expect(rows.map(({ definition }) => definition)).toEqual([
      'CREATE INDEX events_against ON events (site_id, created_at) WHERE (broken_rule IS NOT NULL)',
      'CREATE INDEX events_by_type ON events (site_id, type, created_at, id)',
      // by a hash of the site, because both are to be narrow
      `CREATE INDEX events_of_bot ON events ((((hashtextextended(bot_name, hashtextextended(site_id, (0)::bigint)) >> 32))::integer), ${PART}) WHERE (bot_name IS NOT NULL)`,
      `CREATE INDEX events_of_page ON events ((((hashtextextended(page_path, hashtextextended(type, hashtextextended(site_id, (0)::bigint))) >> 32))::integer), ${PART})`,
      "CREATE INDEX events_of_robots ON events (site_id, bot_name, created_at) WHERE ((bot_name IS NOT NULL) AND (page_path = '/robots.txt'::text))",
      'CREATE UNIQUE INDEX events_pkey ON events (site_id, created_at, id)',
      'CREATE INDEX events_signed ON events (site_id, created_at) WHERE (signature IS NOT NULL)',
      'CREATE UNIQUE INDEX site_block_names_pkey ON site_block_names (site_id, first_day, days, type, name, company)',
      'CREATE UNIQUE INDEX site_block_pages_pkey ON site_block_pages (site_id, by_bot, first_day, days, name, company, part)',
      'CREATE UNIQUE INDEX site_block_statuses_pkey ON site_block_statuses (site_id, first_day, days, status)',
      'CREATE UNIQUE INDEX site_blocks_pkey ON site_blocks (site_id, first_day, days)',
      'CREATE UNIQUE INDEX site_buckets_pkey ON site_buckets (site_id, granularity, starts_at, slot)',
      'CREATE UNIQUE INDEX site_countries_pkey ON site_countries (site_id, day, country, slot)',
      'CREATE UNIQUE INDEX site_days_pkey ON site_days (site_id, day, type, name, company, slot)',
      // what an account recorded is added up over its sites, deleted ones too
      'CREATE INDEX site_months_by_account ON site_months (account_id, month)',
      'CREATE UNIQUE INDEX site_months_pkey ON site_months (site_id, month, slot)',
      'CREATE UNIQUE INDEX site_statuses_pkey ON site_statuses (site_id, day, name, company, status, slot)',
    ]);
  });

  it('has no foreign key, no trigger but on the sites, room on the pages of what is updated, and large tables vacuumed early', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(*) from pg_constraint where contype = 'f') as "foreignKeys",
             (select json_agg(tgrelid::regclass::text) from pg_trigger) as triggers,
             (select json_object_agg(relname, reloptions[1]) from pg_class
              where reloptions[1] like 'fillfactor%') as roomy,
             (select json_agg(relname order by relname) from pg_class
              where 'autovacuum_vacuum_scale_factor=0.02' = any(reloptions)) as vacuumed`.execute(db);

    const rollups = ['site_buckets', 'site_countries', 'site_days', 'site_months', 'site_statuses'];
    const judged = ['judged_days', 'judged_months', 'rule_months'];
    const roomy = ['alert_days', 'deliveries', ...judged, ...rollups];
    const blocks = ['site_block_names', 'site_block_pages', 'site_block_statuses', 'site_blocks'];
    expect(rows).toEqual([
      {
        foreignKeys: 0,
        triggers: ['sites'],
        roomy: Object.fromEntries(roomy.map((table) => [table, 'fillfactor=70'])),
        vacuumed: ['events', 'landings', 'request_digests', ...blocks, ...roomy].toSorted(),
      },
    ]);
  });
});
