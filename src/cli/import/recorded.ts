import type { EventType, NewEvent } from '../../domain/event.ts';
import { counted } from '../output.ts';

/** What was recorded, by type. */
export type Recorded = Record<EventType, number>;

export function nothingRecorded(): Recorded {
  return { bot: 0, referral: 0, conversion: 0 };
}

export function addRecorded(recorded: Recorded, events: readonly NewEvent[]): void {
  for (const { type } of events) recorded[type]++;
}

export function totalOf({ bot, referral, conversion }: Recorded): number {
  return bot + referral + conversion;
}

/** `3 events (2 bot visits, 1 referral)`. */
export function describeRecorded(recorded: Recorded): string {
  const parts = NOUNS.filter(([type]) => recorded[type] > 0).map(([type, noun]) =>
    counted(recorded[type], noun),
  );
  return counted(totalOf(recorded), 'event') + (parts.length > 0 ? ` (${parts.join(', ')})` : '');
}

const NOUNS: readonly (readonly [EventType, string])[] = [
  ['bot', 'bot visit'],
  ['referral', 'referral'],
  ['conversion', 'conversion'],
];
