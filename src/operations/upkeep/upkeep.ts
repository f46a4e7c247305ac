import type { Logger } from 'pino';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { deleteOldRequests } from '../../queries/collected-requests.ts';
import { deleteEndedSessions } from '../../queries/sessions.ts';
import { deleteExpiredShareLinks } from '../../queries/share-links.ts';
import { listAllSites } from '../../queries/sites.ts';
import { foldSites } from './folding.ts';
import { expireEvents } from './retention.ts';
import { takeOver, takeTurn } from './turn.ts';

/** Work that a server does beside answering requests, at its start and once an hour. */
export type Upkeep = {
  /** Stops it, after the current step. */
  stop(): Promise<void>;
};

type UpkeepParts = {
  readonly db: Database;
  /** The name under which this process leases. */
  readonly holder: string;
  readonly plans: PlanCatalogue;
  readonly log: Logger;
  readonly now: () => number;
  /** Called when all of it was done without a failure. */
  readonly onDone?: ((atMs: number) => void) | undefined;
};

/** A request can be repeated safely for one day; the other allows for clocks that differ and for pauses. */
const KEEP_REQUESTS_MS = 48 * HOUR_MS;

/** Requests, sessions or share links deleted per statement. */
const STEP = 1_000;

/** How often a process looks whether another one that is at the upkeep is gone. */
const TAKE_OVER_MS = 60_000;

/**
 * Deletes events and collected requests that are too old, sessions and share links that have ended, and folds closed days. Of all
 * processes one does so at a time; others skip it. Failures are logged, by site, and retried an hour later.
 */
export function startUpkeep(parts: UpkeepParts): Upkeep {
  const { db, holder } = parts;
  const stopping = new AbortController();
  const work = createWork(parts, stopping.signal);

  /** While another process is at it, looks every minute whether that one is gone. */
  async function takeTurns(take: typeof takeTurn): Promise<void> {
    const turn = await take(db, holder, work.run).catch(work.warn);
    if (turn !== 'held' || stopping.signal.aborted) return;
    waiting = setTimeout(() => {
      start(takeOver);
    }, TAKE_OVER_MS).unref();
  }

  function start(take: typeof takeTurn): void {
    clearTimeout(waiting);
    underway = underway.then(() => takeTurns(take));
  }

  let waiting: NodeJS.Timeout | undefined;
  let underway = takeTurns(takeTurn);
  const timer = setInterval(() => {
    start(takeTurn);
  }, HOUR_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underway;
      clearTimeout(waiting);
    },
  };
}

type Work = {
  readonly run: () => Promise<void>;
  readonly warn: (error: unknown) => void;
};

function createWork({ db, plans, log, now, onDone }: UpkeepParts, stop: AbortSignal): Work {
  let failures = 0;

  async function expireSites(nowMs: number): Promise<void> {
    for await (const found of expireEvents({ db, plans, stop }, nowMs)) {
      if ('events' in found) {
        log.info(found, 'events expired');
      } else {
        const { cause, ...site } = found;
        failed(cause, 'events of a site not expired', site);
      }
    }
  }

  const deleteRequestsOfSites = (nowMs: number) => deleteRequests({ db, failed, stop }, nowMs);

  async function deleteSessions(nowMs: number): Promise<void> {
    while (!stop.aborted && (await deleteEndedSessions(db, nowMs, STEP)) > 0);
  }

  async function deleteShareLinks(nowMs: number): Promise<void> {
    while (!stop.aborted && (await deleteExpiredShareLinks(db, nowMs, STEP)) > 0);
  }

  async function foldDays(nowMs: number): Promise<void> {
    for await (const { cause, ...site } of foldSites({ db, stop }, nowMs)) {
      failed(cause, 'days of a site not folded', site);
    }
  }

  async function keepUp(): Promise<void> {
    const nowMs = now();
    failures = 0;
    for (const work of [expireSites, deleteRequestsOfSites, deleteSessions, deleteShareLinks, foldDays]) {
      await work(nowMs).catch(warn);
    }
    if (failures === 0 && !stop.aborted) onDone?.(now());
  }

  function warn(error: unknown): void {
    failed(error, 'upkeep failed');
  }

  function failed(cause: unknown, what: string, site: object = {}): void {
    failures += 1;
    log.warn({ err: cause, ...site }, what);
  }

  return { run: keepUp, warn };
}

type RequestParts = Pick<UpkeepParts, 'db'> & {
  readonly failed: (cause: unknown, what: string, site: object) => void;
  readonly stop: AbortSignal;
};

async function deleteRequests({ db, failed, stop }: RequestParts, nowMs: number): Promise<void> {
  const beforeMs = nowMs - KEEP_REQUESTS_MS;
  for (const { id: siteId } of await listAllSites(db)) {
    try {
      while (!stop.aborted && (await deleteOldRequests(db, siteId, beforeMs, STEP)) > 0);
    } catch (cause) {
      if (isAway(cause)) throw cause;
      failed(cause, 'requests of a site not deleted', { siteId });
    }
  }
}
