import { type Kysely, sql } from 'kysely';

/** Adds when the follower of a log stopped: null while it runs, and if it was killed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table followed_logs add column stopped_at timestamptz(3)`.execute(db);
}
