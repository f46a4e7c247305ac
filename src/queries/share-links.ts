import { type Kysely, sql } from 'kysely';
import { ALL_TIME, type TimeRange } from '../domain/date-range.ts';
import type { Plan } from '../domain/plan.ts';
import type { ShareLink, ShownBeside } from '../domain/share-link.ts';
import type { Site } from '../domain/site.ts';
import { DAY_MS, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { sqlDay, epochMs, epochMsOfDay, sqlInstant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** What authentication needs to know of a link and of its site, in one read. */
export type ShareLinkRecord = Pick<
  ShareLink,
  'id' | 'range' | 'expiresAtMs' | 'lastUsedAtMs' | keyof ShownBeside
> & {
  readonly accountId: number;
  readonly plan: Plan;
  readonly site: Site;
};

const FIND_SHARE_LINK = statement('find_share_link', (db, param: Param<{ tokenHash: string }>) =>
  db
    .selectFrom('share_links as l')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'l.account_id').on('a.deleted_at', 'is', null),
    )
    .innerJoin('sites as s', 's.id', 'l.shared_site_id')
    .select((eb) => [
      'l.id as id',
      'l.account_id as accountId',
      epochMsOfDay(eb.ref('l.first_day')).$castTo<number | null>().as('firstDayMs'),
      epochMsOfDay(eb.ref('l.last_day')).$castTo<number | null>().as('lastDayMs'),
      epochMs(eb.ref('l.expires_at')).as('expiresAtMs'),
      epochMs(eb.ref('l.last_used_at')).$castTo<number | null>().as('lastUsedAtMs'),
      'l.shows_alerts as alerts',
      'l.shows_notes as notes',
      'a.plan as plan',
      's.id as siteId',
      's.account_id as siteAccountId',
      's.domain as domain',
      's.name as name',
      epochMs(eb.ref('s.created_at')).as('createdAtMs'),
    ])
    .where('l.token_hash', '=', param('tokenHash')),
);

/** The link with this hash, unless its account or its site was deleted. It may have expired. */
export async function findShareLink(db: Database, tokenHash: string): Promise<ShareLinkRecord | undefined> {
  const [row] = await readAccess(db, FIND_SHARE_LINK({ tokenHash }));
  if (row === undefined) return undefined;
  const { siteId, siteAccountId, domain, name, createdAtMs, firstDayMs, lastDayMs, ...link } = row;
  const site = { id: siteId, accountId: siteAccountId, domain, name, createdAtMs };
  return { ...link, range: rangeOf({ firstDayMs, lastDayMs }), site };
}

type ListValues = { readonly siteIds: readonly string[]; readonly now: string };

const LIST_SHARE_LINKS = statement('list_share_links', (db, param: Param<ListValues>) =>
  db
    .selectFrom('share_links')
    .select((eb) => [
      'id',
      'shared_site_id as siteId',
      'name',
      epochMsOfDay(eb.ref('first_day')).$castTo<number | null>().as('firstDayMs'),
      epochMsOfDay(eb.ref('last_day')).$castTo<number | null>().as('lastDayMs'),
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      epochMs(eb.ref('expires_at')).as('expiresAtMs'),
      epochMs(eb.ref('last_used_at')).$castTo<number | null>().as('lastUsedAtMs'),
      'shows_alerts as alerts',
      'shows_notes as notes',
    ])
    .where('shared_site_id', '=', sql<string>`any(${param('siteIds')}::text[])`)
    .where('expires_at', '>', timestamptz(param('now')))
    .orderBy('id', 'desc'),
);

/** The links of the sites that have not expired, newest first. */
export async function listShareLinks(
  db: Database,
  siteIds: readonly string[],
  nowMs: number,
): Promise<readonly ShareLink[]> {
  const rows = await readAccess(db, LIST_SHARE_LINKS({ siteIds, now: formatInstant(nowMs) }));
  return rows.map(({ firstDayMs, lastDayMs, ...link }) => ({
    ...link,
    range: rangeOf({ firstDayMs, lastDayMs }),
  }));
}

type Days = { readonly firstDayMs: number | null; readonly lastDayMs: number | null };

function rangeOf({ firstDayMs, lastDayMs }: Days): TimeRange {
  return {
    fromMs: firstDayMs ?? ALL_TIME.fromMs,
    untilMs: lastDayMs === null ? ALL_TIME.untilMs : lastDayMs + DAY_MS,
  };
}

/** How many links of a site have not expired. */
export async function countShareLinks(db: Kysely<Tables>, siteId: string, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('share_links')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('shared_site_id', '=', siteId)
    .where('expires_at', '>', sqlInstant(nowMs))
    .executeTakeFirstOrThrow();
  return row.links;
}

/** Returns the id of the new link. */
export async function insertShareLink(
  db: Kysely<Tables>,
  link: Omit<ShareLink, 'id' | 'lastUsedAtMs'> & { readonly accountId: number; readonly tokenHash: string },
): Promise<number> {
  const { fromMs, untilMs } = link.range;
  const row = await db
    .insertInto('share_links')
    .values({
      account_id: link.accountId,
      shared_site_id: link.siteId,
      name: link.name,
      first_day: fromMs === ALL_TIME.fromMs ? null : sqlDay(fromMs),
      last_day: untilMs === ALL_TIME.untilMs ? null : sqlDay(untilMs - DAY_MS),
      token_hash: link.tokenHash,
      shows_alerts: link.alerts,
      shows_notes: link.notes,
      created_at: sqlInstant(link.createdAtMs),
      expires_at: sqlInstant(link.expiresAtMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores when a link was used, unless a later use is stored already. */
export async function markShareLinkUsed(db: Database, linkId: number, atMs: number): Promise<void> {
  await db
    .updateTable('share_links')
    .set({ last_used_at: sqlInstant(atMs) })
    .where('id', '=', linkId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sqlInstant(atMs))]))
    .execute();
}

/** Deletes a link of an account, and returns its name and site; undefined if the account has none with this id. */
export async function deleteShareLinkOf(
  db: Kysely<Tables>,
  accountId: number,
  linkId: number,
): Promise<Pick<ShareLink, 'name' | 'siteId'> | undefined> {
  return db
    .deleteFrom('share_links')
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .returning(['name', 'shared_site_id as siteId'])
    .executeTakeFirst();
}

/** Deletes up to `limit` links that expired before a time. Returns how many. */
export async function deleteExpiredShareLinks(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('share_links')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('share_links')
        .select('id')
        .where('expires_at', '<', sqlInstant(beforeMs))
        .limit(sql.lit(limit)),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
