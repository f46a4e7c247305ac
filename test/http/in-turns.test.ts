import { expect, it, vi } from 'vitest';
import { inTurns } from '../../src/http/in-turns.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('takes in order what comes, and in each turn no more than it has time for', async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const taken: number[] = [];
  const add = inTurns((one: number) => {
    taken.push(one);
    nowMs += 4;
  });
  for (const one of [1, 2, 3, 4, 5]) add(one);
  expect(taken).toEqual([]);

  await turn();
  expect(taken).toEqual([1, 2, 3]);
  add(6);
  await turn();
  expect(taken).toEqual([1, 2, 3, 4, 5, 6]);
  add(7);
  await turn();
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7]);
  clock.mockRestore();
});
