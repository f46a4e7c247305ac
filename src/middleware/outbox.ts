import type { Delivery } from './delivery.ts';
import type { Settings } from './options.ts';
import type { Problems } from './problems.ts';
import { toLine } from './request.ts';
import type { TrafficRequest } from './types.ts';

export type Outbox = {
  /** Holds a request. When the queue is full the new request is lost: the oldest are already being sent. */
  readonly take: (request: TrafficRequest) => void;
  /** Accepts no more requests and sends those it holds. Gives up after `closeWithinMs`. */
  readonly close: () => Promise<void>;
};

/** The limit of the collector for one request: 1 MiB. */
const MAX_BODY_BYTES = 1_048_576;

/** Holds requests as lines of NDJSON until the collector has recorded them. Sends one batch at a time. */
export function createOutbox(
  settings: Settings,
  { report, reportRest }: Problems,
  delivery: Delivery,
): Outbox {
  const { batchSize, flushMs, maxQueue, closeWithinMs } = settings;
  /** Oldest first. A batch stays here while it is sent, because it counts towards `maxQueue`. */
  const held: string[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  function take(request: TrafficRequest): void {
    if (closing) {
      report('CLOSED', 'a request finished after close()', 1);
    } else if (held.length >= maxQueue) {
      report('QUEUE_FULL', `the queue is full (${maxQueue} requests)`, 1);
    } else {
      held.push(toLine(request, delivery.fields()));
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
    // This timer keeps the process alive during the retries.
    const timer = setTimeout(giveUp, closeWithinMs);
    delivery.hurry();
    while (held.length > 0) await (sending ?? send());
    clearTimeout(timer);
    reportRest();
  }

  function giveUp(): void {
    report('CLOSED', 'closed before the collector answered', held.splice(0).length);
    delivery.stop();
  }

  return { take, close: () => (closing ??= close()) };
}

function firstBatch(held: readonly string[], batchSize: number): readonly string[] {
  let bytes = 0;
  return held.slice(0, batchSize).filter((line) => (bytes += Buffer.byteLength(line)) <= MAX_BODY_BYTES);
}
