import { describe, expect, it } from 'vitest';
import {
  type FollowNext,
  type FollowSeen,
  type OpenFile,
  nextFollow,
  startFollowing,
} from '../../src/logs/follow-state.ts';
import type { TailStatus } from '../../src/logs/tail-state.ts';
import { Unreadable } from '../../src/logs/unreadable.ts';

const TIME = { nowMs: 0, lingerMs: 60_000 };
const LOG: OpenFile = { id: 'log', isRotated: false, changedAtMs: 0 };
const OLD: OpenFile = { id: 'old', isRotated: true, changedAtMs: 0 };
const DENIED = new Unreadable('/var/log/access.log', 'no-permission');
const QUOTA = {
  plan: 'free' as const,
  limit: 10,
  used: 10,
  projected: 20,
  month: '2026-03-01',
  resetsAtMs: Date.parse('2026-04-01'),
};

const PAUSED: FollowSeen = { kind: 'paused' };

function path(live: string | undefined): FollowSeen {
  return { kind: 'path', live };
}

function opened(files: readonly OpenFile[], problems: readonly Unreadable[] = []): FollowSeen {
  return { kind: 'opened', files, problems };
}

function openedForTurn(turnOf: string, ...files: readonly OpenFile[]): FollowSeen {
  return { kind: 'opened', files, problems: [], turnOf };
}

function read(file: OpenFile, status: TailStatus): FollowSeen {
  return { kind: 'read', file, status, problem: undefined };
}

function finished(file: OpenFile, status: TailStatus, problem?: Unreadable): FollowSeen {
  return { kind: 'finished', file, status, problem };
}

/** Each act and note that follows from what was seen, one after the other. */
function follow(seen: readonly FollowSeen[], time = TIME): readonly FollowNext[] {
  const start = startFollowing({ isMissing: false });
  const steps: FollowNext[] = [start];
  for (const one of seen) steps.push(nextFollow((steps.at(-1) ?? start).state, one, time));
  return steps;
}

function actsOf(seen: readonly FollowSeen[], time = TIME) {
  return follow(seen, time).map(({ act }) => ('id' in act ? `${act.kind} ${act.id}` : act.kind));
}

function notesOf(seen: readonly FollowSeen[], time = TIME) {
  return follow(seen, time).flatMap(({ notes }) => notes.map(({ kind }) => kind));
}

/** What is seen until the file at the path is read to its end, and the follower pauses. */
const SETTLED = [path('log'), opened([LOG]), read(LOG, 'idle')];

