import { type Kysely, sql } from 'kysely';
import type { TableName } from './copied-tables.ts';
import type { Position } from './copy-rows.ts';
import type { Tables } from './tables.ts';

/**
 * The table of a database that another one is being copied to: where each table goes on. It is written with the rows, and
 * dropped at the end.
 */
const MARK = sql.table('database_copy');

/** A table of the mark that no table is called: its row has the database that is copied. */
const SOURCE = '';

/** Whose copy the database has: undefined if none was begun. */
export async function copyBegun(db: Kysely<Tables>): Promise<string | undefined> {
  const table = await sql<{
    found: string | null;
  }>`select to_regclass('database_copy')::text as found`.execute(db);
  if (!table.rows[0]?.found) return undefined;
  const { rows } = await sql<{ source: string }>`select position[1] as source from ${MARK}
    where table_name = ${SOURCE}`.execute(db);
  return rows[0]?.source;
}

export async function beginCopy(db: Kysely<Tables>, source: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create table ${MARK} (table_name text primary key, position text[])`.execute(trx);
    await sql`insert into ${MARK} values (${SOURCE}, array[${source}::text])`.execute(trx);
  });
}

export async function positionOf(db: Kysely<Tables>, name: TableName): Promise<Position> {
  const { rows } = await sql<{ position: string[] }>`select position from ${MARK}
    where table_name = ${name}`.execute(db);
  return rows[0]?.position;
}

/** Moves the position of a table on, in the transaction that inserts the rows. False if it is not where it was. */
export async function movePosition(
  db: Kysely<Tables>,
  name: TableName,
  { from, to }: { readonly from: Position; readonly to: Position },
): Promise<boolean> {
  const { numAffectedRows } =
    from === undefined
      ? await sql`insert into ${MARK} values (${name}, ${to}::text[]) on conflict do nothing`.execute(db)
      : await sql`update ${MARK} set position = ${to}::text[]
          where table_name = ${name} and position = ${from}::text[]`.execute(db);
  return numAffectedRows === 1n;
}

export async function endCopy(db: Kysely<Tables>): Promise<void> {
  await sql`drop table ${MARK}`.execute(db);
}

/** A digest by which a database is known again: that of its first account, which never changes. */
export async function identityOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select md5(coalesce((select id || '/' || extract(epoch from created_at)
    from accounts order by id limit 1), '')) as id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The tables in the schema of a database, but for those of the mark and of the migrator. */
export async function tablesIn(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and relname not in ('database_copy', 'kysely_migration', 'kysely_migration_lock') order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

export async function hasRows(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from ${sql.table(name)}) as found`.execute(db);
  return rows[0]?.found === true;
}
