import { readFileSync } from 'node:fs';
import { type Database, openDatabase } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrator.ts';
import { byOperator } from '../../../src/operations/owner/in-account.ts';
import { invite } from '../../../src/operations/owner/invitations.ts';
import { freePort } from '../../support/free-port.ts';
import { type Owner, makeKey, makeOwner, makeSite } from '../../support/makers.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { type Environment, type Served, startServed } from '../served.ts';

/** What one outage sets beside what all of them share. */
export type OutageSettings = {
  readonly env?: Environment;
  /** Settings of its PostgreSQL (`name=value`) beside those of the tests. */
  readonly postgres?: readonly string[];
};

/** The built program with three workers on a PostgreSQL of its own, as it is after its start: no demo, no accounts. */
export type OutageServer = {
  readonly url: string;
  /** The primary process. Its log has the warnings of all. */
  readonly primary: Served;
  /** The process ids of the workers that live now. */
  readonly workers: () => readonly number[];
  readonly postgres: PostgresServer;
  /** A pool of the driver's own, for what it prepares. */
  readonly db: Database;
  /** An account with a password and a site. */
  readonly makeAccount: (plan?: 'free' | 'pro') => Promise<OutageAccount>;
};

export type OutageAccount = Owner & {
  readonly password: string;
  readonly siteId: string;
  /** Records to the site; `key` reads. */
  readonly collectKey: string;
  /** Signs in with the password, and resolves with the cookie. */
  readonly signIn: () => Promise<string>;
};

/** What pages of the service send as their Origin. */
export const PUBLIC_URL = 'http://127.0.0.1:4000';

const WORKERS = 3;
const PASSWORD = 'correct horse battery';

const STATEMENT_TIMEOUT_MS = 30_000;

/** Starts it for the given work, and ends it afterwards. */
export async function withServer<Result>(
  { env = {}, postgres: settingsOfPostgres = [] }: OutageSettings,
  work: (server: OutageServer) => Promise<Result>,
): Promise<Result> {
  const closing: (() => unknown)[] = [];
  try {
    const postgres = await startPostgres(settingsOfPostgres);
    closing.push(postgres.stop);
    const connection = { url: postgres.url };
    const db = openDatabase({ connection, poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    closing.push(() => db.destroy());
    await migrate(db);
    const settings = { DATABASE_URL: postgres.url, PUBLIC_URL, WORKERS: String(WORKERS), ...env };
    const primary = await startServed(await freePort(), settings);
    closing.push(primary.stop);
    const { url } = primary;
    const makeAccount = async (plan: 'free' | 'pro' = 'pro') => accountOf(url, db, plan);
    return await work({ url, primary, workers: () => childrenOf(primary.pid()), postgres, db, makeAccount });
  } finally {
    for (const end of closing.reverse()) await end();
  }
}

async function accountOf(url: string, db: Database, plan: 'free' | 'pro'): Promise<OutageAccount> {
  const owner = await makeOwner(db, plan);
  const { id: siteId } = await makeSite(db, owner.accountId);
  const { key: collectKey } = await makeKey(db, owner.accountId, siteId);
  const { token } = await invite(byOperator(db, Date.now()), owner.email);
  await enter(url, { token, password: PASSWORD });
  const { email } = owner;
  const signIn = () => enter(url, { email, password: PASSWORD });
  return { ...owner, password: PASSWORD, siteId, collectKey, signIn };
}

async function enter(url: string, credentials: object): Promise<string> {
  const headers = { origin: PUBLIC_URL, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(credentials),
  });
  if (answer.status !== 200) throw new Error(`nobody could sign in: ${answer.status}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** On Linux only. */
function childrenOf(pid: number): readonly number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
