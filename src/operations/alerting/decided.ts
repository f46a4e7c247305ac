import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { OF_ACCOUNT, listAlertRules, listMutes } from '../../queries/alert-rules.ts';
import type { Decided } from './sensitivity.ts';

/** What the owners of the sites have decided about their alerts. */
export async function decidedOf(
  db: Database,
  sites: readonly Site[],
  nowMs: number,
): Promise<(site: Site) => Decided> {
  const siteIds = sites.map(({ id }) => id);
  const accountIds = [...new Set(sites.map(({ accountId }) => accountId))];
  const [rules, mutes] = await Promise.all([
    listAlertRules(db, siteIds, accountIds),
    listMutes(db, siteIds, nowMs),
  ]);
  return ({ id, accountId }) => {
    const own = rules.filter(
      (rule) => rule.accountId === accountId && (rule.siteId === id || rule.siteId === OF_ACCOUNT),
    );
    return {
      sensitivities: new Map(own.map(({ kind, sensitivity }) => [kind, sensitivity])),
      mutes: mutes.filter(({ siteId }) => siteId === id),
    };
  };
}
