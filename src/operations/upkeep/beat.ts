import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { type Turn, type TurnName, createTurn } from './turn.ts';

export type BeatParts = {
  readonly db: Database;
  /** The name under which this process leases. */
  readonly holder: string;
  readonly log: Logger;
};

type Rhythm = {
  readonly name: TurnName;
  readonly everyMs: number;
  /** What is logged if the work fails; once, until it succeeds again. */
  readonly failed: string;
  /** Whether it also begins at once. */
  readonly atOnce: boolean;
};

/** Work that is done again and again until it is stopped, which waits for the step that is under way. */
export type Beat = { readonly stop: () => Promise<void> };

/** Starts work that is done again and again, never twice at a time. It takes its turn when it has something to do. */
export function startBeat(
  { db, holder, log }: BeatParts,
  { name, everyMs, failed, atOnce }: Rhythm,
  work: (turn: Turn, stop: AbortSignal) => Promise<void>,
): Beat {
  const stopping = new AbortController();
  const turn = createTurn(db, holder, name);
  let underway: Promise<void> | undefined;
  let isFailing = false;

  async function look(): Promise<void> {
    try {
      await work(turn, stopping.signal);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, failed);
      isFailing = true;
    }
  }

  function start(): void {
    underway ??= look().finally(() => {
      underway = undefined;
    });
  }

  if (atOnce) start();
  const timer = setInterval(start, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underway;
      await turn.end();
    },
  };
}
