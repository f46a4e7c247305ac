import { type Kysely, sql } from 'kysely';

/**
 * Adds a row for each site to the partition of its data. Citus sends a statement that takes the site from there straight to
 * its node. Others it evaluates on the coordinator first, which takes three times as long. A trigger on the sites keeps the
 * rows, so that servers of the earlier release, which do not know them, place their new sites too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CREATE).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  for (const statement of citus.rows.length > 0 ? [DISTRIBUTE, KEEP_HERE, ...FILL, PASS_ON] : FILL)
    await sql.raw(statement).execute(db);
}

const CREATE = `create table placed_sites (site_id text primary key)`;

const DISTRIBUTE = `select create_distributed_table('placed_sites', 'site_id', colocate_with => 'events')`;

/** The sites are on the coordinator, and so are their trigger and its function. */
const KEEP_HERE = `set local citus.enable_ddl_propagation to off`;
const PASS_ON = `set local citus.enable_ddl_propagation to on`;

/** The trigger comes before the rows: it keeps others from changing sites until the migration ends. */
const FILL = [
  `create function place_site() returns trigger language plpgsql as $$ begin
     if tg_op = 'INSERT' then insert into placed_sites (site_id) values (new.id);
     else delete from placed_sites where site_id = old.id; end if;
     return null; end $$`,
  `create trigger place_site after insert or delete on sites for each row execute function place_site()`,
  `insert into placed_sites (site_id) select id from sites`,
] as const;
