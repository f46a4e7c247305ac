import { type Transaction, sql } from 'kysely';
import type { NewEvent } from '../domain/event.ts';
import { formatInstant } from '../domain/time.ts';
import { type Database, nextSlot } from '../database/database.ts';
import { execute, read, readLong } from '../database/query.ts';
import { lockSitesOf, shareSite } from '../database/site-lock.ts';
import { HASH_OF_SITE, deleteOldRows } from './old-rows.ts';
import type { Attributing } from './landing-statements.ts';
import { insertEvents, shareAttributing } from './record-events.ts';
import { timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction, inUndoneTransaction } from '../database/transaction.ts';
import { type ReservedUsage, recountUsage } from './usage.ts';

/** What makes a request the same as an earlier one: hashes of its key and of its body. */
export type Idempotency = { readonly keyHash: string; readonly bodyHash: string };

/** What a request brings to be recorded. */
export type CollectedRequest = {
  readonly events: readonly NewEvent[];
  /** The number of items that are nothing to record. */
  readonly passedOver: number;
  /** Undefined for a request without an Idempotency-Key, which cannot be repeated safely. */
  readonly idempotency: Idempotency | undefined;
};

/** A request with the room that its events use. */
type RequestWithRoom = CollectedRequest & { readonly reservation?: ReservedUsage | undefined };

/** What is stored of a recorded request. */
export type RecordedRequest = Idempotency & { readonly recorded: number; readonly passedOver: number };

/** Requests of one site. */
type Requests = {
  readonly siteId: string;
  readonly nowMs: number;
  readonly requests: readonly CollectedRequest[];
};

/** Requests of one site, to be recorded together. */
type RecordedTogether = Requests & {
  /** The rollup row of each key that this process adds to, 0 to 7. */
  readonly slot: number;
  readonly requests: readonly RequestWithRoom[];
  /** How the products of their conversions are found. */
  readonly attributing?: Attributing | undefined;
};

type InsertedColumns = {
  readonly siteId: string;
  readonly createdAt: string;
  readonly keyHashes: readonly string[];
  readonly bodyHashes: readonly string[];
  readonly recorded: readonly number[];
  readonly passedOver: readonly number[];
};

/** In the order of the keys, so that concurrent recorders wait for each other and never deadlock. */
const INSERT_COLLECTED = statement(
  'insert_collected',
  (_, param: Param<InsertedColumns>) => sql<{ readonly keyHash: string }>`
    insert into collected_requests (site_id, key_hash, body_hash, recorded, passed_over, created_at)
    select ${param('siteId')}, key_hash, body_hash, recorded, passed_over, ${param('createdAt')}::timestamptz
    from unnest(
      ${param('keyHashes')}::text[], ${param('bodyHashes')}::text[],
      ${param('recorded')}::integer[], ${param('passedOver')}::integer[]
    ) as batch (key_hash, body_hash, recorded, passed_over)
    order by key_hash collate "C"
    on conflict (site_id, key_hash) do nothing
    returning key_hash as "keyHash"`,
);

type Keys = { readonly siteId: string; readonly keyHashes: readonly string[] };

/** Key by key: for a list of keys, the generic plan would read every request of the site. */
const FIND_COLLECTED = statement(
  'find_collected',
  (_, param: Param<Keys>) => sql<RecordedRequest>`
    select c.key_hash as "keyHash", c.body_hash as "bodyHash", c.recorded, c.passed_over as "passedOver"
    from unnest(${param('keyHashes')}::text[]) as wanted (key_hash)
    cross join lateral (
      select key_hash, body_hash, recorded, passed_over from collected_requests
      where site_id = ${param('siteId')} and key_hash = wanted.key_hash
      limit 1
    ) as c`,
);

/** The recorded requests that have one of these keys, by key. */
export async function findCollected(db: Database, keys: Keys): Promise<ReadonlyMap<string, RecordedRequest>> {
  const rows = await read(db, FIND_COLLECTED(keys));
  return new Map(rows.map((row) => [row.keyHash, row]));
}

/**
 * Records requests in one transaction, except those whose keys are taken, and returns the keys that were free. A key
 * that another process is recording at the moment is waited for. No two of the requests may have the same key, or the digest
 * of one request. Throws SiteGone, ReservationVoid, RequestsTaken, SecretsReplaced, and what `inTransaction` throws.
 */
export async function recordRequests(
  db: Database,
  { siteId, slot, nowMs, requests, attributing }: RecordedTogether,
): Promise<ReadonlySet<string>> {
  return inTransaction(db, async (tx, attempt) => {
    const attributed = await shareAttributing(tx, siteId, roomOf(requests)[0]?.accountId, attributing);
    const won = await insertCollected(tx, { siteId, nowMs, requests });
    const granted = grantedOf(requests, won);
    const events = granted.flatMap((request) => request.events);
    const reservations = roomOf(granted);
    const batch = { siteId, slot: nextSlot(slot, attempt), nowMs, events, reservations };
    await insertEvents(tx, attributed(batch));
    return won;
  });
}

