import pg from 'pg';
import { NoAnswer } from './no-answer.ts';

export type ClientConfig = pg.ClientConfig & {
  /** Settings of the session, by name. They are sent before the first query: at the start, a pooler refuses them. */
  readonly sessionSettings?: Readonly<Record<string, number | string>>;
  /** How long an answer may take; no limit by default. */
  readonly answerWithinMs?: number;
};

/** A connection to the database. */
export class Client extends pg.Client {
  /** The server's process of this session, as the server gave it when the connection was made. */
  declare readonly processID: number | null;
  readonly #answerWithinMs: number | undefined;

  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this;
    // pg leaves the socket open when the exchange of the password fails, for example because there is no password. The
    // server then waits a minute for the rest, and so would this process.
    connection.on('error', () => connection.stream.destroy());
    this.#answerWithinMs = config?.answerWithinMs;
    if (config?.sessionSettings) this.#setFirst(config.sessionSettings);
  }

  /** Sends a query. If its answer takes too long, the connection is closed, and all its queries fail with NoAnswer. */
  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const ms = this.#answerWithinMs;
    if (ms === undefined) return this.query(query);
    const timer = setTimeout(() => this.connection.stream.destroy(new NoAnswer(ms)), ms);
    try {
      return await this.query(query);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whoever connects gets the connection after this listener was called, so the settings come before their queries. */
  #setFirst(settings: Readonly<Record<string, number | string>>): void {
    const text = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
    this.connection.once('readyForQuery', () => {
      this.query(text.join('; ')).catch((error: unknown) => this.connection.stream.destroy(error as Error));
    });
  }
}
