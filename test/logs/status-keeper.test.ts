import { expect, it } from 'vitest';
import type { FollowedLog } from '../../src/domain/followed-log.ts';
import { followerStateOf } from '../../src/domain/followed-log.ts';
import { createStatusKeeper } from '../../src/logs/status-keeper.ts';
import { emptyTally, tallyPassedOver } from '../../src/logs/tally.ts';

function useKeeper() {
  const clock = { ms: 0 };
  const saved: FollowedLog[] = [];
  const saveStatus = (status: FollowedLog) => {
    saved.push(status);
    return Promise.resolve();
  };
  const forgotten: string[] = [];
  const forgetStatus = (path: string) => {
    forgotten.push(path);
    return Promise.resolve();
  };
  const book = { saveStatus, forgetStatus };
  const keeper = createStatusKeeper({ book, path: '/access.log' }, () => clock.ms);
  return { clock, saved, forgotten, keeper };
}

function blankLines(lines: number) {
  const tally = emptyTally();
  const blank = { line: '', record: undefined };
  for (; tally.lines < lines; tally.lines++) tallyPassedOver(tally, 'blank-line', blank);
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
  await keeper.keep({ bytesBehind: 7, isBusy: false });
  expect(saved).toEqual([
    {
      path: '/access.log',
      ...{ startedAtMs: 0, seenAtMs: 3, bytesBehind: 7, lines: 2, events: 3 },
      passedOver: '{"blank-line":2}',
      ...{ note: 'two', notedAtMs: 2, stoppedAtMs: null },
    },
  ]);
});

it('stores at once, then news after five seconds, and that the follower runs once a minute', async () => {
  const { clock, saved, keeper } = useKeeper();
  await keeper.keep({ bytesBehind: 0, isBusy: false });
  keeper.note('news');
  for (const ms of [4_999, 5_000, 64_999, 65_000]) {
    clock.ms = ms;
    await keeper.keep({ bytesBehind: 0, isBusy: false });
  }
  expect(saved.map(({ seenAtMs }) => seenAtMs)).toEqual([0, 5_000, 65_000]);
});

it('stores every five seconds what a follower has read that is busy from its start', async () => {
  const { clock, saved, keeper } = useKeeper();
  for (const ms of [0, 4_999, 5_000, 9_999, 10_000]) {
    clock.ms = ms;
    keeper.count(blankLines(1), 0);
    await keeper.keep({ bytesBehind: 1, isBusy: true });
  }
  expect(saved.map(({ seenAtMs, lines }) => [seenAtMs, lines])).toEqual([
    [5_000, 3],
    [10_000, 5],
  ]);
});

it('stores at once that the follower stops, and what it read last', async () => {
  const { clock, saved, keeper } = useKeeper();
  await keeper.keep({ bytesBehind: 0, isBusy: false });
  clock.ms = 1;
  keeper.note('last');
  await keeper.end(3);
  expect(saved.at(-1)).toMatchObject({ seenAtMs: 1, stoppedAtMs: 1, note: 'last', bytesBehind: 3 });
});

it('forgets a log', async () => {
  const { forgotten, keeper } = useKeeper();
  await keeper.forget();
  expect(forgotten).toEqual(['/access.log']);
});

it.each([
  ['running', 119_999, null],
  ['silent', 120_000, null],
  ['stopped', 0, 0],
] as const)('tells that a follower is %s', (state, nowMs, stoppedAtMs) => {
  expect(followerStateOf({ seenAtMs: 0, stoppedAtMs }, nowMs)).toBe(state);
});