describe('the follower', () => {
  it('looks, opens the files and reads each to its end, the oldest first', () => {
    expect(
      actsOf([
        path('log'),
        opened([OLD, LOG]),
        read(OLD, 'identified'),
        read(OLD, 'located'),
        read(OLD, 'recorded'),
        read(OLD, 'idle'),
        read(LOG, 'idle'),
        path('log'),
        read(OLD, 'idle'),
        read(LOG, 'idle'),
      ]),
    ).toEqual([
      'look',
      'open',
      'advance old',
      'locate old',
      'advance old',
      'advance old',
      'advance log',
      // something was read: look again without a pause
      'look',
      'advance old',
      'advance log',
      'pause',
    ]);
  });

  it('looks for a copy of the file at the path before it reads that for the first time', () => {
    const seen = [path('log'), opened([LOG]), read(LOG, 'identified')];
    expect(follow(seen).at(-1)?.act).toEqual({ kind: 'open', turnOf: 'log' });
    expect(actsOf([...seen, openedForTurn('log', LOG)]).at(-1)).toBe('locate log');
    expect(actsOf([...seen, openedForTurn('log', OLD, LOG), path('log')]).slice(-2)).toEqual([
      'look',
      'advance old',
    ]);
  });

  it('opens the files again when another file is at the path, and reports the rotation once', () => {
    const newer = { ...LOG, id: 'newer' };
    const seen = [...SETTLED, PAUSED, path('newer'), opened([LOG, newer]), read(LOG, 'idle')];
    expect(actsOf(seen).slice(-3)).toEqual(['open', 'advance log', 'advance newer']);
    expect(notesOf([...seen, read(newer, 'idle'), PAUSED, path('newer')])).toEqual(['rotated']);
  });

  it('closes a file that was cut, and looks for its copy', () => {
    const seen = [
      ...SETTLED,
      PAUSED,
      path('log'),
      read(LOG, 'cut'),
      { kind: 'closed', id: 'log' } as const,
      path('log'),
    ];
    expect(actsOf(seen).slice(-3)).toEqual(['close log', 'look', 'open']);
    expect(notesOf(seen)).toEqual(['truncated']);
  });

  it('reports a missing file once, until it is back', () => {
    const missing = [path(undefined), opened([]), PAUSED, path(undefined), PAUSED];
    expect(notesOf(missing)).toEqual(['log-missing']);
    expect(notesOf([...missing, path('log'), opened([LOG]), read(LOG, 'idle'), path(undefined)])).toEqual([
      'log-missing',
      'log-missing',
    ]);
  });

  it('reports a file that cannot be opened once, reads the others, and tries again', () => {
    const round = [path('log'), opened([OLD], [DENIED]), read(OLD, 'idle'), PAUSED];
    expect(actsOf([...round, ...round]).slice(1)).toEqual([
      ...['open', 'advance old', 'pause', 'look'],
      ...['open', 'advance old', 'pause', 'look'],
    ]);
    expect(notesOf([...round, ...round])).toEqual(['unreadable']);
    const over = [path('log'), opened([OLD, LOG])];
    expect(notesOf([...round, ...over, ...round])).toEqual(['unreadable', 'unreadable']);
  });

  it('counts what waits when the quota is spent, reports it once, and reports when there is room', () => {
    const waiting: FollowSeen = { kind: 'waiting', file: 'access.log', waiting: 3, quota: QUOTA };
    const spent = [path('log'), opened([LOG]), read(LOG, 'no-room'), waiting];
    const still = [PAUSED, path('log'), read(LOG, 'no-room')];
    expect(actsOf([...spent, ...still]).slice(-5)).toEqual([
      ...['count-waiting log', 'pause', 'look', 'advance log', 'pause'],
    ]);
    expect(notesOf([...spent, ...still, PAUSED, path('log'), read(LOG, 'recorded')])).toEqual([
      'quota-spent',
      'quota-available',
    ]);
  });

  it('gives up when another process records the log', () => {
    expect(actsOf([path('log'), opened([LOG]), read(LOG, 'contested')]).at(-1)).toBe('give-up');
  });
});

describe('a rotated file', () => {
  const quiet = { nowMs: 60_000, lingerMs: 60_000 };
  const settled = [path('log'), opened([OLD, LOG]), read(OLD, 'idle'), read(LOG, 'idle')];

  it('stays open while it still changes', () => {
    expect(actsOf(settled, { ...quiet, nowMs: 59_999 }).at(-1)).toBe('pause');
  });

  it('is finished and closed when it has not changed for long; the file at the path never is', () => {
    const seen = [...settled, finished(OLD, 'recorded'), { kind: 'closed', id: 'old' } as const];
    expect(actsOf(seen, quiet).slice(-3)).toEqual(['finish old', 'close old', 'pause']);
  });

  it('is closed with a report if it cannot be read to its end', () => {
    const seen = [...settled, finished(OLD, 'idle', DENIED)];
    expect(actsOf(seen, quiet).at(-1)).toBe('close old');
    expect(notesOf(seen, quiet)).toEqual(['unreadable']);
  });

  it.each<[string, TailStatus, string]>([
    ['the quota has no room for its last line', 'no-room', 'count-waiting old'],
    ['another process recorded its last line', 'unknown', 'look'],
  ])('stays open if %s', (_, status, act) => {
    expect(actsOf([...settled, finished(OLD, status)], quiet).at(-1)).toBe(act);
  });
});
