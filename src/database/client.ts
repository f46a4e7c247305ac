import pg from 'pg';

/**
 * A connection that closes its socket if it cannot connect. pg leaves it open when the exchange of the password fails,
 * for example because there is no password. The server then waits a minute for the rest, and so would this process.
 */
export class Client extends pg.Client {
  /** The server's process of this session, as the server gave it when the connection was made. */
  declare readonly processID: number | null;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this;
    connection.on('error', () => connection.stream.destroy());
  }
}
