import { describe, expect, it } from 'vitest';
import { MAX_MOVES } from '../../src/logs/log-contested.ts';
import { type TailSeen, type TailState, newTail, nextTail, tailStatusOf } from '../../src/logs/tail-state.ts';
import { Unreadable } from '../../src/logs/unreadable.ts';

const PLACE = { bytes: 100, canBeCut: true };
const PACKED_PLACE = { bytes: 100, canBeCut: false };
const DAMAGED = new Unreadable('access.log.1.gz', 'packed-data-damaged');

function look(size: number, nowMs = 0): TailSeen {
  return { kind: 'file', file: { size, modifiedAtMs: 1 }, nowMs };
}

function recorded(bytes: number, isWhole = true): TailSeen {
  return { kind: 'recorded', place: { bytes, canBeCut: true }, isWhole };
}

function after(...seen: readonly TailSeen[]): TailState {
  return seen.reduce(nextTail, newTail(0));
}

function statuses(...seen: readonly TailSeen[]): readonly string[] {
  return seen.map((_, n) => tailStatusOf(after(...seen.slice(0, n + 1))));
}

describe('an open file', () => {
  it('is identified, located and recorded until its end', () => {
    expect(
      statuses(look(300), { kind: 'first-line' }, { kind: 'place', place: PLACE }, recorded(300), {
        kind: 'end',
      }),
    ).toEqual(['unknown', 'identified', 'located', 'recorded', 'idle']);
  });

  it.each<[string, readonly TailSeen[], string]>([
    ['with fewer than two bytes is idle', [look(1)], 'idle'],
    ['without a complete first line is idle', [look(300), { kind: 'no-log' }], 'idle'],
    ['at its end stays idle while nothing changes', [look(300), { kind: 'end' }, look(300)], 'idle'],
    ['at its end is read on when it grows', [look(300), { kind: 'end' }, look(301)], 'unknown'],
    [
      'is cut if it is shorter than what was read',
      [look(300), { kind: 'place', place: PLACE }, look(99)],
      'cut',
    ],
    [
      'is not cut if it ends where reading stopped',
      [look(300), { kind: 'place', place: PLACE }, look(100)],
      'located',
    ],
    [
      'is not cut if it is packed, since its text is longer than the file',
      [look(300), { kind: 'place', place: PACKED_PLACE }, look(99)],
      'located',
    ],
    [
      'is cut if it holds other text than what was read',
      [look(300), { kind: 'place', place: PLACE }, { kind: 'other-text' }],
      'cut',
    ],
    ['waits if only some of its events had room', [look(300), recorded(200, false)], 'no-room'],
    [
      'keeps waiting for room when it is looked at again',
      [look(300), recorded(200, false), look(400)],
      'no-room',
    ],
    ['is identified again if its log moved', [look(300), recorded(200), { kind: 'moved' }], 'unknown'],
    ['that cannot be read is idle', [look(300), { kind: 'unreadable', error: DAMAGED }], 'idle'],
  ])('%s', (_, seen, status) => {
    expect(tailStatusOf(after(...seen))).toBe(status);
  });

  it('is contested after its log moved too often in a row, with nothing recorded in between', () => {
    const moves = Array.from({ length: MAX_MOVES }, (): TailSeen => ({ kind: 'moved' }));
    expect(tailStatusOf(after(look(300), ...moves.slice(1)))).toBe('unknown');
    expect(tailStatusOf(after(look(300), ...moves))).toBe('contested');
    expect(tailStatusOf(after(look(300), ...moves.slice(1), recorded(200), ...moves.slice(1)))).toBe(
      'unknown',
    );
  });

  it.each<[string, number, readonly TailSeen[], string]>([
    ['is idle while it grows', 29_999, [], 'idle'],
    ['is read on once it has not grown for half a minute', 30_000, [], 'located'],
    ['is idle though it grows slowly', 599_999, [look(301, 599_998)], 'idle'],
    ['is read on after ten minutes', 600_000, [look(301, 599_998)], 'located'],
  ])('that may hold a copy %s', (_, nowMs, between, status) => {
    const waiting = { kind: 'may-be-copy', nowMs: 0 } as const;
    const seen = [look(300), { kind: 'place', place: PLACE } as const, waiting];
    const waited = between.flatMap((one) => [one, waiting]);
    expect(tailStatusOf(after(...seen, ...waited, look(between.length > 0 ? 301 : 300, nowMs)))).toBe(status);
  });

  it('changed when it was seen to change, not when it was first looked at', () => {
    const changes = [look(300, 5), look(300, 6), look(301, 7), look(301, 8)];
    expect(changes.map((_, n) => after(...changes.slice(0, n + 1)).changedAtMs)).toEqual([0, 0, 7, 7]);
  });

  it('has a problem until it changes', () => {
    const unreadable = [look(300), { kind: 'unreadable', error: DAMAGED } as const];
    expect(after(...unreadable, look(300)).problem).toBe(DAMAGED);
    expect(after(...unreadable, look(301)).problem).toBeUndefined();
  });
});
