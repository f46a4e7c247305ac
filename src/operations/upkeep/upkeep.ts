import type { Logger } from 'pino';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { deleteOldRequests } from '../../queries/collected-requests.ts';
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

/** Requests deleted per statement. */
const STEP = 1_000;

/** Deletes events and collected requests that are too old. A failure is logged, and retried an hour later. */
export function startUpkeep({ db, plans, log, now }: UpkeepParts): Upkeep {
  const stopping = new AbortController();
  const stop = stopping.signal;

  async function keepUp(): Promise<void> {
    try {
      const nowMs = now();
      for (const expired of await expireEvents({ db, plans, stop }, nowMs))
        log.info(expired, 'events expired');
      while (!stop.aborted && (await deleteOldRequests(db, nowMs - KEEP_REQUESTS_MS, STEP)) > 0);
    } catch (error) {
      log.warn({ err: error }, 'upkeep failed');
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
