import { Unreadable } from '../cli/import/open-input.ts';
import { describeQuotaSpent } from '../cli/import/quota-spent.ts';
import { counted } from '../cli/output.ts';
import { keyAt } from './list-logs.ts';
import { noteStart, openTails } from './open-tails.ts';
import type { Advance, Following, Tail } from './tail.ts';

/** When to look again, and until when. */
export type Pace = {
  readonly stop: AbortSignal;
  /** Rejects once it is time to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Between two looks at a log in which nothing was new. */
  readonly pollMs: number;
  /** A file that was rotated is kept open until it has not changed for this long. */
  readonly lingerMs: number;
  /** Between two tries to record when the quota is spent. */
  readonly quotaMs: number;
};

/** Follows a log until the signal to stop, whose reason it throws. Throws what the book throws. */
export async function followLog(following: Following, pace: Pace): Promise<never> {
  const follower = new Follower(following, pace);
  try {
    await noteStart(following);
    for (;;) await follower.round();
  } finally {
    await follower.close();
  }
}

class Follower {
  readonly #following: Following;
  readonly #pace: Pace;
  readonly #startedAtMs: number;
  /** The oldest first. All but the one at the path were rotated and linger. */
  #tails: readonly Tail[] = [];
  /** Undefined while no file is at the path. */
  #liveKey: string | undefined;
  #mustLook = true;
  #trouble: string | undefined;
  #isSpent = false;

  constructor(following: Following, pace: Pace) {
    this.#following = following;
    this.#pace = pace;
    this.#startedAtMs = following.now();
  }

  /** Reads what is new, and sleeps when nothing is. */
  async round(): Promise<void> {
    await this.#lookForFiles();
    const outcome = await this.#readAll();
    if (outcome === 'quota-spent') await this.#pace.sleep(this.#pace.quotaMs);
    if (outcome !== 'idle') return;
    await this.#dropRotated();
    await this.#pace.sleep(this.#pace.pollMs);
  }

  async close(): Promise<void> {
    await Promise.all(this.#tails.map((tail) => tail.close()));
  }

  /** Opens what is there to read, at the start and whenever the file at the path is another one. */
  async #lookForFiles(): Promise<void> {
    this.#liveKey = await keyAt(this.#following.path);
    const isOpen = this.#tails.some(({ key }) => key === this.#liveKey);
    if (this.#liveKey === undefined) this.#tellTrouble('waiting for the file');
    if (!this.#mustLook && (isOpen || this.#liveKey === undefined)) return;
    try {
      const wasRotated = this.#tails.length > 0 && !this.#mustLook;
      await this.#openTails();
      if (wasRotated) this.#following.note('the log was rotated');
      this.#mustLook = false;
      if (this.#liveKey !== undefined) this.#trouble = undefined;
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause;
      this.#tellTrouble(cause.message);
    }
  }

  /** False when there was nothing more to open. */
  async #openTails(): Promise<boolean> {
    const open = this.#tails;
    this.#tails = await openTails(this.#following, open, this.#startedAtMs);
    return this.#tails.length > open.length;
  }

  /** Once, until it is over. */
  #tellTrouble(message: string): void {
    if (message !== this.#trouble) this.#following.note(message);
    this.#trouble = message;
  }

  /** Reads each file to its end before the next: what was recorded last tells which rotated files are new. */
  async #readAll(): Promise<Advance> {
    let all: Advance = 'idle';
    for (const tail of this.#tails) {
      const outcome = await this.#readToEnd(tail);
      if (outcome === 'quota-spent' || outcome === 'not-yet') return outcome;
      if (outcome !== 'idle') all = outcome;
    }
    return all;
  }

  async #readToEnd(tail: Tail): Promise<Advance> {
    for (let all: Advance = 'idle'; ; all = 'read') {
      this.#pace.stop.throwIfAborted();
      const outcome = await tail.advance(async () => !(await this.#openTails()));
      if (outcome === 'quota-spent') await this.#tellQuotaSpent(tail);
      if (outcome === 'cut') await this.#reopen(tail);
      if (outcome !== 'read') return outcome === 'idle' ? all : outcome;
      if (this.#isSpent) this.#following.note('the quota has room again');
      this.#isSpent = false;
    }
  }

  /** What was not read of a file that was cut is looked for in its copy. */
  async #reopen(tail: Tail): Promise<void> {
    this.#following.note('the log was truncated');
    await this.#drop(tail);
    this.#mustLook = true;
  }

  async #tellQuotaSpent(tail: Tail): Promise<void> {
    if (this.#isSpent) return;
    this.#isSpent = true;
    const waiting = counted(await tail.countWaiting(), 'event');
    const quota = await this.#following.book.quota();
    this.#following.note(describeQuotaSpent(quota, `${waiting} of ${tail.name} waiting`));
  }

  async #dropRotated(): Promise<void> {
    const lingering = this.#tails.filter(({ key }) => key !== this.#liveKey);
    for (const tail of lingering) {
      if (this.#following.now() - tail.changedAtMs < this.#pace.lingerMs) continue;
      await tail.finish();
      if (tail.trouble !== undefined) this.#following.note(tail.trouble);
      await this.#drop(tail);
    }
  }

  async #drop(tail: Tail): Promise<void> {
    this.#tails = this.#tails.filter((one) => one !== tail);
    await tail.close();
  }
}
