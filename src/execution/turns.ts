import { setImmediate } from 'node:timers/promises';

/**
 * Values completed before other work of the process gets its turn: those of the largest page of events, about ten
 * milliseconds. With smaller turns, many half-built pages would lie in memory, and cost half as much again.
 */
export const VALUES_IN_A_TURN = 12_000;

let last: Promise<void> = Promise.resolve();

/** Resolves in a later turn of the event loop, one caller in each turn: many large responses do not add up. */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
