import { type ColumnType, type Generated, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Granularity } from './dates.ts';
import { POOL_SIZE, type Plan } from './settings.ts';

export type EventType = 'bot' | 'referral' | 'conversion';
export type Database = Kysely<Tables>;

type Instant = ColumnType<Date, Date | string, Date | string>;

type Tables = {
  accounts: {
    id: Generated<number>;
    email: string;
    plan: Plan;
    created_at: Instant;
    deleted_at: Instant | null;
  };
  api_keys: {
    id: Generated<number>;
    account_id: number;
    key_hash: string;
    last_used_at: Instant | null;
    revoked_at: Instant | null;
  };
  sites: { id: string; account_id: number; domain: string; name: string; created_at: Instant };
  events: {
    id: Generated<number>;
    site_id: string;
    created_at: Instant;
    type: EventType;
    page_path: string;
    country: string;
    bot_name: string | null;
    bot_company: string | null;
    source: string | null;
    event_name: string | null;
    event_value: number | null;
  };
  site_buckets: {
    site_id: string;
    granularity: Granularity;
    starts_at: Instant;
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
    company: string;
    slot: number;
    count: number;
    value: number;
  };
};

/** Kysely over a pool. Type parsers of the driver return counts and sums as numbers, as Kysely's documentation says. */
export function openDatabase(databaseUrl: string): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  pool.on('error', () => {
    // the pool replaces an idle connection that breaks
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
