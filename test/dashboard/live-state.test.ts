import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/dashboard/answers/problem.ts';
import { isLow, liveStateOf, waitSeconds } from '../../src/dashboard/events/live-state.ts';

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

describe('the wait before the same is asked again', () => {
  it('is what the server says, then twice as long each time, at most a minute', () => {
    expect([1, 2, 3, 9].map((failures) => waitSeconds(LIMITED, failures))).toEqual([20, 40, 60, 60]);
    expect([1, 2, 5].map((failures) => waitSeconds({ kind: 'unreachable' }, failures))).toEqual([5, 10, 60]);
  });

  it('never ends where asking again is no use', () => {
    expect(waitSeconds({ kind: 'signed-out' }, 1)).toBeUndefined();
    expect(waitSeconds({ kind: 'refused', code: 'SITE_NOT_FOUND', message: 'x' }, 1)).toBeUndefined();
  });
});
