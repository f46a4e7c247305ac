import type { EventType, NewEvent } from './event.ts';

/** A number of events of each type. */
export type EventCounts = Record<EventType, number>;

export function noEvents(): EventCounts {
  return { bot: 0, referral: 0, conversion: 0 };
}

export function addEvents(counts: EventCounts, events: readonly NewEvent[]): void {
  for (const { type } of events) counts[type]++;
}

export function totalOf({ bot, referral, conversion }: EventCounts): number {
  return bot + referral + conversion;
}

export function sumOfCounts(counts: readonly EventCounts[]): EventCounts {
  const sum = noEvents();
  for (const { bot, referral, conversion } of counts) {
    sum.bot += bot;
    sum.referral += referral;
    sum.conversion += conversion;
  }
  return sum;
}
