import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/**
 * Adds the list of a site's pages, in parts, and on which days of a block each page was read, as bits. Blocks of an earlier
 * release lack these: upkeep makes them again, of shorter ones.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) for (const table of TABLES) await sql.raw(distribute(table)).execute(db);
  await lockTables(db, 'site_block_pages');
  await sql`alter table site_block_pages add read_days bigint[]`.execute(db);
  await sql`delete from folded_sites`.execute(db);
}

const TABLES = ['sitemaps', 'sitemap_pages'] as const;

const CREATE = [
  `create table sitemaps (
    site_id text not null primary key,
    updated_at timestamptz(3) not null,
    pages integer not null
  )`,
  // the paths are no part of a key: one may be longer than an index can hold
  `create table sitemap_pages (
    site_id text not null,
    part smallint not null,
    paths text[] not null,
    -- the path as the sitemap writes it, null where that is the same
    spellings text[] not null,
    modified_on date[] not null,
    primary key (site_id, part)
  )`,
] as const;

function distribute(table: string): string {
  return `select create_distributed_table('${table}', 'site_id', colocate_with => 'events')`;
}
