import type { NewAlert } from '../../domain/alert.ts';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { formatMonth, startOfMonth, startOfNextMonth } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { listAlertRules } from '../../queries/alert-rules.ts';
import { listSpentMonths } from '../../queries/alerts.ts';
import { raiseAlerts } from './raising.ts';
import { wordQuota } from './wording.ts';

/** The shares of a month's limit, in per cent, at which an alert is raised. */
const SHARES = [80, 100] as const;

/** Raises an alert for each account that has used 80 % or all of its month, once. Returns how many are new. */
export async function lookAtQuotas(db: Database, plans: PlanCatalogue, nowMs: number): Promise<number> {
  const limits = new Map(
    Object.entries(plans).flatMap(([plan, { eventsPerMonth }]) =>
      eventsPerMonth === Infinity ? [] : [[plan, eventsPerMonth] as const],
    ),
  );
  const least = new Map([...limits].map(([plan, limit]) => [plan, Math.ceil((limit * SHARES[0]) / 100)]));
  const spent = await listSpentMonths(db, formatMonth(nowMs), least);
  const rules = await listAlertRules(
    db,
    [],
    spent.map(({ accountId }) => accountId),
  );
  const off = new Set(
    rules
      .filter(({ kind, sensitivity }) => kind === 'quota' && sensitivity === 'off')
      .map(({ accountId }) => accountId),
  );
  let raised = 0;
  for (const { accountId, plan, used } of spent) {
    const limit = limits.get(plan);
    if (limit === undefined || off.has(accountId)) continue;
    const share = SHARES.findLast((each) => used * 100 >= limit * each);
    if (share === undefined) continue;
    const alert = quotaAlert(share, used, limit, nowMs);
    raised += await inTransaction(db, (tx) => raiseAlerts(tx, { accountId, siteId: null }, [alert], nowMs));
  }
  return raised;
}

function quotaAlert(share: number, used: number, limit: number, nowMs: number): NewAlert {
  const [fromMs, untilMs] = [startOfMonth(nowMs), startOfNextMonth(nowMs)];
  return {
    ...{ kind: 'quota', subjectKind: 'account', subject: String(share), subjects: [], eventType: null },
    ...{ atMs: nowMs, fromMs, untilMs, unit: 'share', seen: used / limit, usual: [], page: null },
    ...wordQuota(used, limit, fromMs, untilMs),
  };
}
