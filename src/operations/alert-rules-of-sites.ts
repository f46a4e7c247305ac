import type { Database } from '../database/database.ts';
import { ALERT_KINDS, type AlertKind, type AlertRule } from '../domain/alert.ts';
import type { Site } from '../domain/site.ts';
import { DAY_MS } from '../domain/time.ts';
import { OF_ACCOUNT, listAlertRules } from '../queries/alert-rules.ts';
import { countAlerts } from '../queries/alerts.ts';

const COUNTED_MS = 90 * DAY_MS;

/** How sensitive the alerts of each of the sites of an account are, by kind, all of them in the same two statements. */
export async function alertRulesOfSites(
  db: Database,
  sites: readonly Site[],
  nowMs: number,
): Promise<readonly (readonly AlertRule[])[]> {
  const siteIds = sites.map(({ id }) => id);
  const accountIds = [...new Set(sites.map(({ accountId }) => accountId))];
  const [rules, counts] = await Promise.all([
    listAlertRules(db, siteIds, accountIds),
    countAlerts(db, siteIds, accountIds, nowMs - COUNTED_MS),
  ]);
  const sensitivities = new Map(
    rules.map(({ siteId, kind, sensitivity }) => [`${kind} ${siteId}`, sensitivity]),
  );
  const raised = new Map(
    counts.map((counted) => [`${counted.kind} ${counted.siteId ?? OF_ACCOUNT}`, counted.raised]),
  );
  const ruleOf = (siteId: string, kind: AlertKind): AlertRule => {
    // that of the quota is the account's
    const key = `${kind} ${kind === 'quota' ? OF_ACCOUNT : siteId}`;
    return { kind, sensitivity: sensitivities.get(key) ?? 'normal', raisedIn90Days: raised.get(key) ?? 0 };
  };
  return siteIds.map((id) => ALERT_KINDS.map((kind) => ruleOf(id, kind)));
}
