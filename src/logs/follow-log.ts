import { basename } from 'node:path';
import {
  type FollowAct,
  type FollowSeen,
  type OpenFile,
  nextFollow,
  startFollowing,
} from './follow-state.ts';
import { type FileId, fileIdAt } from './list-logs.ts';
import { LogContested } from './log-contested.ts';
import { noteStart } from './note-start.ts';
import { openTails } from './open-tails.ts';
import { type PassedOverSeen, nextPassedOver, startCounting } from './passed-over-state.ts';
import type { StatusKeeper } from './status-keeper.ts';
import type { Following, Tail } from './tail.ts';
import { tailStatusOf } from './tail-state.ts';
import type { Tally } from './tally.ts';

/** When to look again. */
export type Pace = {
  /** Rejects once it is time to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Between two looks at a log in which nothing was new. */
  readonly pollMs: number;
  /** A file that was rotated is kept open until it has not changed for this long. */
  readonly lingerMs: number;
  /** Between two tries to record when the quota is spent. */
  readonly quotaMs: number;
};

/** Follows a log until the signal to stop, whose reason it throws. Throws LogContested, and what the book throws. */
export async function followLog(
  { status, ...parts }: Omit<Following, 'onRead'> & { readonly status: StatusKeeper },
  pace: Pace,
): Promise<never> {
  const count = createCounter(parts);
  const onRead = (tally: Tally, events: number) => {
    count({ kind: 'read', tally });
    status.count(tally, events);
  };
  const following = { ...parts, onRead };
  const files = new Files(following, pace);
  let isKnown = true;
  try {
    const start = await noteStart(following);
    isKnown = start.isRecorded;
    let { state, act } = startFollowing(start);
    for (;;) {
      following.stop.throwIfAborted();
      const isBusy = act.kind !== 'pause';
      if (!isBusy) count({ kind: 'paused' });
      await status.keep({ bytesBehind: files.bytesBehind, isBusy });
      const seen = await files.perform(act);
      isKnown ||= files.areOpen;
      const next = nextFollow(state, seen, { nowMs: following.now(), lingerMs: pace.lingerMs });
      next.notes.forEach(following.note);
      ({ state, act } = next);
    }
  } finally {
    count({ kind: 'ended' });
    await (isKnown ? status.end(files.bytesBehind) : status.forget());
    await files.close();
  }
}

/** Counts the lines that became no event, and reports them. */
function createCounter({ now, note }: Pick<Following, 'now' | 'note'>): (seen: PassedOverSeen) => void {
  let state = startCounting(now());
  return (seen) => {
    const next = nextPassedOver(state, seen, now());
    state = next.state;
    next.notes.forEach(note);
  };
}

/** The open files of a log. They do what `follow-state.ts` decides, and return what they have seen. */
class Files {
  readonly #following: Following;
  readonly #pace: Pace;
  readonly #startedAtMs: number;
  #tails: readonly Tail[] = [];
  /** How many files were deleted before they were read. */
  #lost = 0;

  constructor(following: Following, pace: Pace) {
    this.#following = following;
    this.#pace = pace;
    this.#startedAtMs = following.now();
  }

  get areOpen(): boolean {
    return this.#tails.length > 0;
  }

  get bytesBehind(): number {
    return this.#tails.reduce((sum, tail) => sum + tail.bytesBehind, 0);
  }

  async perform(act: FollowAct): Promise<FollowSeen> {
    switch (act.kind) {
      case 'look':
        return { kind: 'path', live: await fileIdAt(this.#following.path) };
      case 'open':
        return this.#open(act.turnOf);
      case 'advance':
      case 'locate': {
        const tail = this.#tail(act.id);
        await tail[act.kind]();
        return { kind: 'read', ...seenOf(tail) };
      }
      case 'finish': {
        const tail = this.#tail(act.id);
        await tail.finish();
        return { kind: 'finished', ...seenOf(tail) };
      }
      case 'count-waiting':
        return this.#countWaiting(this.#tail(act.id));
      case 'close':
        return this.#drop(this.#tail(act.id));
      case 'pause':
        await this.#pace.sleep(act.for === 'quota' ? this.#pace.quotaMs : this.#pace.pollMs);
        return { kind: 'paused' };
      case 'give-up':
        throw new LogContested(this.#following.path);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#tails.map((tail) => tail.close()));
  }

  async #open(turnOf: FileId | undefined): Promise<FollowSeen> {
    const { tails, problems, lost } = await openTails(this.#following, this.#tails, this.#startedAtMs);
    this.#tails = tails;
    for (const { path, size } of lost) {
      this.#lost += 1;
      this.#following.note({ kind: 'file-lost', file: basename(path), bytes: size, count: this.#lost });
    }
    return { kind: 'opened', files: tails.map(openFileOf), problems, turnOf };
  }

  async #countWaiting(tail: Tail): Promise<FollowSeen> {
    const waiting = await tail.countWaiting();
    return { kind: 'waiting', file: tail.name, waiting, quota: await this.#following.book.quota() };
  }

  async #drop(tail: Tail): Promise<FollowSeen> {
    this.#tails = this.#tails.filter((one) => one !== tail);
    await tail.close();
    return { kind: 'closed', id: tail.opened.id };
  }

  #tail(id: FileId): Tail {
    const tail = this.#tails.find(({ opened }) => opened.id === id);
    if (!tail) throw new Error('only open files are read');
    return tail;
  }
}

function openFileOf({ opened, state }: Tail): OpenFile {
  return { id: opened.id, isRotated: opened.isRotated, changedAtMs: state.changedAtMs };
}

function seenOf(tail: Tail) {
  return { file: openFileOf(tail), status: tailStatusOf(tail.state), problem: tail.state.problem };
}
