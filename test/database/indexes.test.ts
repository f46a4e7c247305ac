import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { buildIndexes } from '../../src/database/build-indexes.ts';
import type { Database } from '../../src/database/database.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { PATIENTLY } from '../support/patience.ts';

const BY_COUNTRY = { name: 'events_by_country', on: 'on events (site_id, country)' };
const BY_PAGE = { name: 'events_by_page', on: `on events (site_id, page_path) where type = 'bot'` };

describe('building the missing indexes of large tables', () => {
  it('builds each once when six programs start together', async () => {
    const connection = await freshDatabase();
    const programs = Array.from({ length: 6 }, () => openPool(connection, 1));

    await Promise.all(programs.map((db) => buildIndexes(db, [BY_COUNTRY, BY_PAGE])));

    expect(await indexesOf(openPool(connection, 1))).toEqual([
      'CREATE INDEX events_by_country ON events (site_id, country)',
      `CREATE INDEX events_by_page ON events (site_id, page_path) WHERE (type = 'bot'::text)`,
    ]);
  });

  it('replaces what a build that was cut off has left', async () => {
    const db = openPool(await freshDatabase(), 1);
    await insertEvent(db);
    await insertEvent(db);
    const twins = sql`create unique index concurrently events_by_country on events (country)`.execute(db);
    await expect(twins).rejects.toThrow('could not create unique index');
    expect(await indexesOf(db)).toEqual(['invalid events_by_country']);

    await buildIndexes(db, [BY_COUNTRY]);

    expect(await indexesOf(db)).toEqual(['CREATE INDEX events_by_country ON events (site_id, country)']);
  });

  it('leaves nothing behind if it fails, and can be tried again', async () => {
    const db = openPool(await freshDatabase(), 1);
    await insertEvent(db);
    const failing = buildIndexes(db, [{ ...BY_COUNTRY, on: 'on events ((1 / (status - 200)))' }]);

    await expect(failing).rejects.toThrow('division by zero');

    expect(await indexesOf(db)).toEqual([]);
    await buildIndexes(db, [BY_COUNTRY]);
    expect(await indexesOf(db)).toHaveLength(1);
  });
});

describe.runIf(onPostgres)('building an index', () => {
  it('lets others read and record while it waits for one of them', async () => {
    const connection = await freshDatabase();
    const [db, recorder, watcher] = [1, 1, 1].map((size) => openPool(connection, size)) as [
      Database,
      Database,
      Database,
    ];
    const other = openPool(connection, 1, { statementTimeoutMs: 5_000 });

    const building = await recorder.transaction().execute(async (tx) => {
      await insertEvent(tx);
      const started = buildIndexes(db, [BY_COUNTRY]);
      await vi.waitUntil(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted and pid in
          (select pid from pg_stat_activity where datname = current_database())`.execute(watcher);
        return rows.length > 0;
      }, PATIENTLY);
      await insertEvent(other);
      await sql`select count(*) from events`.execute(other);
      return { started };
    });
    await building.started;

    expect(await indexesOf(db)).toHaveLength(1);
  });
});

async function insertEvent(db: Pick<Database, 'getExecutor'>): Promise<void> {
  await sql`insert into events (site_id, created_at, type, page_path, country, status)
            values ('a', '2026-03-10T00:00Z', 'bot', '/', 'DE', 200)`.execute(db);
}

/** Those that these tests build. */
async function indexesOf(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ definition: string }>`
    select case when indisvalid then regexp_replace(pg_get_indexdef(indexrelid), 'public\\.| USING btree', '', 'g')
                else 'invalid ' || relname end as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in ('events_by_country', 'events_by_page') order by relname`.execute(db);
  return rows.map(({ definition }) => definition);
}
