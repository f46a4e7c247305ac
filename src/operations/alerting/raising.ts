import type { Transaction } from 'kysely';
import type { NewAlert } from '../../domain/alert.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isCut } from '../../database/lost-connection.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type AlertEvents, type FactCount, countAlertFacts } from '../../queries/alert-facts.ts';
import { type DayCounts, saveAlertDays } from '../../queries/alert-days.ts';
import { type AlertSite, saveAlertSite } from '../../queries/alert-sites.ts';
import { endAlert, insertAlert } from '../../queries/alerts.ts';
import { insertDeliveriesOfAlerts } from '../../queries/deliveries.ts';
import type { Finding } from './site-judge.ts';
import { ALL_BOTS } from './site-series.ts';
import { wordFinding } from './wording.ts';

/** What an alert says of a finding in the hours up to `until`. */
export async function alertOf(
  db: Database,
  siteId: string,
  finding: Finding,
  until: number,
): Promise<NewAlert> {
  const { kind, series, subjects, from, seen, visits, usual } = finding;
  const untilMs = until * HOUR_MS;
  const facts = await factsOf(db, eventsOf(siteId, finding, untilMs));
  const share = kind === 'errors';
  return {
    kind,
    subjectKind: series.subjectKind,
    subject: series.subject,
    subjects: subjects[0] === ALL_BOTS ? [] : subjects,
    eventType: series.eventType,
    atMs: untilMs,
    fromMs: from * HOUR_MS,
    untilMs: null,
    unit: share ? 'share' : 'count',
    seen: share ? seen / visits : seen,
    usual,
    page: facts.find(({ what }) => what === 'page')?.value ?? null,
    ...wordFinding(finding, untilMs, facts),
  };
}

function eventsOf(siteId: string, { kind, series, subjects, from }: Finding, untilMs: number): AlertEvents {
  const { subjectKind, subject } = series;
  const areAll = subjectKind === 'all-bots' && subjects[0] === ALL_BOTS;
  // a company that is raised for several of its bots has their names, which one of them may share with it
  const company = subjectKind === 'company' && subjects.length === 1 ? subject : undefined;
  const only = kind === 'errors' ? 'failed' : kind === 'impostors' ? 'outside' : undefined;
  return {
    ...{ siteId, fromMs: from * HOUR_MS, untilMs, type: series.eventType, only },
    ...{ names: areAll || company !== undefined ? undefined : subjects, company },
  };
}

/** None if they cannot be counted in time: an alert without them says enough. */
async function factsOf(db: Database, events: AlertEvents): Promise<readonly FactCount[]> {
  try {
    return await countAlertFacts(db, events);
  } catch (error) {
    if (isCut(error)) return [];
    throw error;
  }
}

/** What a look at a site came to. */
export type SiteLook = {
  readonly accountId: number;
  readonly state: AlertSite;
  readonly days: readonly DayCounts[];
  readonly begun: readonly NewAlert[];
  readonly over: readonly { readonly id: number; readonly untilMs: number }[];
};

/** Writes what a look at a site came to, and what is to be sent of it, all or nothing. Returns how many alerts are new. */
export async function saveLook(
  db: Database,
  { accountId, state, days, begun, over }: SiteLook,
  nowMs: number,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await saveAlertDays(tx, days);
    await saveAlertSite(tx, state);
    for (const { id, untilMs } of over) await endAlert(tx, id, untilMs);
    return raiseAlerts(tx, { accountId, siteId: state.siteId }, begun, nowMs);
  });
}

/** Stores alerts of a site or of an account, and what is to be sent of them. Returns how many are new. */
export async function raiseAlerts(
  tx: Transaction<Tables>,
  of: { readonly accountId: number; readonly siteId: string | null },
  alerts: readonly NewAlert[],
  nowMs: number,
): Promise<number> {
  const raised: number[] = [];
  for (const alert of alerts) {
    const id = await insertAlert(tx, of, alert);
    if (id !== undefined) raised.push(id);
  }
  await insertDeliveriesOfAlerts(tx, raised, nowMs);
  return raised.length;
}