/** What is recorded leaves no room in the month. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';

  constructor() {
    super('the month has no room for these events');
  }
}

/**
 * Records requests as `recordRequests` does, but alone in the account, and in the room that is left by what is recorded.
 * All earlier reservations in the month are void afterwards. Throws NoRoom too.
 */
export async function recordInLastRoom(
  db: Database,
  { siteId, slot, nowMs, requests, attributing }: RecordedTogether,
  { accountId, limit }: { readonly accountId: number; readonly limit: number },
): Promise<ReadonlySet<string>> {
  return inTransaction(db, async (tx, attempt) => {
    const attributed = await shareAttributing(tx, siteId, undefined, attributing);
    await lockSitesOf(tx, accountId);
    const won = await insertCollected(tx, { siteId, nowMs, requests });
    const events = grantedOf(requests, won).flatMap((request) => request.events);
    if (events.length === 0) return won;
    const room = await recountUsage(tx, { accountId, nowMs, events: events.length }, limit);
    if (room === undefined) throw new NoRoom();
    const batch = { siteId, slot: nextSlot(slot, attempt), nowMs, events, reservations: [room] };
    await insertEvents(tx, attributed(batch));
    return won;
  });
}

/**
 * Those of the requests' keys that are taken, by any process. A transaction that has claimed one of them is waited for:
 * if it did not commit, the key is free. Stores nothing.
 */
export async function findTakenKeys(db: Database, requests: Requests): Promise<ReadonlySet<string>> {
  const keys = requests.requests.flatMap(({ idempotency }) => idempotency?.keyHash ?? []);
  if (keys.length === 0) return new Set();
  const free = await inUndoneTransaction(db, async (tx) => {
    await shareSite(tx, requests.siteId);
    return insertCollected(tx, requests);
  });
  return new Set(keys.filter((key) => !free.has(key)));
}

type Old = { readonly siteIds: readonly string[]; readonly before: string };

/** Reads the requests that will be deleted, and no others. */
const LIST_SITES_WITH_OLD_REQUESTS = statement(
  'list_sites_with_old_requests',
  (_, param: Param<Old>) => sql<{ readonly siteId: string }>`
    select site_id as "siteId" from collected_requests
    where site_id = any(${param('siteIds')}::text[]) and created_at < ${timestamptz(param('before'))}
      and ${HASH_OF_SITE} = any(array(select hashtextextended(id, 0) from unnest(${param('siteIds')}::text[]) as id))
    group by site_id`,
);

/** Which of the sites have requests that were recorded before an instant, in no particular order. */
export async function listSitesWithOldRequests(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const rows = await readLong(
    db,
    LIST_SITES_WITH_OLD_REQUESTS({ siteIds, before: formatInstant(beforeMs) }),
    'service',
  );
  return rows.map(({ siteId }) => siteId);
}

/**
 * Deletes the oldest of a site's requests that were recorded before an instant, about as many as the limit. Returns how
 * many: 0 when none are left.
 */
export async function deleteOldRequests(
  db: Database,
  siteId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  return deleteOldRows(db, 'collected_requests', { siteId, beforeMs, limit });
}

/** Those whose keys were free, and those without a key. */
function grantedOf(
  requests: readonly RequestWithRoom[],
  won: ReadonlySet<string>,
): readonly RequestWithRoom[] {
  return requests.filter(({ idempotency: id }) => id === undefined || won.has(id.keyHash));
}

function roomOf(requests: readonly RequestWithRoom[]): readonly ReservedUsage[] {
  return requests.flatMap(({ reservation }) => reservation ?? []);
}

async function insertCollected(
  tx: Transaction<Tables>,
  { siteId, nowMs, requests }: Requests,
): Promise<ReadonlySet<string>> {
  const keyed = requests.flatMap(({ idempotency, events, passedOver }) =>
    idempotency ? [{ ...idempotency, recorded: events.length, passedOver }] : [],
  );
  if (keyed.length === 0) return new Set();
  const { rows } = await execute(
    tx,
    INSERT_COLLECTED({
      siteId,
      createdAt: formatInstant(nowMs),
      keyHashes: keyed.map(({ keyHash }) => keyHash),
      bodyHashes: keyed.map(({ bodyHash }) => bodyHash),
      recorded: keyed.map(({ recorded }) => recorded),
      passedOver: keyed.map(({ passedOver }) => passedOver),
    }),
  );
  return new Set(rows.map(({ keyHash }) => keyHash));
}
