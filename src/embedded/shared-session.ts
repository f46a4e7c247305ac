import type { Engine } from './engine.ts';
import { lastValue, query, SYNC } from './wire.ts';

/** A client, as far as its turns with the session matter. */
export type SessionUser = {
  /**
   * False for connections of this program, which leave the session as they found it. Others (psql, pg_dump, a driver) set
   * what they like in it.
   */
  readonly isStranger: boolean;
  /** How the names of its prepared statements begin, in the engine. */
  readonly statementPrefix: string;
  /** The messages that prepare its statements, each with a Sync. */
  prepareAgain(): Buffer;
  /** The messages that close its prepared statements; empty if it has none. */
  closeStatements(): Buffer;
};

/** The user that the engine starts as. PGlite does not find it with DEFAULT. */
const USER = 'postgres';

/** Temporary tables are searched last, so that one of a stranger never hides a table. The engine starts with it. */
export const SET_SEARCH_PATH = 'set search_path = public, pg_temp';

const RESET = query(`set session authorization '${USER}'; reset all; ${SET_SEARCH_PATH}; unlisten *`);

/** With `RESET`, the effect of DISCARD ALL, but for the statements that others have prepared. */
const DISCARD = query(
  'close all; select pg_catalog.pg_advisory_unlock_all(); discard temp; discard sequences',
);
const DEALLOCATIONS = query(
  `select string_agg(format('deallocate %I', name), '; ') from pg_catalog.pg_prepared_statements where from_sql`,
);

/**
 * The one session behind all connections, so that each stranger seems to have one of its own. What a stranger has set is
 * put away before others get the session, and set again with its next turn. Its temporary tables, cursors and session
 * locks stay, where no connection of this program meets them, until it leaves or another stranger comes.
 */
export class SharedSession {
  readonly #engine: Engine;
  /** The stranger whose settings the session has now. */
  #present: SessionUser | undefined;
  /** The stranger whose temporary tables and the like the session has. */
  #resident: SessionUser | undefined;
  /** Statements that set what strangers had set, by stranger. */
  readonly #putAway = new Map<SessionUser, string>();
  #statementsOfOthers = 0;
  /** How often a stranger has deallocated statements of others, with DISCARD ALL or DEALLOCATE ALL. */
  #losses = 0;
  readonly #lossesMade = new WeakMap<SessionUser, number>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Called before a turn, outside of transactions and requests of others. Rejects if the session cannot be reset. */
  async giveTo(user: SessionUser): Promise<void> {
    if (user === this.#present) return;
    await this.#putStrangerAway();
    await this.#makeUpForLosses(user);
    if (user.isStranger) await this.#welcome(user);
  }

  /** Nothing of the user is left afterwards. Called when its transaction has ended. */
  async forget(user: SessionUser): Promise<void> {
    const closings = user.closeStatements();
    // first, because the stranger's losses are counted by the statements of others
    if (user === this.#present || closings.length > 0) await this.#putStrangerAway();
    if (closings.length > 0) await this.#run(Buffer.concat([closings, SYNC]));
    if (user === this.#resident) await this.#discard();
    this.#putAway.delete(user);
  }

  async #welcome(stranger: SessionUser): Promise<void> {
    if (this.#resident !== stranger) await this.#discard();
    this.#resident = this.#present = stranger;
    this.#statementsOfOthers = Number(await this.#ask(countOfOthers(stranger)));
    const settings = this.#putAway.get(stranger);
    if (settings !== undefined) await this.#ask(settings);
  }

  async #putStrangerAway(): Promise<void> {
    const stranger = this.#present;
    if (!stranger) return;
    const statementsOfOthers = Number(await this.#ask(countOfOthers(stranger)));
    if (statementsOfOthers !== this.#statementsOfOthers) this.#lossesMade.set(stranger, ++this.#losses);
    const settings = await this.#ask(SETTINGS);
    if (settings !== undefined) this.#putAway.set(stranger, settings);
    await this.#mustRun(RESET);
    this.#present = undefined;
  }

  async #discard(): Promise<void> {
    if (!this.#resident) return;
    this.#resident = undefined;
    await this.#mustRun(DISCARD);
    const deallocations = (await this.#mustRun(DEALLOCATIONS)).value;
    if (deallocations !== '') await this.#mustRun(query(deallocations));
  }

  async #makeUpForLosses(user: SessionUser): Promise<void> {
    const made = this.#lossesMade.get(user) ?? 0;
    this.#lossesMade.set(user, this.#losses);
    if (made < this.#losses) await this.#run(Buffer.concat([user.prepareAgain(), SYNC]));
  }

  /** The last value of the answer; undefined if a statement fails, for which what strangers set can be the reason. */
  async #ask(text: string): Promise<string | undefined> {
    const answer = lastValue(await this.#run(query(text)));
    return 'error' in answer ? undefined : answer.value;
  }

  async #mustRun(messages: Buffer): Promise<{ readonly value: string }> {
    const answer = lastValue(await this.#run(messages));
    if ('error' in answer) throw new Error(`the session of a client cannot be cleared: ${answer.error}`);
    return answer;
  }

  async #run(messages: Buffer): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await this.#engine.run(messages, (bytes) => chunks.push(Buffer.from(bytes)));
    return Buffer.concat(chunks);
  }
}

/** The statements that set what differs from the start of the session, the user last: it may not be allowed to. */
const SETTINGS = `
  select coalesce(string_agg(format('select pg_catalog.set_config(%L, %L, false)', name, setting), '; ') || '; ', '')
    || format('set session authorization %L; set role %L', session_user, pg_catalog.current_setting('role'))
  from pg_catalog.pg_settings where source = 'session'`;

function countOfOthers({ statementPrefix }: SessionUser): string {
  return `select count(*) from pg_catalog.pg_prepared_statements
    where not from_sql and not pg_catalog.starts_with(name, '${statementPrefix}')`;
}
