import { setImmediate as onceTurned } from 'node:timers';
import { afterEach, expect, it, vi } from 'vitest';
import { createPauses } from '../../src/operations/pauses.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('others have their turn once work has held them up for ten milliseconds', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const pause = createPauses();
  nowMs = 9;
  expect(pause()).toBeUndefined();
  nowMs = 10;
  let turns = 0;
  onceTurned(() => (turns += 1));
  await pause();
  expect([turns, pause()]).toEqual([1, undefined]);
});
