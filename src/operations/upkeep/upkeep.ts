import type { Logger } from 'pino';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { deleteOldRequests } from '../../queries/collected-requests.ts';
import { deleteEndedSessions } from '../../queries/sessions.ts';
import { foldSites } from './folding.ts';
import { expireEvents } from './retention.ts';

/** Work that a server does beside answering requests, at its start and once an hour. */
export type Upkeep = {
  /** Stops it, after the current step. */
  stop(): Promise<void>;
};

type UpkeepParts = {
  readonly db: Database;
  readonly plans: PlanCatalogue;
  readonly log: Logger;
  readonly now: () => number;
};

/** A request can be repeated safely for one day; the other allows for clocks that differ and for pauses. */
const KEEP_REQUESTS_MS = 48 * HOUR_MS;

/** Requests or sessions deleted per statement. */
const STEP = 1_000;

/** Deletes events and collected requests that are too old and sessions that have ended, and folds closed days. Failures are logged, by site, and retried an hour later. */
export function startUpkeep({ db, plans, log, now }: UpkeepParts): Upkeep {
  const stopping = new AbortController();
  const stop = stopping.signal;

  async function expireSites(nowMs: number): Promise<void> {
    for await (const found of expireEvents({ db, plans, stop }, nowMs)) {
      if ('events' in found) {
        log.info(found, 'events expired');
      } else {
        const { cause, ...site } = found;
        log.warn({ err: cause, ...site }, 'events of a site not expired');
      }
    }
  }

  async function deleteRequests(nowMs: number): Promise<void> {
    while (!stop.aborted && (await deleteOldRequests(db, nowMs - KEEP_REQUESTS_MS, STEP)) > 0);
  }

  async function deleteSessions(nowMs: number): Promise<void> {
    while (!stop.aborted && (await deleteEndedSessions(db, nowMs, STEP)) > 0);
  }

  async function foldDays(nowMs: number): Promise<void> {
    for await (const { cause, ...site } of foldSites({ db, stop }, nowMs)) {
      log.warn({ err: cause, ...site }, 'days of a site not folded');
    }
  }

  async function keepUp(): Promise<void> {
    const nowMs = now();
    for (const work of [expireSites, deleteRequests, deleteSessions, foldDays]) {
      await work(nowMs).catch((error: unknown) => {
        log.warn({ err: error }, 'upkeep failed');
      });
    }
  }

  let underway = keepUp();
  const timer = setInterval(() => {
    underway = underway.then(keepUp);
  }, HOUR_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underway;
    },
  };
}
