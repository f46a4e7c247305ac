import { DatabaseClient } from './client.ts';
import { serverConfig } from './server-config.ts';

/**
 * A pooler gives the transactions of one connection to several sessions of the server, and each session knows only the
 * statements that were prepared in it. PgBouncer does this with `pool_mode = transaction`.
 */
export class StatementsLost extends Error {
  override readonly name = 'StatementsLost';

  constructor(cause: unknown) {
    super('a pooler between this program and the server loses prepared statements', { cause });
  }
}

const WITHIN_MS = 5_000;

/** "A prepared statement with this name already exists", and "does not exist". */
const LOST_CODES = ['42P05', '26000'];

/** Throws StatementsLost if connections to the address do not keep the statements that are prepared in them. */
export async function requireKeptStatements(url: string): Promise<void> {
  const config = { ...serverConfig(url), connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS };
  const clients = [new DatabaseClient(config), new DatabaseClient(config)] as const;
  for (const client of clients) client.on('error', () => undefined); // it may break while it is idle
  try {
    await compareSessions(...clients);
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    throw LOST_CODES.includes(code) ? new StatementsLost(error) : error;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/**
 * A pooler makes up the process id that it gives to its clients. Behind one, two connections prepare the same statement
 * and use it again. If they share a session, it exists already; if one changes its session, it is missing.
 */
async function compareSessions(first: DatabaseClient, second: DatabaseClient): Promise<void> {
  await first.connect();
  if ((await sessionOf(first)) === first.processID) return;
  await second.connect();
  for (const client of [first, second, second, first]) await sessionOf(client);
}

async function sessionOf(client: DatabaseClient): Promise<number | undefined> {
  const statement = { name: 'session_of_pooler', text: 'select pg_backend_pid() as session' };
  return (await client.query<{ session: number }>(statement)).rows[0]?.session;
}
