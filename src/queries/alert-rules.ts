import { type Kysely, sql } from 'kysely';
import type { AlertKind, AlertSubject, Mute, Sensitivity } from '../domain/alert.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, sqlInstant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** Stands for the site of a rule of the account. */
export const OF_ACCOUNT = '';

export type StoredRule = {
  readonly accountId: number;
  readonly siteId: string;
  readonly kind: AlertKind;
  readonly sensitivity: Sensitivity;
};

const LIST_ALERT_RULES = statement(
  'list_alert_rules',
  (_, param: Param<{ siteIds: readonly string[]; accountIds: readonly number[] }>) => sql<StoredRule>`
    select account_id as "accountId", rule_site_id as "siteId", kind, sensitivity from alert_rules
    where rule_site_id = any(${param('siteIds')}::text[]) and rule_site_id <> ''
    union all
    select account_id, rule_site_id, kind, sensitivity from alert_rules
    where rule_site_id = '' and account_id = any(${param('accountIds')}::bigint[])`,
);

/** The rules that were set for the sites, and for their accounts. */
export async function listAlertRules(
  db: Database,
  siteIds: readonly string[],
  accountIds: readonly number[],
): Promise<readonly StoredRule[]> {
  return readAccess(db, LIST_ALERT_RULES({ siteIds, accountIds }));
}

export async function saveAlertRule(db: Kysely<Tables>, rule: StoredRule): Promise<void> {
  const { accountId, siteId, kind, sensitivity } = rule;
  await db
    .insertInto('alert_rules')
    .values({ account_id: accountId, rule_site_id: siteId, kind, sensitivity })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'rule_site_id', 'kind']).doUpdateSet({ sensitivity }),
    )
    .execute();
}

const LIST_MUTES = statement(
  'list_mutes',
  (_, param: Param<{ siteIds: readonly string[]; now: string }>) => sql<Mute & { readonly siteId: string }>`
    select muted_site_id as "siteId", subject_kind as "subjectKind", subject, nullif(kind, '') as kind,
           ${epochMs(sql.ref('since'))} as "sinceMs", ${epochMs(sql.ref('until_at'))} as "untilMs"
    from mutes
    where muted_site_id = any(${param('siteIds')}::text[])
      and (until_at is null or until_at > ${timestamptz(param('now'))})
    order by since desc, subject_kind, subject, kind`,
);

/** What is muted on the sites now, newest first. */
export async function listMutes(
  db: Database,
  siteIds: readonly string[],
  nowMs: number,
): Promise<readonly (Mute & { readonly siteId: string })[]> {
  return readAccess(db, LIST_MUTES({ siteIds, now: formatInstant(nowMs) }));
}

export async function countMutes(db: Kysely<Tables>, siteId: string): Promise<number> {
  const row = await db
    .selectFrom('mutes')
    .select((eb) => eb.fn.countAll<number>().as('mutes'))
    .where('muted_site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return row.mutes;
}

/** A muted subject has one mute of each kind, and one of all: a newer one replaces it. */
export async function saveMute(db: Kysely<Tables>, siteId: string, mute: Mute): Promise<void> {
  const times = {
    since: sqlInstant(mute.sinceMs),
    until_at: mute.untilMs === null ? null : sqlInstant(mute.untilMs),
  };
  await db
    .insertInto('mutes')
    .values({
      muted_site_id: siteId,
      subject_kind: mute.subjectKind,
      subject: mute.subject,
      kind: mute.kind ?? '',
      ...times,
    })
    .onConflict((conflict) =>
      conflict.columns(['muted_site_id', 'subject_kind', 'subject', 'kind']).doUpdateSet(times),
    )
    .execute();
}

type Muted = {
  readonly subjectKind: AlertSubject;
  readonly subject: string;
  readonly kind: AlertKind | null;
};

/** Deletes the mute of one kind, or of all kinds with those of each. */
export async function deleteMutes(db: Kysely<Tables>, siteId: string, muted: Muted): Promise<void> {
  const { subjectKind, subject, kind } = muted;
  await db
    .deleteFrom('mutes')
    .where('muted_site_id', '=', siteId)
    .where('subject_kind', '=', subjectKind)
    .where('subject', '=', subject)
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? ''))
    .execute();
}

/** Deletes the mutes that have ended. */
export async function deleteEndedMutes(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('mutes').where('until_at', '<=', sqlInstant(nowMs)).execute();
}
