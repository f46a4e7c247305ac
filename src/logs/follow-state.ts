import type { FileId } from './list-logs.ts';
import type { LogNote } from './notes.ts';
import type { Quota } from '../operations/recording/quota.ts';
import type { TailStatus } from './tail-state.ts';
import type { Unreadable } from './unreadable.ts';

/** An open file of the log. */
export type OpenFile = {
  readonly id: FileId;
  /** Whether it had a rotated name when it was opened. */
  readonly isRotated: boolean;
  /** When it was last seen to change. */
  readonly changedAtMs: number;
};

/** What is known about the files of a log that is followed. A round looks for new files and reads each to its end. */
export type FollowState = {
  /** The oldest first. */
  readonly files: readonly OpenFile[];
  /** The file at the path of the log. */
  readonly live: FileId | undefined;
  /** The files that this round has yet to read. */
  readonly toRead: readonly FileId[];
  /** Something was read in this round. */
  readonly isBusy: boolean;
  /** Rotated files are looked for even if the file at the path is open: at the start, and after it was cut. */
  readonly mustOpen: boolean;
  readonly isMissing: boolean;
  /** Files that could not be opened. */
  readonly problems: readonly Unreadable[];
  readonly isQuotaSpent: boolean;
};

/** What to do next. */
export type FollowAct =
  /** Look which file is at the path. */
  | { readonly kind: 'look' }
  /** Open the files that are new; before `turnOf`, which is identified, is read for the first time. */
  | { readonly kind: 'open'; readonly turnOf?: FileId }
  | { readonly kind: 'advance' | 'locate' | 'count-waiting' | 'finish' | 'close'; readonly id: FileId }
  | { readonly kind: 'pause'; readonly for: 'new-lines' | 'quota' }
  /** Give up: another process records the log. */
  | { readonly kind: 'give-up' };

/** What an act has shown. */
export type FollowSeen =
  | { readonly kind: 'paused' }
  | { readonly kind: 'path'; readonly live: FileId | undefined }
  | {
      readonly kind: 'opened';
      readonly files: readonly OpenFile[];
      readonly problems: readonly Unreadable[];
      readonly turnOf?: FileId | undefined;
    }
  | {
      readonly kind: 'read' | 'finished';
      readonly file: OpenFile;
      readonly status: TailStatus;
      readonly problem: Unreadable | undefined;
    }
  | { readonly kind: 'waiting'; readonly file: string; readonly waiting: number; readonly quota: Quota }
  | { readonly kind: 'closed'; readonly id: FileId };

export type FollowNext = {
  readonly state: FollowState;
  readonly notes: readonly LogNote[];
  readonly act: FollowAct;
};

/** The time, and how long a rotated file stays open after its last change. */
export type FollowTime = { readonly nowMs: number; readonly lingerMs: number };

/** The start: no file is open. With `isMissing`, it is known that there is none. */
export function startFollowing({ isMissing }: { readonly isMissing: boolean }): FollowNext {
  const state = {
    files: [],
    live: undefined,
    toRead: [],
    isBusy: false,
    mustOpen: true,
    isMissing,
    problems: [],
    isQuotaSpent: false,
  };
  return { state, notes: [], act: { kind: 'look' } };
}

/** The state after something was seen, what to report, and what to do next. */
export function nextFollow(state: FollowState, seen: FollowSeen, time: FollowTime): FollowNext {
  switch (seen.kind) {
    case 'paused':
      return { state, notes: [], act: { kind: 'look' } };
    case 'path':
      return afterLook(state, seen.live, time);
    case 'opened':
      return afterOpen(state, seen, time);
    case 'read':
      return afterRead(withFile(state, seen.file), seen, time);
    case 'finished':
      return afterFinish(withFile(state, seen.file), seen);
    case 'waiting': {
      const { waiting, file, quota } = seen;
      const note = { kind: 'quota-spent', quota, waiting, file } as const;
      return { state: { ...state, isQuotaSpent: true }, notes: [note], act: PAUSE_FOR_QUOTA };
    }
    case 'closed':
      return readNext({ ...state, files: state.files.filter(({ id }) => id !== seen.id) }, time);
  }
}

const PAUSE_FOR_QUOTA: FollowAct = { kind: 'pause', for: 'quota' };

function afterLook(before: FollowState, live: FileId | undefined, time: FollowTime): FollowNext {
  const isMissing = live === undefined;
  const notes: LogNote[] = isMissing && !before.isMissing ? [{ kind: 'log-missing' }] : [];
  const state = { ...before, live, isMissing };
  if (before.mustOpen || (!isMissing && !isOpen(state, live))) return { state, notes, act: { kind: 'open' } };
  return withNotes(notes, startRound(state, time));
}

