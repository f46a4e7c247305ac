import type { PlanCatalogue } from '../../domain/plan.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { type Beat, type BeatParts, startBeat } from './beat.ts';
import { CLEANING } from './cleaning.ts';
import { foldSites } from './folding.ts';
import { createGrowth } from './growth.ts';
import { sweepLandings } from './landings.ts';

type UpkeepParts = BeatParts & {
  readonly plans: PlanCatalogue;
  readonly now: () => number;
  /** How many sites are worked on at a time. */
  readonly atOnce?: number | undefined;
  /** Looks for alerts, beside the rest. */
  readonly alerting?: { readonly run: (nowMs: number, stop: AbortSignal) => Promise<void> } | undefined;
  /** Called when the hourly part of it was done without a failure. */
  readonly onDone?: ((atMs: number) => void) | undefined;
};

/** How often closed days are folded, and how often a process looks whether the one that does the upkeep is gone. */
const LOOK_MS = 60_000;

/**
 * Deletes, once an hour, events, collected requests and ids of requests that are too old, and sessions and share links that
 * have ended. Folds, once a minute, the closed days to which events were recorded, once they have stopped growing, and deletes
 * the landings that have ended, and looks for alerts. Of all processes one does so; another takes over when that one is gone. Failures are logged,
 * by site, and retried an hour later.
 */
export function startUpkeep(parts: UpkeepParts): Beat {
  let work: Work | undefined;
  const rhythm = { name: 'upkeep', everyMs: LOOK_MS, failed: 'upkeep failed', atOnce: true } as const;
  return startBeat(parts, rhythm, async (turn, stop) => {
    if (!(await turn.take())) return;
    work ??= createWork(parts, stop);
    await work.run();
  });
}

type Work = {
  /** Does what is due. Never rejects. */
  readonly run: () => Promise<void>;
};

function createWork(parts: UpkeepParts, stop: AbortSignal): Work {
  const { db, plans, log, now, atOnce, alerting, onDone } = parts;
  /** The sites that could not be folded in this hour; all of them if the look for them failed. */
  let notFolded: Set<string> | 'all' = 'all';
  const growth = createGrowth();
  let hourBeganMs = -Infinity;
  let failures = 0;

  async function clean(nowMs: number): Promise<void> {
    for (const work of CLEANING)
      await work({ db, plans, log, stop, atOnce, onFailed: failed }, nowMs).catch(warn);
  }

  async function foldDays(nowMs: number): Promise<void> {
    if (notFolded === 'all') return;
    try {
      for await (const { siteId, cause } of foldSites(
        { db, stop, atOnce, except: notFolded, growth },
        nowMs,
      )) {
        notFolded.add(siteId);
        failed(cause, 'days of a site not folded', { siteId });
      }
    } catch (error) {
      notFolded = 'all';
      warn(error);
    }
  }

  async function run(): Promise<void> {
    const nowMs = now();
    const isNewHour = nowMs - hourBeganMs >= HOUR_MS;
    if (isNewHour) [hourBeganMs, failures] = [nowMs, 0];
    await sweepLandings(db, nowMs, stop).catch(warn);
    if (isNewHour) {
      notFolded = new Set();
      await clean(nowMs);
    }
    await foldDays(nowMs);
    await alerting?.run(nowMs, stop).catch(warn);
    if (isNewHour && failures === 0 && !stop.aborted) onDone?.(now());
  }

  function warn(error: unknown): void {
    failed(error, 'upkeep failed');
  }

  function failed(cause: unknown, what: string, site: object = {}): void {
    failures += 1;
    log.warn({ err: cause, ...site }, what);
  }

  return { run };
}
