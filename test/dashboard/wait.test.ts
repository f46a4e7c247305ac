import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/dashboard/answers/problem.ts';
import { waitSeconds } from '../../src/dashboard/answers/wait.ts';

const LIMITED: Problem = { kind: 'limited', retryAfterSeconds: 20 };

describe('the wait before the same is asked again', () => {
  it('is what the server says, then twice as long each time, at most a minute', () => {
    expect([1, 2, 3, 9].map((failures) => waitSeconds(LIMITED, failures))).toEqual([20, 40, 60, 60]);
    expect([1, 2, 5].map((failures) => waitSeconds({ kind: 'unreachable' }, failures))).toEqual([5, 10, 60]);
  });

  it('never ends where asking again is no use', () => {
    expect(waitSeconds({ kind: 'signed-out' }, 1)).toBeUndefined();
    expect(waitSeconds({ kind: 'outdated' }, 1)).toBeUndefined();
    expect(waitSeconds({ kind: 'refused', code: 'SITE_NOT_FOUND', message: 'x' }, 1)).toBeUndefined();
  });
});
