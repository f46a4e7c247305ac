import { type Kysely, sql } from 'kysely';

/**
 * Adds what processes lease from each other: the slots of the rollups, and the upkeep. Servers of the earlier release go
 * on recording: they choose their slots without asking.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // On Citus it stays a table of the coordinator: all processes write its few rows.
  await sql.raw(CREATE).execute(db);
}

const CREATE = `create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz(3) not null
)`;
