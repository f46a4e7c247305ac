import { expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { countWithin, leaveOutRepeats } from '../../src/recording/repeated-requests.ts';
import { botVisit, conversion, referral } from '../support/makers.ts';

const AT = '2026-03-10T10:00:00Z';
const visit = (requestDigest?: string) => botVisit(AT, { requestDigest });
const landing = (requestDigest: string) => referral(AT, { requestDigest });
const sale = (requestDigest: string) => conversion(AT, { requestDigest });

it('keeps the first request with a digest, with both of its events, and all events without one', () => {
  const events = [
    ...[visit('a'), visit(), landing('b'), sale('b'), visit('a'), landing('b'), sale('b')],
    ...[visit(), landing('c'), sale('c'), sale('d'), sale('d'), landing('d'), sale('d')],
  ];

  const { events: kept, repeats } = leaveOutRepeats(events, new Set(['c']));

  expect(kept).toEqual([0, 1, 2, 3, 7, 10].map((index) => events[index]));
  // a, b, c, and d twice
  expect(repeats).toBe(5);
});

it('returns the same list if nothing is a repeat', () => {
  const events = [visit('a'), visit(), landing('b'), sale('b')];

  expect(leaveOutRepeats(events, new Set(['c'])).events).toBe(events);
});

it('counts the first events that fit in a room, to which repeats count nothing', () => {
  const events: readonly NewEvent[] = [visit('a'), visit('b'), visit('b'), visit('a'), visit(), visit('c')];
  const taken = new Set(['a']);

  expect([0, 1, 2, 3].map((room) => countWithin(events, taken, room))).toEqual([1, 4, 5, 6]);
});
