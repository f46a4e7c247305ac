import type { Engine } from './engine.ts';
import { SharedSession, type SessionUser } from './shared-session.ts';
import { ROLLBACK, SYNC } from './wire.ts';

export type TurnTaker = SessionUser & {
  answer(bytes: Uint8Array): void;
  /** True while the client does not read its responses. Its turns wait, so that responses do not fill the memory. */
  readonly clogged: boolean;
  /** Called after each of its turns. */
  served(messages: Buffer): void;
  /** Called when nothing of it is left in the engine. */
  cleared(): void;
  /** Called when it has held the engine too long without using it. It must leave. */
  overdue(): void;
};

/** `complete`: after these messages the engine is ready for those of any client. */
type Turn =
  | { readonly taker: TurnTaker; readonly messages: Buffer; readonly complete: boolean }
  | { readonly taker: TurnTaker; readonly leaves: true };

export type TurnRules = {
  /** How long a taker may hold the engine (a transaction, an unfinished request) without using it. */
  readonly idleMs: number;
  /** Called once, when the engine has crashed. No turn runs after that. */
  readonly onCrash: (cause: unknown) => void;
};

/**
 * Lets one client at a time use the engine, first come, first served. A client with an open transaction or an incomplete
 * request keeps the engine until that ends.
 */
export class Turns {
  readonly #engine: Engine;
  readonly #rules: TurnRules;
  readonly #session: SharedSession;
  #waiting: Turn[] = [];
  #holder: TurnTaker | undefined;
  #running: Promise<void> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(engine: Engine, rules: TurnRules) {
    this.#engine = engine;
    this.#rules = rules;
    this.#session = new SharedSession(engine);
  }

  add(taker: TurnTaker, messages: Buffer, complete: boolean): void {
    this.#waiting.push({ taker, messages, complete });
  }

  /** Clears the client from the engine, after the messages it has sent. */
  leave(taker: TurnTaker): void {
    this.#waiting.push({ taker, leaves: true });
    this.advance();
  }

  /** Like `leave`, but drops the messages that are still waiting. */
  abandon(taker: TurnTaker): void {
    this.#waiting = this.#waiting.filter((turn) => turn.taker !== taker);
    this.leave(taker);
  }

  /** Runs the turns that can run now. Call it after `add`, and when a clogged client reads again. */
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
    // Only a turn that runs shows that the holder is active. Turns of others that wait must not extend its time.
    clearTimeout(this.#idleTimer);
    try {
      for (let turn: Turn | undefined = first; turn; turn = this.#next()) await this.#run(turn);
    } catch (cause) {
      this.#rules.onCrash(cause);
      return; // #running stays set, so that nothing more reaches this engine
    }
    this.#running = undefined;
    this.#watchHolder();
  }

  async #run(turn: Turn): Promise<void> {
    const { taker } = turn;
    if ('leaves' in turn) return this.#clear(taker);
    if (this.#holder !== taker) await this.#session.giveTo(taker);
    await this.#engine.run(turn.messages, (bytes) => {
      taker.answer(bytes);
    });
    this.#holder = !turn.complete || this.#engine.isInTransaction() ? taker : undefined;
    taker.served(turn.messages);
  }

  async #clear(taker: TurnTaker): Promise<void> {
    if (this.#holder === taker) {
      await this.#engine.run(SYNC, ignore); // ends an incomplete request
      if (this.#engine.isInTransaction()) await this.#engine.run(ROLLBACK, ignore);
    }
    await this.#session.forget(taker);
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
