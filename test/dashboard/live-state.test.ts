import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/dashboard/answers/problem.ts';
import { isLow, liveStateOf } from '../../src/dashboard/events/live-state.ts';

const LIVE = {
  ...{ hasToday: true, isWanted: true, isSeen: true, isScrolling: false, isLow: false, problem: undefined },
};
const LIMITED: Problem = { kind: 'limited', retryAfterSeconds: 20 };

describe('whether new events appear by themselves', () => {
  it.each([
    ['on', {}],
    ['past', { hasToday: false, isWanted: false }],
    ['off', { isWanted: false, isSeen: false }],
    ['problem', { problem: LIMITED, isLow: true }],
    ['budget', { isLow: true, isSeen: false }],
    ['hidden', { isSeen: false, isScrolling: true }],
    ['scrolling', { isScrolling: true }],
  ])('is "%s"', (state, facts) => {
    expect(liveStateOf({ ...LIVE, ...facts })).toBe(state);
  });

  it.each([
    ['events', 10, false],
    ['events', 9, true],
    ['graphql', 9, true],
    ['stats', 0, false],
  ])('with %s at %d units left: paused is %s', (operation, remaining, expected) => {
    expect(
      isLow([
        { operation: 'sites', remaining: 60 },
        { operation, remaining },
      ]),
    ).toBe(expected);
  });
});
