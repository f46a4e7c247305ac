import { type Kysely, sql } from 'kysely';

/** Adds the links with which owners let others view one site. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
}

const CREATE = [
  // A day that is null leaves that end of the range open.
  `create table share_links (
    id bigserial primary key,
    account_id bigint not null,
    shared_site_id text not null,
    name text not null,
    first_day date,
    last_day date,
    token_hash text not null unique,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    last_used_at timestamptz(3)
  )`,
  `create index share_links_by_site on share_links (shared_site_id, id)`,
  `create index share_links_by_expiry on share_links (expires_at)`,
] as const;
