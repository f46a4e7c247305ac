import { expect, it } from 'vitest';
import { type PassedOverSeen, nextPassedOver, startCounting } from '../../src/logs/passed-over-state.ts';
import { type Tally, emptyTally, tallyPassedOver } from '../../src/logs/tally.ts';
import type { PassedOverReason } from '../../src/recording/passed-over.ts';

const HOUR = 3_600_000;
const PAUSED = { kind: 'paused' } as const;
const ENDED = { kind: 'ended' } as const;

/** Lines that were passed over for these reasons, and others that became events. */
function read(reasons: readonly PassedOverReason[], events = 0): PassedOverSeen {
  const tally: Tally = emptyTally();
  for (const reason of reasons) {
    tallyPassedOver(tally, reason, { line: reason, record: undefined });
    tally.lines++;
  }
  tally.lines += events;
  return { kind: 'read', tally };
}

/** What is reported for each of these, which are seen at these times. */
function notesOf(...seen: readonly (readonly [PassedOverSeen, number])[]): readonly unknown[] {
  let state = startCounting(0);
  return seen.map(([one, nowMs]) => {
    const next = nextPassedOver(state, one, nowMs);
    state = next.state;
    return next.notes.map((note) => (note.kind === 'passed-over' ? [note.lines, ...note.reasons] : note));
  });
}

it('reports the counts since the start at the first pause, at the end, and only if they changed', () => {
  const seen = [read(['asset', 'asset', 'redirect'], 2), PAUSED, PAUSED, read(['asset']), ENDED];
  expect(notesOf(...seen.map((one) => [one, 0] as const))).toEqual([
    [],
    [[5, ['asset', 2], ['redirect', 1]]],
    [],
    [],
    [[6, ['asset', 3], ['redirect', 1]]],
  ]);
});

it('reports a new reason at the next pause, and a known one after an hour', () => {
  expect(
    notesOf(
      [read(['asset']), 0],
      [PAUSED, 1],
      [read(['asset']), 2],
      [PAUSED, HOUR],
      [PAUSED, HOUR + 1],
      [read(['redirect']), HOUR + 2],
      [PAUSED, HOUR + 3],
      [PAUSED, 2 * HOUR + 3],
    ),
  ).toEqual([
    [],
    [[1, ['asset', 1]]],
    [],
    [],
    [[2, ['asset', 2]]],
    [],
    [[3, ['asset', 2], ['redirect', 1]]],
    [],
  ]);
});

it('reports nothing if every line became an event', () => {
  expect(notesOf([read([], 5), 0], [PAUSED, 0], [PAUSED, HOUR], [ENDED, HOUR])).toEqual([[], [], [], []]);
});

it.each<[string, readonly PassedOverSeen[], number]>([
  [
    'after a hundred lines in no known format',
    [read(Array<'not-a-log-line'>(100).fill('not-a-log-line'))],
    1,
  ],
  ['not after fewer', [read(Array<'not-a-log-line'>(99).fill('not-a-log-line'))], 0],
  [
    'not if one could be read',
    [read(['asset']), read(Array<'not-a-log-line'>(100).fill('not-a-log-line'))],
    0,
  ],
  ['not because of empty lines', [read(Array<'blank-line'>(100).fill('blank-line'))], 0],
])('warns %s', (_, seen, warnings) => {
  const notes = notesOf(...seen.map((one) => [one, 0] as const)).flat();
  expect(notes).toEqual(
    Array.from({ length: warnings }, () => ({
      kind: 'nothing-readable',
      lines: 100,
      first: 'not-a-log-line',
    })),
  );
});
