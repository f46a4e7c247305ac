import { expect, it } from 'vitest';
import { recencyOf } from '../../src/dashboard/parts/recency.ts';

const NOW_MS = Date.parse('2026-03-15T12:00:00.000Z');

it.each([
  ['2026-03-15T12:00:00.000Z', 'now'],
  ['2026-03-15T11:55:00.001Z', 'now'],
  ['2026-03-15T12:04:59.999Z', 'now'],
  ['2026-03-15T11:55:00.000Z', 'lately'],
  ['2026-03-14T12:00:00.001Z', 'lately'],
  ['9999-12-31T23:59:59.999Z', 'lately'],
  ['2026-03-14T12:00:00.000Z', 'long-ago'],
  [null, 'long-ago'],
  [undefined, 'long-ago'],
] as const)('an event at %s is %s', (at, recency) => {
  expect(recencyOf(at, NOW_MS)).toBe(recency);
});
