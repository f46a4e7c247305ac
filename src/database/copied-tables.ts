import type { Tables } from './tables.ts';

/** What the copy of a database does with each table, in the order in which they are copied. */
export const COPIED_TABLES: Readonly<Record<keyof Tables, 'copied' | { readonly leftOut: string }>> = {
  accounts: 'copied',
  api_keys: 'copied',
  invitations: 'copied',
  sessions: 'copied',
  share_links: 'copied',
  identities: 'copied',
  audit_entries: 'copied',
  sites: 'copied',
  placed_sites: { leftOut: 'a trigger on sites makes its rows' },
  site_deletions: 'copied',
  events: 'copied',
  site_buckets: 'copied',
  site_days: 'copied',
  site_statuses: 'copied',
  site_countries: 'copied',
  site_blocks: 'copied',
  site_block_names: 'copied',
  site_block_statuses: 'copied',
  site_block_pages: 'copied',
  folded_sites: 'copied',
  site_months: 'copied',
  usage: 'copied',
  log_positions: 'copied',
  followed_logs: 'copied',
  recording_sources: 'copied',
  site_sources: 'copied',
  source_hours: 'copied',
  unlisted_robots: 'copied',
  robots_versions: 'copied',
  judged_sites: 'copied',
  judged_days: 'copied',
  judged_months: 'copied',
  broken_rules: 'copied',
  rule_months: 'copied',
  sitemaps: 'copied',
  sitemap_pages: 'copied',
  alert_days: 'copied',
  alert_sites: 'copied',
  alerts: 'copied',
  alert_rules: 'copied',
  mutes: 'copied',
  notes: 'copied',
  channels: 'copied',
  digests: 'copied',
  digest_issues: 'copied',
  deliveries: 'copied',
  collected_requests: 'copied',
  request_digests: 'copied',
  drain_batches: 'copied',
  visitor_secrets: { leftOut: 'a client is known on this database only, and for minutes' },
  landings: { leftOut: 'a client is known on this database only, and for minutes' },
  attribution: 'copied',
  leases: { leftOut: 'a lease ends when its process does' },
};

export type TableName = keyof Tables;

const NAMES = Object.keys(COPIED_TABLES) as TableName[];

/** Those whose rows are sent. */
export const SENT_TABLES = NAMES.filter((name) => COPIED_TABLES[name] === 'copied');

/** Those that have the same rows afterwards. */
export const SAME_TABLES = NAMES.filter((name) => !['leases', 'visitor_secrets', 'landings'].includes(name));
