import type { Generated } from 'kysely';
import type { AlertKind, AlertSubject, Sensitivity } from '../domain/alert.ts';
import type { ChannelKind, DeliveryState, Message } from '../domain/channel.ts';
import type { DigestPeriod } from '../domain/digest.ts';
import type { EventType } from '../domain/event.ts';
import type { Plan } from '../domain/plan.ts';
import type { SignatureState } from '../domain/signature.ts';
import type { SourceKind } from '../domain/source.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { PublishedTables } from './published-tables.ts';
import type { RollupTables } from './rollup-tables.ts';

/** Those of other files. */
type OtherTables = RollupTables & PublishedTables;

/** The tables as the migrations define them. Instants are passed as ISO 8601 text (`instant`, `epochMs`). */
export type Tables = OtherTables & {
  accounts: {
    id: Generated<number>;
    email: string;
    plan: Plan;
    created_at: string;
    deleted_at: string | null;
    password_hash: string | null;
  };
  invitations: {
    account_id: number;
    token_hash: string;
    expires_at: string;
    asks_for_password: boolean;
  };
  sessions: {
    id: Generated<number>;
    account_id: number;
    token_hash: string;
    user_agent: string;
    created_at: string;
    last_used_at: string;
    ends_at: string;
  };
  share_links: {
    id: Generated<number>;
    account_id: number;
    shared_site_id: string;
    name: string;
    first_day: string | null;
    last_day: string | null;
    token_hash: string;
    created_at: string;
    expires_at: string;
    last_used_at: string | null;
    shows_alerts: Generated<boolean>;
    shows_notes: Generated<boolean>;
  };
  site_deletions: { deleted_site_id: string };
  identities: { issuer: string; subject: string; account_id: number; created_at: string };
  audit_entries: {
    id: Generated<number>;
    account_id: number;
    created_at: string;
    action: string;
    detail: string;
    made_by: string;
  };
  api_keys: {
    id: Generated<number>;
    account_id: number;
    key_hash: string;
    name: string;
    last_four: string;
    created_at: string;
    last_used_at: string | null;
    revoked_at: string | null;
    collect_site_id: string | null;
    drains: Generated<boolean>;
    signature_secret: string | null;
    verify_code: string | null;
    audience: string | null;
  };
  sites: {
    id: string;
    account_id: number;
    domain: string;
    name: string;
    created_at: string;
    retention_days: number | null;
    excluded_addresses: readonly string[] | null;
    excluded_paths: readonly string[] | null;
  };
  events: {
    site_id: string;
    created_at: string;
    id: Generated<number>;
    type: EventType;
    page_path: string;
    country: string;
    bot_name: string | null;
    bot_company: string | null;
    source: string | null;
    event_name: string | null;
    event_value: number | null;
    status: number | null;
    bytes: number | null;
    /** Null: unknown. */
    verdict: Exclude<Verdict, 'signed' | 'unknown'> | null;
    /** Null: none. A visit of the verdict signed has that here, which is valid, and no verdict. */
    signature: 'signed' | SignatureState | null;
    /** The host of the directory whose key verified it. */
    signer: string | null;
    /** Of a conversion: the LLM product that sent the visitor. */
    sent_by: string | null;
    /** Of a visit that broke a rule of robots.txt (`ruleId`). */
    broken_rule: number | null;
  };
  /** Unlogged, as `landings`. */
  visitor_secrets: { day: string; id: Generated<string>; secret: string };
  landings: { client: bigint; landed_ms: number; ends_minute: number; source: string };
  attribution: { is_only: Generated<boolean>; since: string | null };
  site_months: { site_id: string; month: string; slot: number; account_id: number; events: number };
  usage: { account_id: number; month: string; events: number; epoch: number };
  log_positions: {
    site_id: string;
    first_line: string;
    copy: number;
    bytes: number;
    digest: string;
    reader_state: string | null;
    path: string;
    modified_at: string;
  };
  followed_logs: {
    site_id: string;
    path: string;
    started_at: string;
    seen_at: string;
    bytes_behind: number;
    lines: number;
    events: number;
    passed_over: string;
    note: string | null;
    noted_at: string | null;
    stopped_at: string | null;
  };
  /** Of a release before `site_sources`. */
  recording_sources: { site_id: string; kind: string; name: string; last_recorded_at: string };
  site_sources: {
    site_id: string;
    source_id: string;
    kind: SourceKind;
    name: string;
    key_id: number | null;
    sender: string | null;
    heard_at: string;
    last_recorded_at: string | null;
    batch_at: string | null;
    batch_records: number | null;
    batch_bytes: number | null;
    /** Codes, separated by spaces. */
    limits: string | null;
    refused_at: string | null;
    refused_status: number | null;
    refused_reason: string | null;
  };
  source_hours: {
    site_id: string;
    hour: string;
    source_id: string;
    outcome: string;
    count: number;
    sample: string | null;
  };
  collected_requests: {
    site_id: string;
    key_hash: string;
    body_hash: string;
    recorded: number;
    passed_over: number;
    created_at: string;
  };
  /** Robots that the catalogue does not have. */
  unlisted_robots: {
    site_id: string;
    day: string;
    token: string;
    visits: number;
    first_seen_at: string;
    last_seen_at: string;
  };
  /** The alerts of an account, and of its sites. */
  alerts: {
    id: Generated<number>;
    account_id: number;
    /** Null if it is of the account. */
    alert_site_id: string | null;
    kind: AlertKind;
    subject_kind: AlertSubject;
    subject: string;
    subjects: readonly string[];
    event_type: 'bot' | 'referral' | null;
    raised_at: string;
    from_at: string;
    until_at: string | null;
    unit: 'count' | 'share';
    seen: number | null;
    usual: readonly number[];
    page: string | null;
    title: string;
    detail: string;
    expected_at: string | null;
  };
  alert_rules: { account_id: number; rule_site_id: string; kind: AlertKind; sensitivity: Sensitivity };
  mutes: {
    muted_site_id: string;
    subject_kind: AlertSubject;
    subject: string;
    /** Empty for all kinds. */
    kind: AlertKind | '';
    since: string;
    until_at: string | null;
  };
  notes: { id: Generated<number>; noted_site_id: string; day: string; text: string; made_by: string };
  /** Where an account has alerts and digests sent. The target, the secrets and the token are encrypted. */
  channels: {
    id: Generated<number>;
    account_id: number;
    kind: ChannelKind;
    name: string;
    target: string;
    secret: string | null;
    old_secret: string | null;
    old_secret_until: string | null;
    token: string | null;
    token_hash: string | null;
    confirmed_at: string | null;
    is_enabled: boolean;
    alert_kinds: readonly AlertKind[];
    /** Null for all. */
    alert_site_ids: readonly string[] | null;
    sends_digest: boolean;
    failing_since: string | null;
  };
  digests: {
    account_id: number;
    every: DigestPeriod | null;
    weekday: number;
    hour: number;
    next_at: string | null;
  };
  digest_issues: { id: Generated<number>; account_id: number; made_at: string; content: string };
  deliveries: {
    id: Generated<number>;
    account_id: number;
    channel_id: number;
    type: Message['type'];
    alert_id: number | null;
    digest_issue_id: number | null;
    made_at: string;
    state: DeliveryState;
    attempts: number;
    attempted_at: string | null;
    next_at: string | null;
    reason: string | null;
  };
  request_digests: { site_id: string; digest: string; day: string; recorded_on: string };
  drain_batches: { site_id: string; batch_key: string; records_done: number; created_at: string };
  leases: { name: string; holder: string; expires_at: string };
  placed_sites: { site_id: string };
};