function afterOpen(
  before: FollowState,
  { files, problems, turnOf }: Extract<FollowSeen, { kind: 'opened' }>,
  time: FollowTime,
): FollowNext {
  const hasMore = files.length > before.files.length;
  const state = { ...before, files, problems };
  const notes = newProblems(before.problems, problems);
  if (turnOf !== undefined) {
    // a file that was cut before it was first read holds another log than its copy: read the copy first
    const act: FollowAct = hasMore ? { kind: 'look' } : { kind: 'locate', id: turnOf };
    return { state, notes, act };
  }
  const isRotation = hasMore && before.files.length > 0 && !before.mustOpen;
  const mustOpen = before.mustOpen && state.live !== undefined && !isOpen(state, state.live);
  const rotated: readonly LogNote[] = isRotation ? [{ kind: 'rotated' }] : [];
  return withNotes([...notes, ...rotated], startRound({ ...state, mustOpen }, time));
}

/** Each problem is reported once, until it is over. */
function newProblems(before: readonly Unreadable[], now: readonly Unreadable[]): readonly LogNote[] {
  const isKnown = (error: Unreadable) =>
    before.some(({ path, problem }) => path === error.path && problem === error.problem);
  return now.filter((error) => !isKnown(error)).map((error) => ({ kind: 'unreadable', error }));
}

function afterRead(
  state: FollowState,
  { file, status }: Extract<FollowSeen, { kind: 'read' | 'finished' }>,
  time: FollowTime,
): FollowNext {
  const { id } = file;
  const busy = { ...state, isBusy: true };
  switch (status) {
    case 'idle':
      return readNext(state, time);
    case 'identified':
      return {
        state: busy,
        notes: [],
        act: file.isRotated ? { kind: 'locate', id } : { kind: 'open', turnOf: id },
      };
    case 'unknown':
    case 'located':
      return { state: busy, notes: [], act: { kind: 'advance', id } };
    case 'recorded': {
      const notes: readonly LogNote[] = state.isQuotaSpent ? [{ kind: 'quota-available' }] : [];
      return { state: { ...busy, isQuotaSpent: false }, notes, act: { kind: 'advance', id } };
    }
    case 'no-room':
      return waitForRoom(state, id);
    case 'cut':
      // what was not read of it is looked for in its copy
      return {
        state: { ...busy, mustOpen: true },
        notes: [{ kind: 'truncated' }],
        act: { kind: 'close', id },
      };
    case 'contested':
      return { state, notes: [], act: { kind: 'give-up' } };
  }
}

/** A rotated file is closed unless its last line has to wait, or was recorded by another process. */
function afterFinish(
  state: FollowState,
  { file: { id }, status, problem }: Extract<FollowSeen, { kind: 'read' | 'finished' }>,
): FollowNext {
  if (status === 'no-room') return waitForRoom(state, id);
  if (status === 'unknown') return { state, notes: [], act: { kind: 'look' } };
  const notes: readonly LogNote[] = problem ? [{ kind: 'unreadable', error: problem }] : [];
  return { state, notes, act: { kind: 'close', id } };
}

function waitForRoom(state: FollowState, id: FileId): FollowNext {
  return { state, notes: [], act: state.isQuotaSpent ? PAUSE_FOR_QUOTA : { kind: 'count-waiting', id } };
}

function startRound(state: FollowState, time: FollowTime): FollowNext {
  return readNext({ ...state, toRead: state.files.map(({ id }) => id), isBusy: false }, time);
}

/** Each file is read to its end before the next: what was recorded last shows which rotated files are new. */
function readNext(state: FollowState, time: FollowTime): FollowNext {
  const [id, ...toRead] = state.toRead;
  if (id !== undefined) return { state: { ...state, toRead }, notes: [], act: { kind: 'advance', id } };
  if (state.isBusy) return { state, notes: [], act: { kind: 'look' } };
  const over = state.files.find(
    (file) => file.id !== state.live && time.nowMs - file.changedAtMs >= time.lingerMs,
  );
  return {
    state,
    notes: [],
    act: over ? { kind: 'finish', id: over.id } : { kind: 'pause', for: 'new-lines' },
  };
}

function isOpen({ files }: FollowState, id: FileId): boolean {
  return files.some((file) => file.id === id);
}

function withFile(state: FollowState, file: OpenFile): FollowState {
  return { ...state, files: state.files.map((one) => (one.id === file.id ? file : one)) };
}

function withNotes(notes: readonly LogNote[], next: FollowNext): FollowNext {
  return { ...next, notes: [...notes, ...next.notes] };
}
