import type { FairLimitRules } from '../limits/fair-limit.ts';

/** How the connections of a process are shared out, and the rules by which accounts take turns with their long reads. */
export type PoolShares = FairLimitRules & {
  /** Connections for transactions and writes. */
  readonly writing: number;
  /** Connections for long reads. With none they use those of the writes, one at a time. */
  readonly reading: number;
};

type Given = { readonly poolSize: number; readonly statementTimeoutMs: number };

/** Far more than are read within the longest wait. */
const MOST_WAITING = 2_000;
const MOST_WAITING_OF_ONE = 500;
/** The longest wait, in time limits of a statement: a document may have forty reads of its own. */
const WAIT_STATEMENTS = 2;

/**
 * A third of the connections are for long reads, and an account may use a third of those: of ten connections, three and
 * one. Each long read takes a core of the database from everybody else, and other processes have their own.
 */
export function shareOut({ poolSize, statementTimeoutMs }: Given, onServer: boolean): PoolShares {
  // the embedded database runs one statement at a time, and what it was sent delays everybody
  const some = onServer ? third(poolSize) : 1;
  const reading = poolSize === 1 ? 0 : some;
  const atOnce = Math.max(1, reading);
  return {
    writing: poolSize - reading,
    reading,
    atOnce,
    atOnceOfOne: third(atOnce),
    mostWaiting: MOST_WAITING,
    mostWaitingOfOne: MOST_WAITING_OF_ONE,
    waitMs: WAIT_STATEMENTS * statementTimeoutMs,
  };
}

/** How many sites the upkeep works on at a time: the embedded database does one thing at a time. */
export function sitesAtOnce(poolSize: number, onServer: boolean): number {
  return onServer ? third(poolSize) : 1;
}

function third(count: number): number {
  return Math.max(1, Math.floor(count / 3));
}
