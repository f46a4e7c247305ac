import { type Kysely, type Transaction, sql } from 'kysely';
import type { Alert, AlertFilter, AlertKind, AlertListing, NewAlert } from '../domain/alert.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readAccess, execute } from '../database/query.ts';
import { epochMs, sqlInstant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

const COLUMNS = sql`
  id, account_id as "accountId", alert_site_id as "siteId", kind, subject_kind as "subjectKind", subject, subjects,
  event_type as "eventType", ${epochMs(sql.ref('raised_at'))} as "atMs", ${epochMs(sql.ref('from_at'))} as "fromMs",
  ${epochMs(sql.ref('until_at'))} as "untilMs", unit, seen, usual, page, title, detail,
  ${epochMs(sql.ref('expected_at'))} as "expectedAtMs"`;

export type StoredAlert = Alert & { readonly accountId: number };

type ListValues = {
  readonly accountId: number;
  readonly siteId: string;
  readonly from: string;
  readonly until: string;
  readonly kind: string | null;
  readonly state: string | null;
  readonly now: string;
  readonly afterAt: string | null;
  readonly afterId: number | null;
  readonly limit: number;
};

/** Of an account, or of one of its sites: each has an index in the order of the list. */
function listing(name: string, isOfSite: boolean) {
  return statement(name, (_, param: Param<ListValues>) => {
    const ofAccount = sql`account_id = ${param('accountId')}::bigint`;
    const ofSite = sql`alert_site_id = ${param('siteId')} and ${ofAccount}`;
    return sql<StoredAlert>`
      select ${COLUMNS} from alerts
      where ${isOfSite ? ofSite : ofAccount}
        and raised_at >= ${timestamptz(param('from'))} and raised_at < ${timestamptz(param('until'))}
        and (${param('kind')}::text is null or kind = ${param('kind')}::text)
        and (${param('state')}::text is null or ${param('state')}::text = case
          when expected_at is not null then 'expected'
          when until_at is null or until_at > ${timestamptz(param('now'))} then 'ongoing' else 'over' end)
        and (${param('afterAt')}::timestamptz is null
          or (raised_at, id) < (${param('afterAt')}::timestamptz, ${param('afterId')}::bigint))
      order by raised_at desc, id desc
      limit ${param('limit')}::integer`;
  });
}

const LIST_ALERTS = listing('list_alerts', false);
const LIST_ALERTS_OF_SITE = listing('list_alerts_of_site', true);

/** Alerts of an account, newest first. */
export async function listAlerts(
  db: Database,
  { accountId, siteId, range, kind, state }: AlertFilter,
  {
    nowMs,
    after,
    limit,
  }: { readonly nowMs: number; readonly after?: AlertListing['after']; readonly limit: number },
): Promise<readonly Alert[]> {
  const values = {
    accountId,
    siteId: siteId ?? '',
    from: formatInstant(range.fromMs),
    until: formatInstant(range.untilMs),
    kind: kind ?? null,
    state: state ?? null,
    now: formatInstant(nowMs),
    afterAt: after === undefined ? null : formatInstant(after.atMs),
    afterId: after?.id ?? null,
    limit,
  };
  return read(db, siteId === undefined ? LIST_ALERTS(values) : LIST_ALERTS_OF_SITE(values));
}

const LIST_KNOWN_ALERTS = statement(
  'list_known_alerts',
  (_, param: Param<{ siteIds: readonly string[]; since: string }>) => sql<StoredAlert>`
    select ${COLUMNS} from alerts
    where alert_site_id = any(${param('siteIds')}::text[])
      and (until_at is null or until_at >= ${timestamptz(param('since'))}
        or expected_at >= ${timestamptz(param('since'))})
    order by id`,
);

/** The alerts of the sites that go on, ended since an instant, or were marked as expected since, oldest first. */
export async function listKnownAlerts(
  db: Database,
  siteIds: readonly string[],
  sinceMs: number,
): Promise<readonly StoredAlert[]> {
  return readAccess(db, LIST_KNOWN_ALERTS({ siteIds, since: formatInstant(sinceMs) }));
}

type AlertColumns = Omit<NewAlert, 'atMs' | 'fromMs' | 'untilMs' | 'subjects' | 'usual'> & {
  readonly accountId: number;
  readonly siteId: string | null;
  readonly subjects: readonly string[];
  readonly usual: readonly number[];
  readonly at: string;
  readonly from: string;
  readonly until: string | null;
};

const INSERT_ALERT = statement(
  'insert_alert',
  (_, param: Param<AlertColumns>) => sql<{ id: number }>`
    insert into alerts (account_id, alert_site_id, kind, subject_kind, subject, subjects, event_type, raised_at,
                        from_at, until_at, unit, seen, usual, page, title, detail)
    select ${param('accountId')}::bigint, ${param('siteId')}::text, ${param('kind')}::text,
           ${param('subjectKind')}::text, ${param('subject')}::text, ${param('subjects')}::text[],
           ${param('eventType')}::text, ${timestamptz(param('at'))}, ${timestamptz(param('from'))},
           ${param('until')}::timestamptz, ${param('unit')}::text, ${param('seen')}::double precision,
           ${param('usual')}::double precision[], ${param('page')}::text, ${param('title')}::text, ${param('detail')}::text
    where ${param('siteId')}::text is null or exists (select from sites where id = ${param('siteId')}::text)
    on conflict do nothing
    returning id`,
);

/** Stores an alert, unless the same goes on already, or the site is gone. Returns its id. */
export async function insertAlert(
  db: Kysely<Tables>,
  { accountId, siteId }: { readonly accountId: number; readonly siteId: string | null },
  { atMs, fromMs, untilMs, ...alert }: NewAlert,
): Promise<number | undefined> {
  const times = {
    at: formatInstant(atMs),
    from: formatInstant(fromMs),
    until: untilMs === null ? null : formatInstant(untilMs),
  };
  const { rows } = await execute(db, INSERT_ALERT({ ...alert, ...times, accountId, siteId }));
  return rows[0]?.id;
}

/** Ends an alert that goes on. */
export async function endAlert(db: Kysely<Tables>, id: number, untilMs: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ until_at: sqlInstant(untilMs) })
    .where('id', '=', id)
    .where('until_at', 'is', null)
    .execute();
}

