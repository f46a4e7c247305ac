import { type Kysely, sql } from 'kysely';
import type { Plan } from '../domain/plan.ts';
import { type Site, mayBeSiteId } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

export type Session = {
  readonly id: number;
  /** What the browser calls itself, shortened. */
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly endsAtMs: number;
};

/** What authentication needs to know of a session and of the site that the request names, in one read. */
export type SessionRecord = Session & {
  readonly accountId: number;
  readonly email: string;
  readonly plan: Plan;
  /** The site of the id, whoever owns it; undefined without an id, or if there is no such site. */
  readonly site: Site | undefined;
};

type Values = { readonly tokenHash: string; readonly siteId: string | null };

const FIND_SESSION = statement('find_session', (db, param: Param<Values>) =>
  db
    .selectFrom('sessions as n')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'n.account_id').on('a.deleted_at', 'is', null),
    )
    .leftJoin('sites as s', (join) => join.on('s.id', '=', param('siteId')))
    .select((eb) => [
      'n.id as id',
      'n.user_agent as userAgent',
      epochMs(eb.ref('n.created_at')).as('createdAtMs'),
      epochMs(eb.ref('n.last_used_at')).as('lastUsedAtMs'),
      epochMs(eb.ref('n.ends_at')).as('endsAtMs'),
      'n.account_id as accountId',
      'a.email as email',
      'a.plan as plan',
      's.id as siteId',
      eb.ref('s.account_id').$notNull().as('siteAccountId'),
      eb.ref('s.domain').$notNull().as('domain'),
      eb.ref('s.name').$notNull().as('name'),
      epochMs(eb.ref('s.created_at')).as('siteCreatedAtMs'),
    ])
    .where('n.token_hash', '=', param('tokenHash')),
);

/** The session with this hash, unless its account was deleted. It may have ended. */
export async function findSession(
  db: Database,
  tokenHash: string,
  siteId?: string,
): Promise<SessionRecord | undefined> {
  const storable = siteId !== undefined && mayBeSiteId(siteId) ? siteId : null;
  const [row] = await readAccess(db, FIND_SESSION({ tokenHash, siteId: storable }));
  if (row === undefined) return undefined;
  const { siteId: id, siteAccountId, domain, name, siteCreatedAtMs, ...session } = row;
  const site =
    id === null ? undefined : { id, accountId: siteAccountId, domain, name, createdAtMs: siteCreatedAtMs };
  return { ...session, site };
}

export async function insertSession(
  db: Kysely<Tables>,
  session: Omit<Session, 'id' | 'lastUsedAtMs'> & { readonly accountId: number; readonly tokenHash: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      created_at: sqlInstant(session.createdAtMs),
      last_used_at: sqlInstant(session.createdAtMs),
      ends_at: sqlInstant(session.endsAtMs),
    })
    .execute();
}

/** Stores when a session was used, and its new end, unless a later use is stored already. */
export async function markSessionUsed(
  db: Database,
  { id, lastUsedAtMs, endsAtMs }: Pick<Session, 'id' | 'lastUsedAtMs' | 'endsAtMs'>,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sqlInstant(lastUsedAtMs), ends_at: sqlInstant(endsAtMs) })
    .where('id', '=', id)
    .where('last_used_at', '<', sqlInstant(lastUsedAtMs))
    .execute();
}

/** The account's sessions that have not ended, newest first. */
export async function listSessions(
  db: Database,
  accountId: number,
  nowMs: number,
): Promise<readonly Session[]> {
  return db
    .selectFrom('sessions')
    .select((eb) => [
      'id',
      'user_agent as userAgent',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      epochMs(eb.ref('last_used_at')).as('lastUsedAtMs'),
      epochMs(eb.ref('ends_at')).as('endsAtMs'),
    ])
    .where('account_id', '=', accountId)
    .where('ends_at', '>', sqlInstant(nowMs))
    .orderBy('id', 'desc')
    .execute();
}

/** Ends the session with this hash, if there is one. */
export async function deleteSession(db: Kysely<Tables>, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends one session of an account; false if the account has none with this id. */
export async function deleteSessionOf(db: Kysely<Tables>, accountId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends the sessions of an account, except one if it is named. Returns how many there were. */
export async function deleteSessionsOf(db: Kysely<Tables>, accountId: number, exceptId = 0): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes up to `limit` sessions that ended before a time. Returns how many. */
export async function deleteEndedSessions(db: Database, beforeMs: number, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('ends_at', '<', sqlInstant(beforeMs))
        .limit(sql.lit(limit)),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
