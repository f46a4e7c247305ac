import type { Transaction } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';
import type { Question } from './plan-contract.ts';

/** Asks inside of a transaction. */
export function within(ask: (tx: Transaction<Tables>) => Promise<unknown>): Question['ask'] {
  return (db) => db.transaction().execute(ask);
}
