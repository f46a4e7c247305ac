import { type Kysely, sql } from 'kysely';

/** Adds where alerts and digests are sent, when digests are, and what is to be sent. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
}

const CREATE = [
  // The target, the secrets and the token are encrypted.
  `create table channels (
    id bigserial primary key,
    account_id bigint not null,
    kind text not null,
    name text not null,
    target text not null,
    secret text,
    old_secret text,
    old_secret_until timestamptz(3),
    -- of the links in mails
    token text,
    token_hash text,
    confirmed_at timestamptz(3),
    is_enabled boolean not null,
    alert_kinds text[] not null,
    -- null for all
    alert_site_ids text[],
    sends_digest boolean not null,
    -- since when attempts fail
    failing_since timestamptz(3)
  )`,
  `create index channels_of_account on channels (account_id, id)`,
  `create unique index channels_of_token on channels (token_hash) where token_hash is not null`,
  `create table digests (
    account_id bigint primary key,
    -- null: off
    every text,
    weekday integer not null,
    hour integer not null,
    next_at timestamptz(3)
  )`,
  `create index digests_due on digests (next_at) where next_at is not null`,
  // Made once, and sent to each channel.
  `create table digest_issues (
    id bigserial primary key,
    account_id bigint not null,
    made_at timestamptz(3) not null,
    -- JSON
    content text not null
  )`,
  `create index digest_issues_by_time on digest_issues (made_at)`,
  `create table deliveries (
    id bigserial primary key,
    account_id bigint not null,
    channel_id bigint not null,
    type text not null,
    alert_id bigint,
    digest_issue_id bigint,
    made_at timestamptz(3) not null,
    state text not null,
    attempts integer not null,
    attempted_at timestamptz(3),
    -- of the next attempt; null if there is none
    next_at timestamptz(3),
    reason text
  ) with (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
  )`,
  `create unique index deliveries_of_alert on deliveries (alert_id, channel_id) where alert_id is not null`,
  `create index deliveries_due on deliveries (next_at) where next_at is not null`,
  `create index deliveries_waiting on deliveries (channel_id, next_at) where next_at is not null`,
  `create index deliveries_of_channel on deliveries (channel_id, made_at, id)`,
  `create index deliveries_by_hand on deliveries (account_id, made_at) where alert_id is null`,
  `create index deliveries_by_time on deliveries (made_at)`,
] as const;
