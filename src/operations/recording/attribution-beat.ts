import type { Database } from '../../database/database.ts';
import { sweepLandings } from '../upkeep/landings.ts';
import { isTaken } from '../upkeep/turn.ts';
import type { Attribution } from './attribution.ts';

type BeatParts = {
  readonly db: Database;
  readonly attribution: Attribution;
  readonly now: () => number;
  /** True for a process that records without a server beside it: it deletes the shared landings that ended. */
  readonly sweeps: boolean;
};

/** What a process does beside recording, so that it finds the products of conversions. */
export type AttributionBeat = {
  /** Ends it, after what is under way. */
  stop(): Promise<void>;
};

const BEAT_MS = 60_000;

/**
 * Notes since when products are looked up, and forgets once a minute what is over. What fails, while the database is away, is
 * done a minute later: nothing that is recorded waits for it.
 */
export function startAttributionBeat({ db, attribution, now, sweeps }: BeatParts): AttributionBeat {
  const stopping = new AbortController();
  let isNoted = false;
  let underway: Promise<void> | undefined;

  async function beat(): Promise<void> {
    attribution.forget();
    if (!isNoted) await attribution.note();
    isNoted = true;
    if (sweeps && !(await isTaken(db, 'upkeep'))) await sweepLandings(db, now(), stopping.signal);
  }

  function start(): void {
    underway ??= beat()
      .catch(() => undefined)
      .finally(() => {
        underway = undefined;
      });
  }

  start();
  const timer = setInterval(start, BEAT_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underway;
    },
  };
}
