import { type Kysely, sql } from 'kysely';
import type { Digest, DigestPeriod } from '../domain/digest.ts';
import type { Plan } from '../domain/plan.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, sqlInstant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

const FIND_DIGEST = statement(
  'find_digest',
  (_, param: Param<{ accountId: number }>) => sql<Digest>`
    select every, weekday, hour, ${epochMs(sql.ref('next_at'))} as "nextAtMs"
    from digests where account_id = ${param('accountId')}::bigint`,
);

/** When the digest of an account is sent; undefined if its owner has not chosen. */
export async function findDigest(db: Database, accountId: number): Promise<Digest | undefined> {
  const [found] = await readAccess(db, FIND_DIGEST({ accountId }));
  return found;
}

export async function saveDigest(tx: Kysely<Tables>, accountId: number, digest: Digest): Promise<void> {
  const { every, weekday, hour, nextAtMs } = digest;
  const schedule = { every, weekday, hour, next_at: nextAtMs === null ? null : sqlInstant(nextAtMs) };
  await tx
    .insertInto('digests')
    .values({ account_id: accountId, ...schedule })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(schedule))
    .execute();
}

/** The same, unless the owner has chosen before. Whether it is new. */
export async function startDigest(tx: Kysely<Tables>, accountId: number, digest: Digest): Promise<boolean> {
  const { every, weekday, hour, nextAtMs } = digest;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('digests')
    .values({
      ...{ account_id: accountId, every, weekday, hour },
      next_at: nextAtMs === null ? null : sqlInstant(nextAtMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** An account whose digest is to be made. */
export type DueDigest = {
  readonly accountId: number;
  readonly plan: Plan;
  readonly every: DigestPeriod;
  readonly weekday: number;
  readonly hour: number;
  /** For when it was planned. */
  readonly atMs: number;
};

const LIST_DUE_DIGESTS = statement(
  'list_due_digests',
  (_, param: Param<{ now: string; except: readonly number[]; limit: number }>) => sql<DueDigest>`
    select d.account_id as "accountId", a.plan, d.every, d.weekday, d.hour, ${epochMs(sql.ref('d.next_at'))} as "atMs"
    from digests as d
    cross join lateral (
      select plan from accounts where id = d.account_id and deleted_at is null offset 0
    ) as a
    where d.next_at <= ${timestamptz(param('now'))} and d.account_id <> all(${param('except')}::bigint[])
    order by d.next_at, d.account_id limit ${param('limit')}::integer`,
);

/** The accounts whose digest is to be made, but some, those that wait longest first, and at most so many. */
export async function listDueDigests(
  db: Database,
  nowMs: number,
  { except, limit }: { readonly except: readonly number[]; readonly limit: number },
): Promise<readonly DueDigest[]> {
  return readAccess(db, LIST_DUE_DIGESTS({ now: formatInstant(nowMs), except, limit }));
}

/** Plans the next digest; false if another process or the owner has done so since. */
export async function planDigest(
  tx: Kysely<Tables>,
  { accountId, atMs }: Pick<DueDigest, 'accountId' | 'atMs'>,
  nextAtMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('digests')
    .set({ next_at: sqlInstant(nextAtMs) })
    .where('account_id', '=', accountId)
    .where('next_at', '=', sqlInstant(atMs))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteDigest(tx: Kysely<Tables>, accountId: number): Promise<void> {
  await tx.deleteFrom('digests').where('account_id', '=', accountId).execute();
}

/** Stores a digest, as JSON, to be sent to several channels. Returns its id. */
export async function insertDigestIssue(
  tx: Kysely<Tables>,
  accountId: number,
  { madeAtMs, content }: { readonly madeAtMs: number; readonly content: string },
): Promise<number> {
  const row = await tx
    .insertInto('digest_issues')
    .values({ account_id: accountId, made_at: sqlInstant(madeAtMs), content })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const LIST_DIGEST_ISSUES = statement(
  'list_digest_issues',
  (_, param: Param<{ ids: readonly number[] }>) => sql<{ readonly id: number; readonly content: string }>`
    select id, content from digest_issues where id = any(${param('ids')}::bigint[])`,
);

/** The contents of digests. */
export async function listDigestIssues(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = ids.length === 0 ? [] : await readAccess(db, LIST_DIGEST_ISSUES({ ids }));
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Deletes some digests that were made before an instant. Returns how many. */
export async function deleteOldDigestIssues(db: Database, beforeMs: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from digest_issues where id in (
      select id from digest_issues where made_at < ${sqlInstant(beforeMs)} order by made_at limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}
