import { ROLLBACK, SYNC } from './wire.ts';

/** The one session behind all connections. */
export type Engine = {
  /** Runs whole messages; answers arrive before it resolves. Rejects only when the engine itself has died. */
  run(messages: Buffer, answer: (bytes: Uint8Array) => void): Promise<void>;
  isInTransaction(): boolean;
};

export type TurnTaker = {
  answer(bytes: Uint8Array): void;
  /** True while it leaves its answers unread: its turns wait, or the answers would pile up in memory. */
  readonly clogged: boolean;
  /** Told after each of its turns. */
  served(messages: Buffer): void;
  /** What drops its prepared statements; empty if it has none. */
  closeStatements(): Buffer;
  /** Told when nothing of it is left in the engine. */
  cleared(): void;
  /** Told when it has held the engine for too long without using it; it must leave. */
  overdue(): void;
};

/** `complete`: the messages end with the engine ready for anybody's next ones. */
type Turn =
  | { readonly taker: TurnTaker; readonly messages: Buffer; readonly complete: boolean }
  | { readonly taker: TurnTaker; readonly leaves: true };

export type TurnRules = {
  /** How long a taker may hold the engine (a transaction, an unfinished request) without using it. */
  readonly idleMs: number;
  /** Told once, when the engine has died; no turn runs afterwards. */
  readonly onCrash: (cause: unknown) => void;
};

/**
 * Lets one taker at a time use the engine: first come, first served, except that whoever has a transaction open or a
 * request half sent keeps it until that has ended.
 */
export class Turns {
  readonly #engine: Engine;
  readonly #rules: TurnRules;
  #waiting: Turn[] = [];
  #holder: TurnTaker | undefined;
  #running: Promise<void> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(engine: Engine, rules: TurnRules) {
    this.#engine = engine;
    this.#rules = rules;
  }

  add(taker: TurnTaker, messages: Buffer, complete: boolean): void {
    this.#waiting.push({ taker, messages, complete });
  }

  /** After what the taker has asked so far, everything of it is cleared away. */
  leave(taker: TurnTaker): void {
    this.#waiting.push({ taker, leaves: true });
    this.advance();
  }

  /** As `leave`, but what has not run yet never will. */
  abandon(taker: TurnTaker): void {
    this.#waiting = this.#waiting.filter((turn) => turn.taker !== taker);
    this.leave(taker);
  }

  /** Runs what can run now. Called after `add`, and when a clogged taker reads again. */
  advance(): void {
    if (this.#running) return;
    const turn = this.#next();
    if (turn) this.#running = this.#runFrom(turn);
  }

  /** Resolves when no turn is running. */
  async settled(): Promise<void> {
    await this.#running;
  }

  #next(): Turn | undefined {
    const at = this.#waiting.findIndex(
      ({ taker }) => (!this.#holder || taker === this.#holder) && !taker.clogged,
    );
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  async #runFrom(first: Turn): Promise<void> {
    // Only a turn that runs proves the holder alive; others that come and wait must not renew its time.
    clearTimeout(this.#idleTimer);
    try {
      for (let turn: Turn | undefined = first; turn; turn = this.#next()) await this.#run(turn);
    } catch (cause) {
      this.#rules.onCrash(cause);
      return; // #running stays set: nothing more may reach this engine
    }
    this.#running = undefined;
    this.#watchHolder();
  }

  async #run(turn: Turn): Promise<void> {
    const { taker } = turn;
    if ('leaves' in turn) return this.#clear(taker);
    await this.#engine.run(turn.messages, (bytes) => {
      taker.answer(bytes);
    });
    this.#holder = !turn.complete || this.#engine.isInTransaction() ? taker : undefined;
    taker.served(turn.messages);
  }

  async #clear(taker: TurnTaker): Promise<void> {
    if (this.#holder === taker) {
      await this.#engine.run(SYNC, ignore); // ends a half-sent request
      if (this.#engine.isInTransaction()) await this.#engine.run(ROLLBACK, ignore);
    }
    const statements = taker.closeStatements();
    if (statements.length > 0) await this.#engine.run(Buffer.concat([statements, SYNC]), ignore);
    this.#holder = undefined;
    taker.cleared();
  }

  #watchHolder(): void {
    const holder = this.#holder;
    if (holder)
      this.#idleTimer = setTimeout(() => {
        holder.overdue();
      }, this.#rules.idleMs).unref();
  }
}

const ignore = () => undefined;
