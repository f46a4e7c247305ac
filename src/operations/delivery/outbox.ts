import type { Channels, Outcome } from '../../domain/channel.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { markFailing } from '../../queries/channels.ts';
import { type DueDelivery, beginAttempt, endAttempt, listDueDeliveries } from '../../queries/deliveries.ts';
import { type Prepared, type PreparingParts, prepareDeliveries } from './prepare.ts';
import { attemptOf } from './schedule.ts';
import { switchOff } from './switch-off.ts';

export type OutboxParts = PreparingParts & {
  readonly channels: Channels;
  /** A random number from 0 up to 1. */
  readonly random?: () => number;
};

/** Sends the messages that are due: several at a time, and of each channel one after the other. */
export type Outbox = {
  /** Starts to send as many as may be under way. What ends makes room for the next. */
  fill(): Promise<void>;
  /** Whether messages are under way, or those that are due are looked for. */
  isBusy(): boolean;
  /** Starts no more, and waits for those under way. */
  stop(): Promise<void>;
};

/** Attempts under way at a time. */
const SLOTS = 40;
/** And to channels whose last attempt failed, so that receivers that are dead keep no other waiting. */
const FAILING_SLOTS = 20;
/** Messages that are prepared at a time. */
const PAGE = 200;
/** Longer than an attempt takes. When its process is killed, another is made then. */
export const ATTEMPT_MS = 20_000;

export function createOutbox(parts: OutboxParts): Outbox {
  const { log } = parts;
  const busy = new Slots();
  let queue: readonly Prepared[] = [];
  const stopping = new AbortController();

  async function startMore(): Promise<void> {
    if (queue.length === 0) queue = await nextPage(parts, busy.channels());
    for (let next = queue[0]; next !== undefined && !stopping.signal.aborted; next = queue[0]) {
      if (!busy.mayTake(next.due)) {
        // those that fail come last: when one must wait, all that follow must, and those due meanwhile need not
        if (next.due.isFailing) queue = [];
        return;
      }
      queue = queue.slice(1);
      start(next);
    }
  }

  function start(prepared: Prepared): void {
    const { due } = prepared;
    const ended = attempt(parts, prepared)
      .catch((err: unknown) => {
        log.warn({ err, channelId: due.channelId }, 'message not sent');
      })
      .finally(() => {
        busy.leave(due);
        if (!stopping.signal.aborted)
          void filling.run().catch((err: unknown) => log.warn({ err }, 'messages not sent'));
      });
    busy.take(due, ended);
  }

  const filling = repeatable(startMore);
  return {
    fill: filling.run,
    isBusy: () => filling.isRunning() || busy.channels().length > 0,
    async stop() {
      stopping.abort();
      if (filling.isRunning()) await filling.run().catch(() => undefined);
      await busy.settle();
    },
  };
}

/** A work that is done by one at a time, and once more if it is wanted meanwhile: what ended since, it has not seen. */
function repeatable(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function repeat(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await work();
    }
  }

  async function run(): Promise<void> {
    isWanted = true;
    running ??= repeat().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    run: async () => run(),
    isRunning: () => running !== undefined,
  };
}

async function nextPage(parts: OutboxParts, busy: readonly number[]): Promise<readonly Prepared[]> {
  const due = await listDueDeliveries(parts.db, parts.now(), { busy, limit: PAGE });
  return prepareDeliveries(parts, due);
}

/** The attempts under way, by their channels. */
class Slots {
  readonly #taken = new Map<number, { readonly isFailing: boolean; readonly ended: Promise<void> }>();

  mayTake({ isFailing }: DueDelivery): boolean {
    if (this.#taken.size >= SLOTS) return false;
    return !isFailing || [...this.#taken.values()].filter((one) => one.isFailing).length < FAILING_SLOTS;
  }

  take({ channelId, isFailing }: DueDelivery, ended: Promise<void>): void {
    this.#taken.set(channelId, { isFailing, ended });
  }

  leave({ channelId }: DueDelivery): void {
    this.#taken.delete(channelId);
  }

  channels(): readonly number[] {
    return [...this.#taken.keys()];
  }

  async settle(): Promise<void> {
    await Promise.all([...this.#taken.values()].map(({ ended }) => ended));
  }
}

/** Begins an attempt before it is made, so that one that is killed counts, and nothing is sent that cannot be noted. */
async function attempt(parts: OutboxParts, prepared: Prepared): Promise<void> {
  const { db, channels, now, random = Math.random } = parts;
  const { due } = prepared;
  const beganAtMs = now();
  if (!(await beginAttempt(db, due, { atMs: beganAtMs, untilMs: beganAtMs + ATTEMPT_MS }))) return;
  const outcome =
    'outcome' in prepared ? prepared.outcome : await channels.send(prepared.receiver, prepared.message);
  // once for each time that a channel begins to fail
  if (outcome.state !== 'delivered' && !due.isFailing)
    parts.log.warn({ channelId: due.channelId, reason: outcome.reason }, 'message not delivered');
  await noteOutcome(db, due, outcome, {
    atMs: now(),
    chance: random(),
    isOfReceiver: !('outcome' in prepared),
  });
}

async function noteOutcome(
  db: Database,
  due: DueDelivery,
  outcome: Outcome,
  {
    isOfReceiver,
    ...when
  }: { readonly atMs: number; readonly chance: number; readonly isOfReceiver: boolean },
): Promise<void> {
  const { id, channelId, isFailing } = due;
  const attempts = due.attempts + 1;
  await inTransaction(db, async (tx) => {
    await endAttempt(tx, { id, attempts }, attemptOf(outcome, { attempts, ...when }));
    const isDelivered = outcome.state === 'delivered';
    if (isDelivered === isFailing) await markFailing(tx, channelId, isDelivered ? null : when.atMs);
    if (outcome.state === 'gone' && isOfReceiver) await switchOff(tx, channelId, outcome.reason);
  });
}
