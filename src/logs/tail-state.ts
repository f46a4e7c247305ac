import { MAX_MOVES } from './log-contested.ts';
import type { Unreadable } from './unreadable.ts';

/** What is known about an open file of a log. */
export type TailState = {
  readonly stage: Stage;
  /** The file when it was last looked at; undefined before the first look. */
  readonly file: FileStats | undefined;
  /** There is nothing more to read until the file changes. */
  readonly isAtEnd: boolean;
  /** When the file was last seen to change. */
  readonly changedAtMs: number;
  /** Why the rest of the file cannot be read. */
  readonly problem: Unreadable | undefined;
  /** How often in a row another process recorded these lines first. */
  readonly moves: number;
  /** Since when it waits for the rest of what may be a copy of another log; undefined if it does not. */
  readonly waitsSinceMs: number | undefined;
};

/** How far the file has got. */
type Stage =
  /** It is not known which log the file holds. */
  | { readonly kind: 'unknown' }
  /** The first line is known, and with it the log. */
  | { readonly kind: 'identified' }
  /** The place to read on from is known. */
  | { readonly kind: 'located'; readonly place: TailPlace }
  /** Lines were recorded. */
  | { readonly kind: 'recorded'; readonly place: TailPlace }
  /** The quota had no room for all events of the lines. */
  | { readonly kind: 'no-room'; readonly place: TailPlace }
  /** The file no longer holds what was read. */
  | { readonly kind: 'cut' }
  /** Another process keeps recording the log. */
  | { readonly kind: 'contested' };

type TailPlace = {
  readonly bytes: number;
  /** False for a packed file, which nobody writes again once it is complete. */
  readonly canBeCut: boolean;
};

export type FileStats = { readonly size: number; readonly modifiedAtMs: number };

/** What looking at the file, reading it or recording it has shown. */
export type TailSeen =
  | { readonly kind: 'file'; readonly file: FileStats; readonly nowMs: number }
  /** No complete first line, or an older copy of a log that is recorded further. */
  | { readonly kind: 'no-log' }
  | { readonly kind: 'first-line' }
  | { readonly kind: 'place'; readonly place: TailPlace }
  | { readonly kind: 'end' }
  /** The next lines may begin a copy of another log that is still being written. */
  | { readonly kind: 'may-be-copy'; readonly nowMs: number }
  /** The text before the place is not what was read there. */
  | { readonly kind: 'other-text' }
  | { readonly kind: 'recorded'; readonly place: TailPlace; readonly isWhole: boolean }
  /** The log is recorded further than this file was. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'unreadable'; readonly error: Unreadable };

/** A stage, or `idle` at the end of the file. */
export type TailStatus = Stage['kind'] | 'idle';

/** A file that was just opened. */
export function newTail(nowMs: number): TailState {
  const stage = { kind: 'unknown' } as const;
  return {
    stage,
    file: undefined,
    isAtEnd: false,
    changedAtMs: nowMs,
    problem: undefined,
    moves: 0,
    waitsSinceMs: undefined,
  };
}

/** The state after something was seen. */
export function nextTail(state: TailState, seen: TailSeen): TailState {
  switch (seen.kind) {
    case 'file':
      return afterLook(state, seen.file, seen.nowMs);
    case 'no-log':
    case 'end':
      return { ...state, isAtEnd: true, waitsSinceMs: undefined };
    case 'first-line':
      return { ...state, stage: { kind: 'identified' } };
    case 'place':
      return { ...state, stage: { kind: 'located', place: seen.place }, waitsSinceMs: undefined };
    case 'other-text':
      return { ...state, stage: { kind: 'cut' } };
    case 'recorded':
      return {
        ...state,
        stage: { kind: seen.isWhole ? 'recorded' : 'no-room', place: seen.place },
        moves: 0,
        waitsSinceMs: undefined,
      };
    case 'may-be-copy':
      return { ...state, isAtEnd: true, waitsSinceMs: state.waitsSinceMs ?? seen.nowMs };
    case 'moved':
      return afterMove(state);
    case 'unreadable':
      return { ...state, isAtEnd: true, waitsSinceMs: undefined, problem: seen.error };
  }
}

export function tailStatusOf({ stage, isAtEnd }: TailState): TailStatus {
  return isAtEnd ? 'idle' : stage.kind;
}

/** Whether nothing more will come of what may be a copy: it has not grown for some time, or grows too slowly. */
export function hasWaited({ waitsSinceMs, changedAtMs }: TailState, nowMs: number): boolean {
  if (waitsSinceMs === undefined) return false;
  return nowMs - changedAtMs >= WAIT_UNCHANGED_MS || nowMs - waitsSinceMs >= WAIT_MS;
}

/** Less than the time after which a rotated file is closed. */
const WAIT_UNCHANGED_MS = 30_000;
const WAIT_MS = 600_000;

function afterLook(before: TailState, file: FileStats, nowMs: number): TailState {
  const looked = isSame(before.file, file) ? before : afterChange(before, file, nowMs);
  const state = hasWaited(looked, nowMs) ? { ...looked, isAtEnd: false } : looked;
  if (state.isAtEnd) return state;
  const { stage } = state;
  if ('place' in stage && stage.place.canBeCut && file.size < stage.place.bytes)
    return { ...state, stage: { kind: 'cut' } };
  // shorter than the two bytes that show whether it is packed
  return stage.kind === 'unknown' && file.size < 2 ? { ...state, isAtEnd: true } : state;
}

function isSame(before: FileStats | undefined, now: FileStats): boolean {
  return before?.size === now.size && before.modifiedAtMs === now.modifiedAtMs;
}

function afterChange(state: TailState, file: FileStats, nowMs: number): TailState {
  const changedAtMs = state.file === undefined ? state.changedAtMs : nowMs;
  return { ...state, file, changedAtMs, isAtEnd: false, problem: undefined };
}

function afterMove(state: TailState): TailState {
  const moves = state.moves + 1;
  return { ...state, moves, stage: { kind: moves < MAX_MOVES ? 'unknown' : 'contested' } };
}
