import { expect, it } from 'vitest';
import type { FollowedLog } from '../../src/queries/followed-logs.ts';
import { createStatusKeeper } from '../../src/logs/status-keeper.ts';
import { emptyTally, tallyPassedOver } from '../../src/logs/tally.ts';

function useKeeper() {
  const clock = { ms: 0 };
  const saved: FollowedLog[] = [];
  const saveStatus = (status: FollowedLog) => {
    saved.push(status);
    return Promise.resolve();
  };
  const keeper = createStatusKeeper({ book: { saveStatus }, path: '/access.log' }, () => clock.ms);
  return { clock, saved, keeper };
}

function blankLines(lines: number) {
  const tally = emptyTally();
  for (; tally.lines < lines; tally.lines++) tallyPassedOver(tally, 'blank-line', '');
  return tally;
}

it('stores what was read, and the last note', async () => {
  const { clock, saved, keeper } = useKeeper();
  clock.ms = 1;
  keeper.note('one');
  keeper.count(blankLines(2), 0);
  keeper.count(emptyTally(), 3);
  clock.ms = 2;
  keeper.note('two');
  clock.ms = 3;
  await keeper.keep(7);
  expect(saved).toEqual([
    {
      path: '/access.log',
      ...{ startedAtMs: 0, seenAtMs: 3, bytesBehind: 7, lines: 2, events: 3 },
      passedOver: '{"blank-line":2}',
      ...{ note: 'two', notedAtMs: 2 },
    },
  ]);
});

it('stores at once, then news after five seconds, and that the follower runs once a minute', async () => {
  const { clock, saved, keeper } = useKeeper();
  await keeper.keep(0);
  keeper.note('news');
  for (const ms of [4_999, 5_000, 64_999, 65_000]) {
    clock.ms = ms;
    await keeper.keep(0);
  }
  expect(saved.map(({ seenAtMs }) => seenAtMs)).toEqual([0, 5_000, 65_000]);
});
