import type { Position } from './cursor.ts';
import type { BucketCounts, DateRange, Granularity } from './dates.ts';
import type { Database, EventType } from './kysely-database.ts';

/** The key with this hash. Its plan is null if the account was deleted. */
export async function findKey(db: Database, keyHash: string) {
  return db
    .selectFrom('api_keys')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'api_keys.account_id').on('accounts.deleted_at', 'is', null),
    )
    .select([
      'api_keys.id as keyId',
      'api_keys.account_id as accountId',
      'api_keys.revoked_at as revokedAt',
      'api_keys.last_used_at as lastUsedAt',
      'accounts.plan',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .executeTakeFirst();
}

export async function markKeyUsed(db: Database, keyId: number, at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', keyId).execute();
}

/** The account's site with this id. */
export async function findSite(db: Database, accountId: number, siteId: string) {
  return db
    .selectFrom('sites')
    .select(['id', 'domain', 'name', 'created_at as createdAt'])
    .where('id', '=', siteId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Counts by type and name, largest first, then by code point. */
export async function countByName(db: Database, siteId: string, { start, end }: DateRange) {
  return db
    .selectFrom('site_days')
    .select((eb) => [
      'type',
      'name',
      'company',
      eb.fn.sum<number>('count').as('count'),
      eb.fn.sum<number>('value').as('value'),
    ])
    .where('site_id', '=', siteId)
    .where('day', '>=', start)
    .where('day', '<=', end)
    .groupBy(['type', 'name', 'company'])
    .orderBy('count', 'desc')
    .orderBy('name', (order) => order.collate('C'))
    .orderBy('company', (order) => order.collate('C'))
    .execute();
}

export type NameCount = Awaited<ReturnType<typeof countByName>>[number];

/** The days or hours that have events, in no order. */
export async function countByBucket(
  db: Database,
  siteId: string,
  { from, until }: DateRange,
  granularity: Granularity,
): Promise<BucketCounts[]> {
  return db
    .selectFrom('site_buckets')
    .select(({ fn }) => [
      'starts_at as startsAt',
      fn.sum<number>('bot_visits').as('botVisits'),
      fn.sum<number>('referrals').as('referrals'),
      fn.sum<number>('conversions').as('conversions'),
    ])
    .where('site_id', '=', siteId)
    .where('granularity', '=', granularity)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .groupBy('starts_at')
    .execute();
}

export type EventFilter = {
  readonly type?: EventType | undefined;
  /** The last event of the previous page; undefined for the first page. */
  readonly after?: Position | undefined;
  readonly limit: number;
};

/** The site's events, newest first. */
export async function listEvents(
  db: Database,
  siteId: string,
  { from, until }: DateRange,
  { type, after, limit }: EventFilter,
) {
  let query = db
    .selectFrom('events')
    .select(['id', 'type', 'page_path', 'country', 'created_at'])
    .select(['bot_name', 'bot_company', 'source', 'event_name', 'event_value'])
    .where('site_id', '=', siteId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (type !== undefined) query = query.where('type', '=', type);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];
