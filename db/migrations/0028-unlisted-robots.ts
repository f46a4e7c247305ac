import { type Kysely, sql } from 'kysely';

/** Adds how often robots came that the catalogue does not have, by day and by what they call themselves. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table unlisted_robots (
      site_id text not null,
      day date not null,
      -- "(others)" counts all beyond the first 200 of a day
      token text not null,
      visits bigint not null,
      first_seen_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      primary key (site_id, day, token)
    )`.execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0)
    await sql`select create_distributed_table('unlisted_robots', 'site_id', colocate_with => 'events')`.execute(
      db,
    );
}
