import { type CompiledQuery, type Kysely, type QueryExecutor, type Transaction, sql } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';

/** They have one row or a few for each account, site, key, log or browser. All other tables may be large. */
const SMALL = new Set([
  ...['accounts', 'api_keys', 'audit_entries', 'identities', 'invitations', 'sessions', 'usage'],
  ...['sites', 'placed_sites', 'folded_sites', 'judged_sites', 'site_deletions', 'share_links'],
  ...[
    'log_positions',
    'followed_logs',
    'recording_sources',
    'site_sources',
    'leases',
    'sitemaps',
    'attribution',
    'visitor_secrets',
  ],
]);

const ROWS = 2_000;
/** More than a look-up reads. */
const MANY = 100;

/** Gives each large table that has no rows some that differ in every column of its keys, whatever its columns are. */
export async function fillLargeTables(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; columns: readonly Column[] }>`
    select table_name as "table", json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
    from information_schema.columns join pg_class on pg_class.oid = table_name::regclass and relkind = 'r'
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null
    group by 1`.execute(db);
  for (const { table, columns } of rows.filter(({ table }) => !SMALL.has(table)))
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      select ${sql.join(columns.map(({ name, type }) => sql.raw(VALID[name] ?? valueOf(type))))}
      from generate_series(1, ${sql.lit(ROWS)}) as n where not exists (select from ${sql.table(table)})`.execute(
      db,
    );
}

type Column = { readonly name: string; readonly type: string };

/** For what a column's type does not tell. */
const VALID: Readonly<Record<string, string>> = { type: `'bot'`, granularity: `'day'` };

function valueOf(type: string): string {
  if (type === 'ARRAY') return `'{}'`;
  if (type === 'boolean') return 'true';
  if (type === 'uuid') return `lpad(to_hex(n), 32, '0')::uuid`;
  if (type.startsWith('timestamp') || type === 'date') return `date '2026-01-01' + n`;
  return `n::${type}`;
}

/**
 * Runs a migration, and returns what others would have waited for: each large table that a statement read or wrote while the
 * transaction had a lock, of any table that existed before, under which others cannot read or write.
 */
export async function stallsOf(
  tx: Transaction<Tables>,
  up: (db: Kysely<never>) => Promise<void>,
): Promise<readonly string[]> {
  const tables = await tablesOf(tx);
  const large = [...tables.values()].filter((table) => !SMALL.has(table));
  const stalls = new Set<string>();
  let before = await touchedRows(tx);
  await up(
    afterEach(tx, async () => {
      const after = await touchedRows(tx);
      const touched = large.filter((table) => (after[table] ?? 0) - (before[table] ?? 0) > MANY);
      before = after;
      if (touched.length === 0) return;
      for (const oid of await lockedTables(tx)) {
        const locked = tables.get(oid);
        for (const table of locked === undefined ? [] : touched)
          stalls.add(`${table} while ${locked} is locked`);
      }
    }),
  );
  return [...stalls];
}

/** What migrations send their statements by. A plugin could not ask the same connection before it has returned. */
function afterEach(tx: Transaction<Tables>, look: () => Promise<void>): Kysely<never> {
  const executor = tx.getExecutor();
  const watched: Pick<QueryExecutor, 'transformQuery' | 'compileQuery' | 'executeQuery'> = {
    transformQuery: (...args) => executor.transformQuery(...args),
    compileQuery: (...args) => executor.compileQuery(...args),
    async executeQuery<R>(query: CompiledQuery<R>) {
      const result = await executor.executeQuery(query);
      await look();
      return result;
    },
  };
  return { getExecutor: () => watched } as unknown as Kysely<never>;
}

/** The tables that there are, by their object ids: one that the migration drops is locked all the same. */
async function tablesOf(tx: Transaction<Tables>): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ oid: number; name: string }>`
    select oid, relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(tx);
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

/** How many rows of each table this transaction has read or written; building an index or a table anew reads all. */
async function touchedRows(tx: Transaction<Tables>): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as "table", seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del as rows
    from pg_stat_xact_user_tables`.execute(tx);
  return Object.fromEntries(rows.map(({ table, rows }) => [table, rows]));
}

/** What this transaction has locked so that others cannot read or write. */
async function lockedTables(tx: Transaction<Tables>): Promise<readonly number[]> {
  const { rows } = await sql<{ oid: number }>`
    select distinct relation as oid from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation'
      and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    order by 1`.execute(tx);
  return rows.map(({ oid }) => oid);
}
