import type { Generated } from 'kysely';
import type { EventType } from '../domain/event.ts';
import type { Granularity } from '../domain/granularity.ts';

/** The tables that count events. */
export type RollupTables = {
  site_buckets: {
    site_id: string;
    granularity: Granularity;
    starts_at: string;
    slot: number;
    bot_visits: number;
    referrals: number;
    conversions: number;
  };
  site_days: {
    site_id: string;
    day: string;
    type: EventType;
    name: string;
    /** Of a conversion, the LLM product that sent the visitor. */
    company: Generated<string>;
    slot: number;
    count: number;
    value: number;
    bytes: Generated<number>;
    /** How many of the visits tell their bytes. */
    sized: Generated<number>;
    failed: Generated<number>;
    signed: Generated<number>;
    verified: Generated<number>;
    outside: Generated<number>;
    no_list: Generated<number>;
  };
  site_statuses: {
    site_id: string;
    day: string;
    name: string;
    company: string;
    status: number;
    slot: number;
    count: number;
  };
  site_countries: {
    site_id: string;
    day: string;
    country: string;
    slot: number;
    bot_visits: number;
    referrals: number;
    conversions: number;
  };
  site_blocks: {
    site_id: string;
    first_day: string;
    days: number;
    bot_visits: number;
    referrals: number;
    conversions: number;
  };
  site_block_names: {
    site_id: string;
    first_day: string;
    days: number;
    type: EventType;
    name: string;
    company: string;
    count: number;
    value: number;
    bytes: number;
    sized: number;
    failed: number;
    signed: Generated<number>;
    verified: number;
    outside: number;
    no_list: number;
  };
  site_block_pages: {
    site_id: string;
    /** Whether it counts the visits of one bot, or all events. */
    by_bot: boolean;
    first_day: string;
    days: number;
    /** The bot's name and company; empty if it counts all events. */
    name: string;
    company: string;
    /**
     * 0 if it counts the whole block; or the hour, from 1 to 24, of a day that is counted by the hour; or from 32 on, a
     * part of the paths (page-parts.ts).
     */
    part: number;
    bot_visits: number;
    referrals: number;
    conversions: number;
    /** Each path once; the arrays below have an element for each of them. */
    paths: readonly string[];
    visit_counts: readonly number[];
    /** Null, as the next, of a bot. */
    referral_counts: readonly number[] | null;
    conversion_counts: readonly number[] | null;
    failed_counts: readonly number[];
    /** Null for a page none of whose visits tells its bytes. */
    byte_sums: readonly (number | null)[];
    /** The largest id of an event that it counts. Null, as the next, of a bot, and if an earlier release has folded it. */
    last_id: number | null;
    /** How many events it counts in each hour. */
    hour_counts: readonly number[] | null;
    /** On which days of a block bots read each page (read-days.ts). Null of a day, and if an earlier release has folded it. */
    read_days: readonly number[] | null;
  };
  site_block_statuses: { site_id: string; first_day: string; days: number; status: number; count: number };
  /** Counts by the hour for the alerts: the arrays have the 24 hours of the day, or are null if all are 0. */
  alert_days: {
    site_id: string;
    day: string;
    type: 'bot' | 'referral';
    name: string;
    /** Empty of a referral. */
    company: string;
    visits: readonly number[];
    bursts: readonly number[] | null;
    failed: readonly number[] | null;
    outside: readonly number[] | null;
  };
  /** The sites whose last weeks are counted there. */
  alert_sites: { site_id: string; learned_at: string; learned: string; silence_due_at: string | null };
  /** Up to which day a site is folded, and how many events it had recorded by then, but for those of that day and later. */
  folded_sites: { site_id: string; until_day: string; recorded: number };
  /** How far the visits of a site are judged by its robots.txt. */
  judged_sites: {
    site_id: string;
    revision: number;
    versions: string;
    until_day: string;
    recorded: number;
    looked_at: string | null;
    judged_at: string | null;
    again_from: string | null;
    again_until: string | null;
  };
  /** Which visits of a day are judged: so many in each hour, and none with a larger id. */
  judged_days: {
    site_id: string;
    day: string;
    visits: number;
    hour_counts: readonly number[];
    last_id: number;
  };
  /** What the visits of a bot are by robots.txt, for each of 31 days; null stands for zeros. */
  judged_months: {
    site_id: string;
    month: string;
    name: string;
    company: string;
    allowed: number;
    against: number;
    unknown: number;
    allowed_counts: readonly number[] | null;
    against_counts: readonly number[] | null;
    unknown_counts: readonly number[] | null;
  };
  /** Rules that were ever broken, as they were written. */
  broken_rules: { site_id: string; rule_id: number; rule: string; rule_group: string };
  /** How often a bot broke a rule on each of 31 days. */
  rule_months: {
    site_id: string;
    month: string;
    rule_id: number;
    name: string;
    visits: number;
    day_counts: readonly number[];
  };
};
