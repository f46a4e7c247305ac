import pg from 'pg';
import { NoAnswer } from './no-answer.ts';
import { NoPrimary, type Primary, type Requirement, connectTo, watchWrites } from './primary.ts';
import type { SessionSettings } from './session-settings.ts';

export type ClientConfig = pg.ClientConfig & {
  /** Settings of the session, by name. They are sent before the first query: at the start, a pooler refuses them. */
  readonly sessionSettings?: SessionSettings | undefined;
  /** Further ones, which the server may refuse. */
  readonly settingsIfPossible?: SessionSettings | undefined;
  /** Which of several hosts to connect to, and what it must accept. */
  readonly primary?: { readonly of: Primary; readonly requires: Requirement } | undefined;
  /** How long an answer may take; no limit by default. */
  readonly answerWithinMs?: number;
};

/** How the driver's pool wants to be told. */
type OnConnected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** SQLSTATE of a write in a transaction that may only read, and of a statement that was not prepared. */
const READ_ONLY = '25006';
const NOT_PREPARED = '26000';

/** Why a query failed, and how many had been sent by then. */
type Failure = { readonly error: unknown; readonly sent: number };

/** A connection to the database. */
export class DatabaseClient extends pg.Client {
  /** The server's process of this session, as the server gave it when the connection was made. */
  declare readonly processID: number | null;
  readonly #answerWithinMs: number | undefined;
  readonly #primary: ClientConfig['primary'];
  #sent = 0;
  /** Of the last query of each name, if it failed. */
  readonly #failures = new Map<string, Failure>();

  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this;
    // pg leaves the socket open when the exchange of the password fails, for example because there is no password. The
    // server then waits a minute for the rest, and so would this process.
    connection.on('error', () => connection.stream.destroy());
    // The pool listens only once it has been called back. A connection that breaks before that, with the first statements,
    // would end the process; its queries fail in any case.
    this.on('error', () => undefined);
    this.#answerWithinMs = config?.answerWithinMs;
    this.#primary = config?.primary;
    if (config?.sessionSettings) this.#setFirst(config.sessionSettings, config.settingsIfPossible);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.Client> | undefined {
    const connecting = this.#primary ? this.#connectToPrimary(this.#primary) : super.connect();
    if (callback === undefined) return connecting;
    const call = callback as (error: unknown, client?: pg.Client) => void;
    connecting.then((client) => {
      call(null, client);
    }, call);
    return undefined;
  }

  async #connectToPrimary({
    of: primary,
    requires,
  }: NonNullable<ClientConfig['primary']>): Promise<pg.Client> {
    const host = await primary.find();
    const acceptsWrites = watchWrites(this, requires);
    this.on('error', () => {
      primary.forget(host);
    });
    try {
      await connectTo(this, host, () => super.connect());
    } catch (cause) {
      primary.forget(host);
      throw new NoPrimary(`the connection to ${host.host}:${host.port} failed`, { cause });
    }
    if (acceptsWrites()) return this;
    primary.forget(host);
    await this.end();
    throw new NoPrimary(`${host.host}:${host.port} accepts no writes any more`);
  }

  /** Sends a query. If its answer takes too long, the connection is closed, and all its queries fail with NoAnswer. */
  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const ms = this.#answerWithinMs;
    const silent = ms !== undefined && setTimeout(() => this.connection.stream.destroy(new NoAnswer(ms)), ms);
    const { name = '' } = query;
    const sent = this.#sent++;
    try {
      const result = await this.query(query);
      this.#failures.delete(name);
      return result;
    } catch (thrown) {
      const error = this.#reasonOf(thrown, { name, sent });
      if (this.#primary === undefined || (error as { readonly code?: string }).code !== READ_ONLY)
        throw error;
      throw new NoPrimary('the host accepts no writes any more', { cause: error });
    } finally {
      if (silent) clearTimeout(silent);
    }
  }

  /**
   * A query that cannot be prepared, for example because it waits too long for a lock, fails those of its name that were
   * sent behind it: they count on it, and fail for the same reason.
   */
  #reasonOf(error: unknown, { name, sent }: { readonly name: string; readonly sent: number }): unknown {
    const failure = this.#failures.get(name);
    const isNotPrepared = (error as { readonly code?: string }).code === NOT_PREPARED;
    if (isNotPrepared && failure !== undefined && sent < failure.sent) return failure.error;
    this.#failures.set(name, { error, sent: this.#sent });
    return error;
  }

  /** Whoever connects gets the connection after this listener was called, so the settings come before their queries. */
  #setFirst(settings: SessionSettings, ifPossible: SessionSettings = {}): void {
    this.connection.once('readyForQuery', () => {
      this.query(settingAll(settings)).catch((error: unknown) =>
        this.connection.stream.destroy(error as Error),
      );
      this.query(settingAll(ifPossible)).catch(() => undefined);
    });
  }
}

function settingAll(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ');
}
