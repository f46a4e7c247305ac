import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { isAnythingDue } from '../../queries/deliveries.ts';
import { createTurn } from '../upkeep/turn.ts';
import { createDigestMaker } from './due-digests.ts';
import { type OutboxParts, createOutbox } from './outbox.ts';

/** What a server does to send messages, beside answering requests. */
export type Delivering = {
  /** Sends no more, and waits for what is under way. */
  stop(): Promise<void>;
};

export type DeliveringParts = OutboxParts & {
  /** The name under which this process leases. */
  readonly holder: string;
  readonly plans: PlanCatalogue;
  readonly catalogue: () => Catalogue;
  /** How often it looks; 5 seconds by default. */
  readonly everyMs?: number;
};

/** What is written is sent within ten seconds. */
const LOOK_MS = 5_000;

/**
 * Makes the digests and sends the messages that are due. One process at a time does so; another takes over when that one
 * is gone. While nothing is due, a look is one short read.
 */
export function startDelivering(parts: DeliveringParts): Delivering {
  const { db, log, now, holder, everyMs = LOOK_MS } = parts;
  const turn = createTurn(db, holder, 'delivery');
  const outbox = createOutbox(parts);
  const digests = createDigestMaker(parts);
  let looking: Promise<void> | undefined;
  let [isStopped, isFailing] = [false, false];

  async function look(): Promise<void> {
    if (!outbox.isBusy() && !(await isAnythingDue(db, now()))) {
      await turn.end();
      return;
    }
    // what is due does not wait until many digests are made
    for (let isMore = true; isMore && !isStopped && (await turn.take());) {
      isMore = await digests.makeDue();
      await outbox.fill();
    }
  }

  async function lookSafely(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'messages not sent');
      isFailing = true;
    }
  }

  function start(): void {
    looking ??= lookSafely().finally(() => {
      looking = undefined;
    });
  }

  const timer = setInterval(start, everyMs).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await outbox.stop();
      await turn.end();
    },
  };
}
