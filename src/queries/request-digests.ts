import { type Transaction, sql } from 'kysely';
import { type NewEvent, hasDigest } from '../domain/event.ts';
import { LATEST_MS, formatDate } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read, readLong } from '../database/query.ts';
import { sqlDate, sqlDay } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

type Digests = { readonly siteId: string; readonly digests: readonly string[] };

/** Digest by digest: for a list, the generic plan would read every digest of the site. */
const FIND_DIGESTS = statement(
  'find_request_digests',
  (_, param: Param<Digests>) => sql<{ readonly digest: string }>`
    select wanted.digest from unnest(${param('digests')}::text[]) as wanted (digest)
    cross join lateral (
      select from request_digests where site_id = ${param('siteId')} and digest = wanted.digest::uuid limit 1
    ) as taken`,
);

type Inserted = Digests & { readonly days: readonly string[]; readonly recordedOn: string };

/**
 * In the order of the digests, so that concurrent recorders wait for each other and never deadlock. It takes the digests of a
 * deleted site too, so that a missing row always means that a digest is taken.
 */
const INSERT_DIGESTS = statement(
  'insert_request_digests',
  (_, param: Param<Inserted>) => sql`
    insert into request_digests (site_id, digest, day, recorded_on)
    select ${param('siteId')}, digest, day, ${param('recordedOn')}::date
    from unnest(${param('digests')}::uuid[], ${param('days')}::date[]) as batch (digest, day)
    order by digest
    on conflict (site_id, digest) do nothing`,
);

/** Some of the requests were recorded meanwhile, by another process perhaps. Nothing is stored: look which, and retry. */
export class RequestsTaken extends Error {
  override readonly name = 'RequestsTaken';

  constructor() {
    super('some of the requests are recorded already');
  }
}

/** The digests of the events' requests that are recorded in the site. Asks nothing for events without digests. */
export async function findTakenDigests(
  db: Database,
  siteId: string,
  events: readonly NewEvent[],
): Promise<ReadonlySet<string>> {
  if (!events.some(hasDigest)) return new Set();
  const digests = [...daysByDigest(events).keys()];
  const rows = await read(db, FIND_DIGESTS({ siteId, digests }));
  return new Set(rows.map(({ digest }) => digest));
}

type Taking = {
  readonly siteId: string;
  readonly events: readonly NewEvent[];
  readonly nowMs?: number | undefined;
};

/**
 * Takes the digests of the events' requests, in the transaction that stores the events; one that another transaction is
 * taking is waited for. Throws RequestsTaken if one is taken already.
 */
export async function takeDigests(tx: Transaction<Tables>, { siteId, events, nowMs }: Taking): Promise<void> {
  if (!events.some(hasDigest)) return;
  if (nowMs === undefined) throw new Error('requests with an id are recorded at a time');
  const days = daysByDigest(events);
  const columns = {
    siteId,
    digests: [...days.keys()],
    days: [...days.values()],
    recordedOn: formatDate(nowMs),
  };
  const { rowCount } = await execute(tx, INSERT_DIGESTS(columns));
  if (rowCount !== days.size) throw new RequestsTaken();
}

/** All events of a request have its digest and its time. */
function daysByDigest(events: readonly NewEvent[]): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  for (const { requestDigest, createdAtMs } of events)
    if (requestDigest !== undefined) days.set(requestDigest, formatDate(createdAtMs));
  return days;
}

type Old = { readonly siteIds: readonly string[]; readonly before: string };

/** From the rows beside the digests, so that Citus runs it where these are; and one look at each site, however many it has. */
const LIST_SITES_WITH_OLD_DIGESTS = statement(
  'list_sites_with_old_digests',
  (_, param: Param<Old>) => sql<{ readonly siteId: string }>`
    select site.site_id as "siteId" from placed_sites as site
    cross join lateral (
      select from request_digests
      where site_id = site.site_id and hashtextextended(site_id, 0) = hashtextextended(site.site_id, 0)
        and recorded_on < ${sqlDate(param('before'))}
      limit 1
    ) as old
    where site.site_id = any(${param('siteIds')}::text[])`,
);

/** Which of the sites have digests of requests that were recorded before a day, in no particular order. */
export async function listSitesWithOldDigests(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const rows = await readLong(
    db,
    LIST_SITES_WITH_OLD_DIGESTS({ siteIds, before: formatDate(beforeMs) }),
    'service',
  );
  return rows.map(({ siteId }) => siteId);
}

/**
 * Deletes digests of a site's requests that were recorded before a day, the oldest first, as many as the limit. Returns how
 * many: 0 when none are left. Planned each time: a plan for any limit would read all that are old.
 */
export async function deleteOldDigests(
  db: Database,
  siteId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_digests
    where site_id = ${siteId} and digest = any(array(
      select digest from request_digests
      where site_id = ${siteId} and hashtextextended(site_id, 0) = hashtextextended(${siteId}::text, 0)
        and recorded_on < ${sqlDay(beforeMs)}
      order by recorded_on limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/** Digests looked at per statement. */
const STEP = 1_000;

/** Forgets a site's requests of the days before a day, or all of them, so that they can be recorded again. */
export async function forgetRequests(db: Database, siteId: string, beforeMs = LATEST_MS): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;)
    after = await forgetSome(db, siteId, { after, beforeMs });
}

/** Smaller than any digest of an id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Looks at the digests that follow, forgets those that it has to, and returns the last; undefined if none follow. */
async function forgetSome(
  db: Database,
  siteId: string,
  { after, beforeMs }: { readonly after: string; readonly beforeMs: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ readonly digest: string }>`
    with step as (
      select digest, day from request_digests where site_id = ${siteId} and digest > ${after}::uuid
      order by digest limit ${STEP}
    ), gone as (
      delete from request_digests
      where site_id = ${siteId} and digest = any(array(select digest from step where day < ${sqlDay(beforeMs)}))
    )
    select digest from step order by digest desc limit 1`.execute(db);
  return rows[0]?.digest;
}
