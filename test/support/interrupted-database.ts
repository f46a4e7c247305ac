import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { atEnd } from './at-end.ts';

export type InterruptedDatabase = {
  readonly db: Database;
  /** Does something else once, just before a transaction begins: the next one, or one of those after it. */
  before(act: () => Promise<unknown>, nth?: number): void;
};

/** A pool on the project's database. What it reads before a transaction may have changed when that begins. */
export function openInterrupted(): InterruptedDatabase {
  let left = 0;
  let interrupt: () => Promise<unknown> = () => Promise.resolve();
  const db = openDatabase({
    connection: inject('database'),
    poolSize: 4,
    statementTimeoutMs: 30_000,
    async aroundQuery({ text }, send) {
      if (text === 'begin' && left > 0 && --left === 0) await interrupt();
      return send();
    },
  });
  atEnd(() => db.destroy());
  return {
    db,
    before(act, nth = 1) {
      interrupt = act;
      left = nth;
    },
  };
}
