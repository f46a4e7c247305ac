import { type Kysely, sql } from 'kysely';

/** Adds the passwords, sign-in links and sessions of owners, and an audit of what they change. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
}

const CREATE = [
  // Null: the account has no password yet.
  `alter table accounts add column password_hash text`,
  // The key makes a newer invitation replace the one before.
  `create table invitations (
    account_id bigint primary key,
    token_hash text not null unique,
    expires_at timestamptz(3) not null,
    asks_for_password boolean not null
  )`,
  `create table sessions (
    id bigserial primary key,
    account_id bigint not null,
    token_hash text not null unique,
    user_agent text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null,
    ends_at timestamptz(3) not null
  )`,
  `create index sessions_by_account on sessions (account_id, id)`,
  `create index sessions_by_end on sessions (ends_at)`,
  `create table audit_entries (
    id bigserial primary key,
    account_id bigint not null,
    created_at timestamptz(3) not null,
    action text not null,
    detail text not null,
    made_by text not null
  )`,
  `create index audit_entries_by_account on audit_entries (account_id, id)`,
] as const;
