import type { Logger } from 'pino';
import { type Catalogue, INSTALLED } from '../../catalogue/catalogue.ts';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import type { SiteFailed } from '../upkeep/due-sites.ts';
import { createTurn } from '../upkeep/turn.ts';
import { fillSites } from './filling.ts';
import { lookForAlerts } from './look.ts';
import { lookAtQuotas } from './quota.ts';

/** The part of the upkeep that looks for alerts. */
export type Alerting = {
  /** Does what is due: looks once an hour what is unusual, and counts some more of the sites that are not counted yet. */
  run(nowMs: number, stop: AbortSignal): Promise<void>;
};

type AlertingParts = {
  readonly db: Database;
  /** The name under which this process leases. */
  readonly holder: string;
  readonly plans: PlanCatalogue;
  /** The installed one by default. */
  readonly catalogue?: (() => Catalogue) | undefined;
  readonly log: Logger;
};

/** What is recorded at the end of an hour is stored by then. */
const SETTLED_AFTER_MS = 2 * 60_000;
/** So long are sites counted that are not counted yet; then other upkeep has its turn. */
const FILL_MS = 20_000;

export function createAlerting({
  db,
  holder,
  plans,
  catalogue = () => INSTALLED,
  log,
}: AlertingParts): Alerting {
  const turn = createTurn(db, holder, 'alerts');
  let [lookedHour, lookedDay] = [-Infinity, -Infinity];
  /** Whether all sites are counted that had events in this hour. */
  let isFilled = false;
  /** Sites that could not be counted in this hour. */
  let notFilled = new Set<string>();

  function failed({ siteId, cause }: SiteFailed): void {
    log.warn({ err: cause, siteId }, 'alerts of a site not looked for');
  }

  async function look(nowMs: number, stop: AbortSignal): Promise<void> {
    const newBotsUntilMs = startOfDay(nowMs) > lookedDay ? startOfDay(nowMs) : undefined;
    await lookForAlerts({ db, catalogue: catalogue(), stop, onFailed: failed }, { nowMs, newBotsUntilMs });
    await lookAtQuotas(db, plans, nowMs);
    lookedDay = startOfDay(nowMs);
  }

  async function fill(nowMs: number, stop: AbortSignal): Promise<void> {
    const startMs = performance.now();
    let isOver = false;
    const isTimeOver = () => (isOver ||= performance.now() - startMs > FILL_MS);
    for await (const site of fillSites({ db, stop, except: notFilled, isTimeOver }, nowMs)) {
      notFilled.add(site.siteId);
      failed(site);
    }
    isFilled = !isOver;
  }

  return {
    async run(nowMs, stop) {
      const hour = Math.floor((nowMs - SETTLED_AFTER_MS) / HOUR_MS);
      const isNewHour = hour > lookedHour;
      // somebody may be looking by the command line
      if ((!isNewHour && isFilled) || !(await turn.take())) return;
      try {
        if (isNewHour) {
          [notFilled, isFilled] = [new Set(), false];
          await look(nowMs, stop);
          lookedHour = hour;
        }
        await fill(nowMs, stop);
      } finally {
        await turn.end();
      }
    },
  };
}

/** What a look by hand needs. */
export type CheckingParts = Omit<AlertingParts, 'log'> & {
  readonly onFailed: (failed: SiteFailed) => void;
  /** Waits a moment, while another process looks. */
  readonly wait: () => Promise<void>;
};

/** Does now what a server does each hour, and raises new bots of today, too. Returns how many alerts are new. */
export async function checkForAlerts(
  { db, holder, plans, catalogue = () => INSTALLED, onFailed, wait }: CheckingParts,
  nowMs: number,
  siteId?: string,
): Promise<number> {
  const turn = createTurn(db, holder, 'alerts');
  while (!(await turn.take())) await wait();
  try {
    for await (const failed of fillSites({ db, siteId }, nowMs)) onFailed(failed);
    const newBotsUntilMs = startOfDay(nowMs) + DAY_MS;
    const raised = await lookForAlerts(
      { db, catalogue: catalogue(), onFailed },
      { nowMs, newBotsUntilMs },
      siteId,
    );
    return raised + (siteId === undefined ? await lookAtQuotas(db, plans, nowMs) : 0);
  } finally {
    await turn.end();
  }
}
