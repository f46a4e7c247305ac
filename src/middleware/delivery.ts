import { postBatch } from './post-batch.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';
import { FIRST_FIELDS } from './request.ts';

export type Delivery = {
  /** Resolves when a batch is recorded, or reported as lost. When stopped, it ends early and reports nothing. */
  readonly deliver: (lines: readonly string[]) => Promise<void>;
  /** The fields that the collector knows, as it named them in its last answer. */
  readonly fields: () => string[];
  /** Retries at once. */
  readonly hurry: () => void;
  /** Stops waiting for a response or for the next try. */
  readonly stop: () => void;
};

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** About an hour of retries. */
const MAX_TRIES = 60;
/** Longer than they take, and than one wait that the collector may set; it remembers the idempotency key of a batch for a day. */
const MAX_AGE_MS = 4_200_000;

/** Sends one batch at a time to the collector, with retries. */
export function createDelivery(settings: Settings, { report }: Problems): Delivery {
  let underway = new AbortController();
  let hurry = (): void => undefined;
  let fields = FIRST_FIELDS;
  let stopped = false;
  const isStopped = () => stopped;

  async function tryOnce(body: string, idempotencyKey: string) {
    // Not AbortSignal.timeout, because stop() aborts it too.
    underway = new AbortController();
    const timer = setTimeout(() => underway.abort(), TIMEOUT_MS).unref();
    const outcome = await postBatch(settings, body, idempotencyKey, underway.signal);
    clearTimeout(timer);
    fields = outcome.fields ?? fields;
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
      const firstTryMs = performance.now();
      for (let tries = 1; !isStopped(); tries += 1) {
        const { code, why, delayMs } = await tryOnce(lines.join(''), idempotencyKey);
        if (isStopped() || code === 'RECORDED') return;
        const waitMs = Math.max(delayMs, backoffMs(tries));
        const isTooLate = performance.now() + waitMs - firstTryMs > MAX_AGE_MS;
        if (code !== 'DELAYED' || tries === MAX_TRIES || isTooLate) {
          report(code === 'DELAYED' ? 'GIVEN_UP' : code, why, lines.length);
          return;
        }
        report('DELAYED', `${why}; retrying`);
        await pause(waitMs);
      }
    },
    fields: () => fields,
    hurry: () => hurry(),
    stop() {
      stopped = true;
      hurry();
      underway.abort();
    },
  };
}

/** Doubles after each try. Half of it is random, so that servers that failed together do not retry together. */
function backoffMs(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS) * (0.5 + Math.random() / 2);
}
