import type { Delivery } from './delivery.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';
import { toLine } from './request.ts';
import type { TrafficRequest } from './types.ts';

export type Outbox = {
  /** Holds a request. When all room is taken the newest is lost: the oldest are on their way already. */
  readonly take: (request: TrafficRequest) => void;
  /** Takes no more, sends what is held, and gives up when the time for it is over. */
  readonly close: () => Promise<void>;
};

/** The collector takes 1 MiB at once. */
const MAX_BODY_BYTES = 1_048_576;

/** Holds requests, as lines, until the collector has them; sends one batch at a time. */
export function createOutbox(settings: Settings, { tell, tellRest }: Problems, delivery: Delivery): Outbox {
  const { batchSize, flushMs, maxQueue, closeWithinMs } = settings;
  /** Oldest first. A batch stays in it until it is done with, so that it counts among the held. */
  const held: string[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  function take(request: TrafficRequest): void {
    if (closing) {
      tell('CLOSED', 'a request finished after close()', 1);
    } else if (held.length >= maxQueue) {
      tell('QUEUE_FULL', `${maxQueue} requests are held`, 1);
    } else {
      held.push(toLine(request));
      plan();
    }
  }

  function plan(): void {
    if (sending || closing || held.length === 0) return;
    if (held.length >= batchSize) void send();
    else flushTimer ??= setTimeout(() => void send(), flushMs).unref();
  }

  function send(): Promise<void> {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    const batch = firstBatch(held, batchSize);
    return (sending = delivery.deliver(batch).then(() => {
      held.splice(0, batch.length);
      sending = undefined;
      plan();
    }));
  }

  async function close(): Promise<void> {
    // it keeps the process alive, and with it the tries
    const timer = setTimeout(giveUp, closeWithinMs);
    delivery.hurry();
    while (held.length > 0) await (sending ?? send());
    clearTimeout(timer);
    tellRest();
  }

  function giveUp(): void {
    tell('CLOSED', 'closed before the collector answered', held.splice(0).length);
    delivery.stop();
  }

  return { take, close: () => (closing ??= close()) };
}

function firstBatch(held: readonly string[], batchSize: number): readonly string[] {
  let bytes = 0;
  return held.slice(0, batchSize).filter((line) => (bytes += Buffer.byteLength(line)) <= MAX_BODY_BYTES);
}
