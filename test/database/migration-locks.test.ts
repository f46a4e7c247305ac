import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { emptyDatabase, freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { fillLargeTables, stallsOf } from './stalls.ts';

/** Migrations that landed before the rule; they are never edited. */
const LANDED: Readonly<Record<string, readonly string[]>> = {
  // it copies counts that recorders of the release before must not change meanwhile
  '0002-site-buckets': ['site_hours while site_hours is locked'],
  // it builds an index; the table has the requests of two days
  '0013-one-site-a-statement': ['collected_requests while collected_requests is locked'],
};

/** What a migration could send, and what others would wait for. */
const MADE_UP: readonly (readonly [statements: readonly string[], stalls: readonly string[]])[] = [
  [[`alter table events add check (bytes > 0)`], ['events while events is locked']],
  [[`alter table events add check (bytes > 0) not valid`], []],
  [
    [
      `alter table events add constraint positive check (bytes > 0) not valid`,
      `alter table events validate constraint positive`,
    ],
    ['events while events is locked'],
  ],
  [[`alter table events add column n integer not null default 0`], []],
  [[`alter table events add column n float default random()`], ['events while events is locked']],
  [
    [`alter table events alter country drop not null`, `alter table events alter country set not null`],
    ['events while events is locked'],
  ],
  [[`alter table site_days alter slot type integer`], ['site_days while site_days is locked']],
  [
    [
      `insert into sites (id, account_id, domain, name, created_at) select site_id, 1, '', '', day from site_days`,
      `alter table site_days add foreign key (site_id) references sites`,
    ],
    ['site_days while sites is locked', 'site_days while site_days is locked'],
  ],
  [[`create index on site_days (name)`], ['site_days while site_days is locked']],
  [[`create index on accounts (email)`], []],
  [[`create table days as select * from site_days`, `alter table site_days add column n integer`], []],
  [
    [`alter table events add column n integer`, `create table days as select * from site_days`],
    ['site_days while events is locked'],
  ],
  [
    [`lock table usage in exclusive mode`, `update site_months set events = events + 1`],
    ['site_months while usage is locked'],
  ],
  [[`delete from site_blocks`], []],
  [[`drop table site_blocks`], []],
  [[`drop table site_blocks`, `delete from site_days`], ['site_days while site_blocks is locked']],
];

// Citus has the rows on other nodes, and the embedded database has nobody who waits
describe.runIf(onPostgres && !onCitus)(
  'what others wait for while a migration reads or writes a large table',
  () => {
    it('is nothing, with every migration of the repository', async () => {
      const db = openPool(await emptyDatabase(), 1);
      const found: Record<string, readonly string[]> = {};
      for (const [name, { up }] of Object.entries(MIGRATIONS)) {
        await fillLargeTables(db);
        const stalls = await db.transaction().execute((tx) => stallsOf(tx, up));
        if (stalls.length > 0) found[name] = stalls;
      }

      expect(found).toEqual(LANDED);
    });

    it('is noticed', async () => {
      const db = openPool(await freshDatabase(), 1);
      await fillLargeTables(db);
      const found: (readonly unknown[])[] = [];
      for (const [statements] of MADE_UP) {
        const undone = db.transaction().execute(async (tx) => {
          const stalls = await stallsOf(tx, async (migrated) => {
            for (const statement of statements) await sql.raw(statement).execute(migrated);
          });
          found.push([statements, stalls]);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
      }

      expect(found).toEqual(MADE_UP);
    });
  },
);
