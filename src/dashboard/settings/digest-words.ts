import type { DigestTimesFragment } from '../generated/graphql.ts';
import { dayOf, formatInstant, formatLongDay } from '../time/days.ts';
import type { Attempt, OwnChannel } from './channel-words.ts';

export type DigestTimes = DigestTimesFragment;

/** The weekdays from Monday, which is 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The hours of a day, as they are shown. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** `Next: Monday November 30, 07:00 UTC`; undefined if it is off. */
export function wordsOfNext({ nextAt }: Pick<DigestTimes, 'nextAt'>, atMs: number): string | undefined {
  if (nextAt === null) return undefined;
  return `Next: ${formatLongDay(nextAt.slice(0, 10), dayOf(atMs))}, ${nextAt.slice(11, 16)} UTC`;
}

/** The channels that the digest is sent to. */
export const takersOf = (channels: readonly OwnChannel[]): readonly OwnChannel[] =>
  channels.filter(({ digest, enabled, confirmed }) => digest && enabled && confirmed);

/** How a digest went to each channel, in the order of the channels. */
export function wordsOfDigest(deliveries: readonly Attempt[], atMs: number): readonly string[] {
  return deliveries.map(({ state, reason, nextAt }) => {
    if (state === 'DELIVERED') return 'delivered';
    const again = nextAt === null ? '' : `; again ${formatInstant(Date.parse(nextAt), atMs)}`;
    return `${reason ?? 'not delivered'}${again}`;
  });
}
