import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/** Adds the versions of each site's robots.txt, and what the visits of bots are by them. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0)
    for (const table of ['judged_sites', 'judged_days', 'judged_months', 'broken_rules', 'rule_months'])
      await sql`select create_distributed_table(${sql.lit(table)}, 'site_id', colocate_with => 'events')`.execute(
        db,
      );
  await lockTables(db, 'events');
  // the version and the line of the rule that a visit broke (`ruleId`)
  await sql`alter table events add broken_rule bigint`.execute(db);
}

/** Rows that are written again and again keep some room for it. */
const ROOMY = `with (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000, autovacuum_analyze_scale_factor = 0.02
  )`;

const CREATE = [
  `create table robots_versions (
    id bigserial primary key,
    ruled_site_id text not null,
    since timestamptz(3) not null,
    origin text not null,
    text text not null
  )`,
  `create unique index robots_versions_of_site on robots_versions (ruled_site_id, since)`,
  `create table judged_sites (
    site_id text primary key,
    -- counts the changes of this row, so that of two processes only one goes on
    revision bigint not null,
    -- JSON: the ids and times of the versions by which visits are judged
    versions text not null,
    -- days before it have changed since if the site has recorded more events of them than this
    until_day date not null,
    recorded bigint not null,
    -- what was recorded before it is judged, but for the days that are to be judged again
    looked_at timestamptz(3),
    -- the newest visit that is judged
    judged_at timestamptz(3),
    -- the days that are to be judged again
    again_from date,
    again_until date
  )`,
  `create table judged_days (
    site_id text not null,
    day date not null,
    visits bigint not null,
    -- of its 24 hours
    hour_counts integer[] not null,
    -- the largest id of a visit that is judged
    last_id bigint not null,
    primary key (site_id, day)
  ) ${ROOMY}`,
  // Each array has 31 days, or is null if all are zero; the sums are those of the arrays.
  `create table judged_months (
    site_id text not null,
    month date not null,
    name text not null,
    company text not null,
    allowed bigint not null,
    against bigint not null,
    unknown bigint not null,
    allowed_counts integer[],
    against_counts integer[],
    unknown_counts integer[],
    primary key (site_id, month, name, company)
  ) ${ROOMY}`,
  `create table broken_rules (
    site_id text not null,
    rule_id bigint not null,
    rule text not null,
    rule_group text not null,
    primary key (site_id, rule_id)
  )`,
  `create table rule_months (
    site_id text not null,
    month date not null,
    rule_id bigint not null,
    name text not null,
    visits bigint not null,
    day_counts integer[] not null,
    primary key (site_id, month, rule_id, name)
  ) ${ROOMY}`,
] as const;
