import { type Kysely, sql } from 'kysely';

/**
 * Finds the old collected requests of one site, and takes the tables that are not read by site back to the coordinator of
 * a Citus cluster. They were copied to every node, so that writes to them waited for each other and failed while one node
 * was away.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of INDEX) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length === 0) return;
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where partmethod = 'n' and relname in (${sql.join(TABLES)})
    order by relname`.execute(db);
  for (const { name } of rows) await sql`select undistribute_table(${name})`.execute(db);
}

/**
 * By the hash of the site and not by the site itself: with that, PostgreSQL would look up the key of a request of a site that
 * is new since the last ANALYZE in this index, and read all requests of the site.
 */
const INDEX = [
  `create index collected_requests_by_age on collected_requests (hashtextextended(site_id, 0), created_at)`,
  `drop index collected_requests_by_time`,
] as const;

const TABLES = [
  'accounts',
  'api_keys',
  'audit_entries',
  'identities',
  'invitations',
  'sessions',
  'sites',
  'usage',
] as const;
