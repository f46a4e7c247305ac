import { type Kysely, sql } from 'kysely';

/** Adds the identities with which owners sign in at a provider. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CREATE).execute(db);
}

// An account has one identity of an issuer: another person who gets the address there later must not get the account.
const CREATE = `create table identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  created_at timestamptz(3) not null,
  primary key (issuer, subject),
  unique (account_id, issuer)
)`;
