import type { Days, OracleEvent } from '../support/oracle.ts';
import { itemOf, madeEvent } from './made-events.ts';
import { type Tally, addTo } from './tally.ts';

/** A request of a recorder: what is repeated until it is acknowledged. */
export type Batch = {
  readonly idempotencyKey: string;
  readonly body: string;
  readonly events: readonly OracleEvent[];
};

/** What is known of the events of one site: each was sent, and may be acknowledged. */
export type Ledger = {
  readonly siteId: string;
  readonly days: Days;
  /** The next events, in a request of their own. */
  next(): Batch;
  acknowledge(batch: Batch): void;
  /** What an answer counts at least that is asked for from now on, and at most that has come by now. */
  least(): Tally;
  most(): Tally;
  acknowledged(): ReadonlySet<number>;
  sent(): number;
};

export function createLedger(siteId: string, days: Days, eventsPerBatch: number): Ledger {
  const acknowledged = new Set<number>();
  const [least, most] = [new Map<string, number>(), new Map<string, number>()];
  let sent = 0;
  return {
    siteId,
    days,
    next() {
      const events = Array.from({ length: eventsPerBatch }, (_, n) => madeEvent(days, sent + n));
      const idempotencyKey = `${siteId}-${sent}`;
      sent += eventsPerBatch;
      for (const event of events) addTo(most, event);
      return { idempotencyKey, events, body: JSON.stringify(events.map(itemOf)) };
    },
    acknowledge({ events }) {
      for (const event of events) {
        if (acknowledged.has(event.id)) continue;
        acknowledged.add(event.id);
        addTo(least, event);
      }
    },
    least: () => new Map(least),
    most: () => new Map(most),
    acknowledged: () => acknowledged,
    sent: () => sent,
  };
}
