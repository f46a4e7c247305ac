import { post } from './collector.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';

export type Delivery = {
  /** Resolves when a batch is done with: recorded, or told of as lost. Ends early, telling nothing, when stopped. */
  readonly deliver: (lines: readonly string[]) => Promise<void>;
  /** Tries again at once. */
  readonly hurry: () => void;
  /** Waits neither for an answer nor for the next try. */
  readonly stop: () => void;
};

const ANSWER_WITHIN_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** About an hour of tries, well within the day for which the collector remembers a batch. */
const MAX_TRIES = 60;

/** Brings one batch at a time to the collector, however often that must be tried. */
export function createDelivery(settings: Settings, { tell }: Problems): Delivery {
  let underway = new AbortController();
  let hurry = (): void => undefined;
  let stopped = false;
  const isStopped = () => stopped;

  async function tryOnce(body: string, idempotencyKey: string) {
    // one's own, not AbortSignal.timeout: it ends early too, when stopped
    underway = new AbortController();
    const timer = setTimeout(() => underway.abort(), ANSWER_WITHIN_MS).unref();
    const outcome = await post(settings, body, idempotencyKey, underway.signal);
    clearTimeout(timer);
    return outcome;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
      hurry = resolve;
    });
  }

  return {
    async deliver(lines) {
      const idempotencyKey = crypto.randomUUID();
      for (let tries = 1; !isStopped(); tries += 1) {
        const { code, why, atLeastMs } = await tryOnce(lines.join(''), idempotencyKey);
        if (isStopped() || code === 'RECORDED') return;
        if (code !== 'DELAYED' || tries === MAX_TRIES) {
          tell(code === 'DELAYED' ? 'GIVEN_UP' : code, why, lines.length);
          return;
        }
        tell('DELAYED', `${why}; trying again`);
        await pause(Math.max(atLeastMs, ownWaitMs(tries)));
      }
    },
    hurry: () => hurry(),
    stop() {
      stopped = true;
      hurry();
      underway.abort();
    },
  };
}

/** Twice as long after each try, a part of it by chance, so that servers that failed together come back apart. */
function ownWaitMs(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}
