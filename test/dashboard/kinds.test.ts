import { expect, it } from 'vitest';
import { begunPoints, isUnfinished } from '../../src/dashboard/overview/kinds.ts';

const hours = ['10', '11', '12', '13'].map((hour) => ({ startsAt: `2026-03-15T${hour}:00:00.000Z` }));
const series = (completeUntil: string) => ({
  ...{ granularity: 'HOUR' as const, completeUntil, data: hours, previous: hours },
});

it('hours to come are left out, and the one under way is unfinished', () => {
  const begun = begunPoints(series('2026-03-15T12:34:56.789Z'));
  expect([begun.data, begun.previous]).toEqual([hours.slice(0, 3), hours.slice(0, 3)]);
  expect(isUnfinished(begun)).toBe(true);
});

it('hours that have all ended are all shown, and none is unfinished', () => {
  const begun = begunPoints(series('2026-03-15T14:00:00.000Z'));
  expect([begun.data, isUnfinished(begun)]).toEqual([hours, false]);
});