const FIND_ALERT = statement(
  'find_alert',
  (_, param: Param<{ id: number }>) =>
    sql<StoredAlert>`select ${COLUMNS} from alerts where id = ${param('id')}`,
);

export async function findAlert(db: Transaction<Tables>, id: number): Promise<StoredAlert | undefined> {
  return (await execute(db, FIND_ALERT({ id }))).rows[0];
}

const LIST_ALERTS_BY_ID = statement(
  'list_alerts_by_id',
  (_, param: Param<{ ids: readonly number[] }>) =>
    sql<StoredAlert>`select ${COLUMNS} from alerts where id = any(${param('ids')}::bigint[])`,
);

/** The alerts with these ids. */
export async function listAlertsById(db: Database, ids: readonly number[]): Promise<readonly StoredAlert[]> {
  return ids.length === 0 ? [] : readAccess(db, LIST_ALERTS_BY_ID({ ids }));
}

/** Marks an alert as expected since an instant, or not expected. */
export async function setExpected(db: Kysely<Tables>, id: number, atMs: number | null): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ expected_at: atMs === null ? null : sqlInstant(atMs) })
    .where('id', '=', id)
    .execute();
}

const COUNT_ALERTS = statement(
  'count_alerts',
  (_, param: Param<{ siteIds: readonly string[]; accountIds: readonly number[]; since: string }>) => sql<{
    readonly siteId: string | null;
    readonly kind: AlertKind;
    readonly raised: number;
  }>`
    select alert_site_id as "siteId", kind, count(*) as raised from alerts
    where raised_at >= ${timestamptz(param('since'))} and (alert_site_id = any(${param('siteIds')}::text[])
      or alert_site_id is null and account_id = any(${param('accountIds')}::bigint[]))
    group by 1, 2`,
);

/** How many alerts of each kind were raised since an instant, by site. */
export async function countAlerts(
  db: Database,
  siteIds: readonly string[],
  accountIds: readonly number[],
  sinceMs: number,
): Promise<readonly { readonly siteId: string | null; readonly kind: AlertKind; readonly raised: number }[]> {
  return readAccess(db, COUNT_ALERTS({ siteIds, accountIds, since: formatInstant(sinceMs) }));
}

/** Deletes some alerts that were raised before an instant and are over. Returns how many. */
export async function deleteOldAlerts(db: Database, beforeMs: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from alerts where id in (
      select id from alerts where raised_at < ${sqlInstant(beforeMs)} order by id limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** An account whose month is nearly, or quite, spent. */
export type SpentMonth = { readonly accountId: number; readonly plan: string; readonly used: number };

const LIST_SPENT_MONTHS = statement(
  'list_spent_months',
  (
    _,
    param: Param<{ month: string; plans: readonly string[]; limits: readonly number[] }>,
  ) => sql<SpentMonth>`
    select u.account_id as "accountId", a.plan, u.events as used
    from usage as u
    join accounts as a on a.id = u.account_id and a.deleted_at is null
    join unnest(${param('plans')}::text[], ${param('limits')}::bigint[]) as l (plan, least) on l.plan = a.plan
    where u.month = ${param('month')}::date and u.events >= l.least`,
);

/** The accounts that have used at least so many events of a month, by their plan. */
export async function listSpentMonths(
  db: Database,
  month: string,
  least: ReadonlyMap<string, number>,
): Promise<readonly SpentMonth[]> {
  return readAccess(db, LIST_SPENT_MONTHS({ month, plans: [...least.keys()], limits: [...least.values()] }));
}
