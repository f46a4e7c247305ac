import { messageOf } from './message-of.ts';

/** Words of pg and of its server, and what an operator can do about them. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /client password must be a string|empty password returned/,
    'the server wants a password and DATABASE_URL has none; write postgres://user:password@host:5432/database',
  ],
  [
    /no PostgreSQL user name specified/,
    'DATABASE_URL names no user; write postgres://user@/database?host=/run/postgresql',
  ],
  [
    / loses prepared statements/,
    'a pooler such as PgBouncer, between this program and the server, loses prepared statements; set its pool_mode to session, or connect to the server directly',
  ],
];

/** Why a first query failed, in one sentence. */
export function databaseProblem(cause: unknown): string {
  const reason = messageOf(cause);
  return ADVICE.find(([words]) => words.test(reason))?.[1] ?? reason;
}
