import { expect } from 'vitest';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/database/database.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { EARLIEST_MS, LATEST_MS } from '../../src/domain/time.ts';
import { fillSites } from '../../src/operations/alerting/filling.ts';
import { lookForAlerts } from '../../src/operations/alerting/look.ts';
import type { SiteFailed } from '../../src/operations/upkeep/due-sites.ts';
import { listAlerts } from '../../src/queries/alerts.ts';
import { makeOwner, makeSite, record } from '../support/makers.ts';
import { NOW } from './traffic.ts';

/** Looks for alerts of one site, or of all; nothing may fail. */
export async function look(db: Database, nowMs: number, siteId?: string, newBotsUntilMs?: number) {
  const failures: SiteFailed[] = [];
  const parts = { db, catalogue: INSTALLED, onFailed: (failed: SiteFailed) => failures.push(failed) };
  const raised = await lookForAlerts(parts, { nowMs, newBotsUntilMs }, siteId);
  expect(failures).toEqual([]);
  return raised;
}

/** Counts the last weeks of all sites. */
export async function fill(db: Database, nowMs: number): Promise<void> {
  for await (const failed of fillSites({ db }, nowMs)) throw failed.cause;
}

/** A site with what it usually has, of which it is known what that is. */
export async function knownSite(db: Database, events: readonly NewEvent[], nowMs = NOW) {
  const { accountId, keyId } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  await record(db, site, events);
  await fill(db, nowMs);
  await look(db, nowMs, site.id);
  const filter = { accountId, siteId: site.id, kind: undefined, state: undefined };
  return {
    ...{ site, accountId, keyId },
    look: async (atMs = nowMs, newBotsUntilMs?: number) => look(db, atMs, site.id, newBotsUntilMs),
    record: (more: readonly NewEvent[]) => record(db, site, more),
    alerts: async () =>
      listAlerts(
        db,
        { ...filter, range: { fromMs: EARLIEST_MS, untilMs: LATEST_MS - 1 } },
        { nowMs, limit: 100 },
      ),
  };
}
