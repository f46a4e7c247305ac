import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { atEnd } from './at-end.ts';

/**
 * A pool on the project's database that sends one query after the other, and awaits `between` after each. It is closed
 * after the test or the file.
 */
export function pausingDatabase(between: () => Promise<void>): Database {
  let last: Promise<unknown> = Promise.resolve();
  const db = openDatabase({
    connection: inject('database'),
    poolSize: 4,
    statementTimeoutMs: 30_000,
    aroundQuery(_, send) {
      const result = last.then(send);
      last = result.then(between, between);
      return result;
    },
  });
  atEnd(() => db.destroy());
  return db;
}
