import { messageOf } from '../message-of.ts';

/** Reasons why a server of DATABASE_URL cannot be used, in the words of Node.js, pg and PostgreSQL, and what to do. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [/ECONNREFUSED|connect ENOENT/, 'start PostgreSQL, or correct the host and the port in DATABASE_URL'],
  [/ENOTFOUND|EAI_AGAIN/, 'correct the host in DATABASE_URL, or add the name to your DNS'],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    'check that PostgreSQL runs, and that no firewall keeps this machine from it, or correct the host in DATABASE_URL',
  ],
  [
    /password authentication failed/,
    'correct the user and the password in DATABASE_URL, where special characters are percent-encoded, such as %40 for @',
  ],
  [
    /Peer authentication failed/,
    'run this as the system user of the same name, or write an address with a password to DATABASE_URL',
  ],
  [/no pg_hba\.conf entry/, 'let this user and this machine in, in the pg_hba.conf of PostgreSQL'],
  [/role "[^"]*" does not exist/, 'create it with createuser, or correct the user in DATABASE_URL'],
  [/database "[^"]*" does not exist/, 'create it with createdb, or correct the name in DATABASE_URL'],
  [/too many clients|connection slots/, 'lower WORKERS or DATABASE_POOL_SIZE, or raise max_connections'],
];

/** What to do about a server that cannot be used; undefined if its message says that, or is not known. */
export function adviseOnDatabase(thrown: unknown): string | undefined {
  const reason = messageOf(thrown);
  return ADVICE.find(([words]) => words.test(reason))?.[1];
}
