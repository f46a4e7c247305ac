import type { Pool } from 'pg';
import type { KeyRecord } from './authenticate.ts';
import type { Position } from './cursor.ts';
import type { BucketCounts, DateRange, Granularity } from './dates.ts';

/** A site's rows, or undefined if the account has no such site. One statement does both. */
type OfSite<Row> = readonly Row[] | undefined;

export type NameCount = {
  readonly type: 'bot' | 'referral' | 'conversion';
  readonly name: string;
  readonly company: string;
  readonly count: number;
  readonly value: number;
};

export type EventRow = {
  readonly id: number;
  readonly type: 'bot' | 'referral' | 'conversion';
  readonly page_path: string;
  readonly country: string;
  readonly created_at: Date;
  readonly bot_name: string | null;
  readonly bot_company: string | null;
  readonly source: string | null;
  readonly event_name: string | null;
  readonly event_value: number | null;
};

export type Owned = { readonly accountId: number; readonly siteId: string };

export async function findKey(pool: Pool, keyHash: string): Promise<KeyRecord | undefined> {
  const { rows } = await pool.query<KeyRecord>({
    name: 'find-key',
    text: `select k.id as "keyId", k.account_id as "accountId", k.revoked_at as "revokedAt",
                  k.last_used_at as "lastUsedAt", a.plan
             from api_keys k left join accounts a on a.id = k.account_id and a.deleted_at is null
            where k.key_hash = $1`,
    values: [keyHash],
  });
  return rows[0];
}

export async function markKeyUsed(pool: Pool, keyId: number, at: Date): Promise<void> {
  await pool.query({
    name: 'mark-key-used',
    text: 'update api_keys set last_used_at = $2 where id = $1',
    values: [keyId, at],
  });
}

export async function countByName(
  pool: Pool,
  { siteId, accountId }: Owned,
  { start, end }: DateRange,
): Promise<OfSite<NameCount>> {
  const { rows } = await pool.query<NameCount | { readonly type: null }>({
    name: 'count-by-name',
    text: `select d.type, d.name, d.company, d.count, d.value
             from sites s
             left join lateral (
               select type, name, company, sum(count)::bigint as count, sum(value) as value
                 from site_days
                where site_id = s.id and day between $3 and $4
                group by type, name, company
             ) d on true
            where s.id = $1 and s.account_id = $2
            order by d.count desc, d.name collate "C", d.company collate "C"`,
    values: [siteId, accountId, start, end],
  });
  return ofSite(rows, (row) => row.type !== null);
}

/** The buckets that have events, in no order. */
export async function countByBucket(
  pool: Pool,
  { siteId, accountId }: Owned,
  { from, until }: DateRange,
  granularity: Granularity,
): Promise<OfSite<BucketCounts>> {
  const { rows } = await pool.query<BucketCounts | { readonly startsAt: null }>({
    name: 'count-by-bucket',
    text: `select b."startsAt", b."botVisits", b.referrals, b.conversions
             from sites s
             left join lateral (
               select starts_at as "startsAt", sum(bot_visits)::bigint as "botVisits",
                      sum(referrals)::bigint as referrals, sum(conversions)::bigint as conversions
                 from site_buckets
                where site_id = s.id and granularity = $3 and starts_at >= $4 and starts_at < $5
                group by starts_at
             ) b on true
            where s.id = $1 and s.account_id = $2`,
    values: [siteId, accountId, granularity, from, until],
  });
  return ofSite(rows, (row) => row.startsAt !== null);
}

type EventFilter = {
  readonly type: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listEvents(
  pool: Pool,
  { siteId, accountId }: Owned,
  { from, until }: DateRange,
  { type, after, limit }: EventFilter,
): Promise<OfSite<EventRow>> {
  const values: unknown[] = [siteId, accountId, from, until, limit];
  const ofType = type === undefined ? '' : `and type = $${values.push(type)}`;
  const behind =
    after === undefined
      ? ''
      : `and (created_at, id) < ($${values.push(after.createdAt)}, $${values.push(after.id)})`;
  const { rows } = await pool.query<EventRow | { readonly type: null }>({
    name: `list-events${ofType && '-of-type'}${behind && '-behind'}`,
    text: `select e.id, e.type, e.page_path, e.country, e.created_at, e.bot_name, e.bot_company, e.source,
                  e.event_name, e.event_value
             from sites s
             left join lateral (
               select id, type, page_path, country, created_at, bot_name, bot_company, source, event_name, event_value
                 from events
                where site_id = s.id and created_at >= $3 and created_at < $4 ${ofType} ${behind}
                order by created_at desc, id desc
                limit $5
             ) e on true
            where s.id = $1 and s.account_id = $2
            order by e.created_at desc, e.id desc`,
    values,
  });
  return ofSite(rows, (row) => row.type !== null);
}

/** The join returns one row of nulls for a site without data, and no row for a site of another account. */
function ofSite<Row extends object, Found extends Row>(
  rows: readonly Row[],
  isFound: (row: Row) => row is Found,
): OfSite<Found> {
  return rows.length === 0 ? undefined : rows.filter(isFound);
}
