import type { Logger } from 'pino';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { deleteOldRequests } from '../../queries/collected-requests.ts';
import { expireEvents } from './retention.ts';

/** What a server does beside the requests, at its start and once an hour. */
export type Upkeep = {
  /** Ends it, after the step under way. */
  stop(): Promise<void>;
};

type UpkeepParts = {
  readonly db: Database;
  readonly plans: PlanCatalogue;
  readonly log: Logger;
  readonly now: () => number;
};

/** How long a request can be repeated safely: the contract's day, and one more for clocks and pauses. */
const KEEP_REQUESTS_MS = 48 * HOUR_MS;

/** Requests forgotten in a statement. */
const STEP = 1_000;

/** Deletes events that nobody keeps any longer, and forgets old requests. What fails is logged, and tried again. */
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
