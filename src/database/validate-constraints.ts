import { sql } from 'kysely';
import type { Database } from './database.ts';

type Constraint = { readonly table: string; readonly name: string };

/**
 * Checks the rows that were there before a constraint was added. A migration adds it as NOT VALID, since adding and
 * checking at once would keep everyone from the table for as long as it takes to read it. This takes a lock under which
 * others read and write, but not within the transaction of the migration, which still has the lock of adding it.
 */
export async function validateConstraints(db: Database): Promise<void> {
  const { rows } = await sql<Constraint>`
    select relname as "table", conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where not convalidated and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`.execute(db);
}
