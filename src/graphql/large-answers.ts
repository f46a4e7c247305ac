import type { RequestContext } from '../context.ts';
import type { RunLarge } from '../execution/compiled-operation.ts';
import { type FairLimitRules, createFairLimit } from '../limits/fair-limit.ts';

/**
 * More than one at a time, so that an answer that waits for the database does not hold up all the others. Those that wait to
 * begin are half at most of the requests that a process works on beside those that record (`http/gate.ts`).
 */
const RULES: FairLimitRules = {
  atOnce: 4,
  atOnceOfOne: 2,
  mostWaiting: 96,
  mostWaitingOfOne: 24,
  waitMs: 10_000,
};

/** Builds answers of many rows a few at a time, so that their memory does not add up. Accounts take turns. */
export function createLargeAnswers(): RunLarge {
  const fairly = createFairLimit<number>(RULES);
  return (contextValue, build) => {
    // this door executes documents in no other context
    const { caller } = contextValue as RequestContext;
    return fairly.run(caller.accountId, build);
  };
}
