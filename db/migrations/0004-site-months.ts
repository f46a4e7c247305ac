import { type Kysely, sql } from 'kysely';

/**
 * Counts in each recording transaction how many events of the month it records, so that `usage` can be compared with
 * what was recorded, and corrected. `usage.epoch` tells the reservations from before a correction from those after it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
  for (const statement of FILL) await sql.raw(statement).execute(db);
}

const CREATE = [
  `create table site_months (
    site_id text not null,
    month date not null,
    slot smallint not null,
    account_id bigint not null,
    events bigint not null,
    primary key (site_id, month, slot)
  ) with (fillfactor = 70)`,
  `create index site_months_by_account on site_months (account_id, month)`,
] as const;

const DISTRIBUTE = `select create_distributed_table('site_months', 'site_id', colocate_with => 'events')`;

const FILL = [
  // Usage can be read meanwhile. Recorders wait until the migration has ended.
  `lock table usage in share row exclusive mode`,
  // The sites of earlier events are not known: they count under an id that no site has.
  `insert into site_months (site_id, month, slot, account_id, events)
    select 'account ' || account_id, month, 0, account_id, events from usage`,
  `alter table usage add column epoch integer not null default 1`,
  // Recorders of the earlier release, which count in no site's month, fail instead.
  `alter table usage alter column epoch drop default`,
] as const;
