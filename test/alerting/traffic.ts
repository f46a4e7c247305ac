import type { NewEvent } from '../../src/domain/event.ts';
import { DAY_MS, HOUR_MS, formatInstant } from '../../src/domain/time.ts';
import { botVisit } from '../support/makers.ts';

/** A Wednesday, a few minutes after an hour. */
export const NOW = Date.parse('2026-03-18T15:03:00Z');
export const THIS_HOUR = Date.parse('2026-03-18T15:00:00Z');

type Given = Parameters<typeof botVisit>[1];

/** So many visits of a bot in each of some hours, a quarter of an hour apart, so that each is a burst. */
export function visits(
  fromMs: number,
  hours: number,
  anHour: number,
  given: Given = {},
): readonly NewEvent[] {
  return Array.from({ length: hours * anHour }, (_, n) => {
    const atMs = fromMs + Math.floor(n / anHour) * HOUR_MS + ((n % anHour) * HOUR_MS) / anHour;
    return botVisit(formatInstant(Math.floor(atMs)), given);
  });
}

/** What a bot usually does: two visits an hour, from 40 days before this hour up to some hours before it. */
export function usually(given: Given = {}, until = 0): readonly NewEvent[] {
  return visits(THIS_HOUR - 40 * DAY_MS, 40 * 24 - until, 2, given);
}
