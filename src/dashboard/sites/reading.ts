import type { Returned } from '../answers/ask.ts';
import type { Problem } from '../answers/problem.ts';
import { waitSeconds } from '../answers/wait.ts';
import type { SiteTotalsQuery } from '../generated/graphql.ts';
import { START, STEP, type Walk, afterStep } from './walk.ts';

/** What was read for a range of days, walk after walk, and how the last step went. */
export type Reading = {
  readonly walk: Walk;
  /** The walk before this one, of which the sites are shown that it has not come to. */
  readonly before?: Walk | undefined;
  /** When the last step was answered. */
  readonly atMs: number;
  readonly problem?: Problem | undefined;
  /** How often in a row the server did not respond, or refused for want of a budget. */
  readonly failures: number;
};

export const NOTHING_READ: Reading = { walk: START, atMs: 0, failures: 0 };

const FRESH_FOR_MS = 60_000;

/** How the reading goes on: after which site the next step begins, and when; undefined if to wait is no use. */
export type NextStep = { readonly walk: Walk; readonly atMs: number };

/**
 * Reads on until as many sites are read as are wanted, and then all of them again: a step a minute on average, so that
 * half of the budgets stay for other screens.
 */
export function nextStep({ walk, atMs, problem, failures }: Reading, most: number): NextStep | undefined {
  if (problem) {
    const seconds = problem.kind === 'refused' ? FRESH_FOR_MS / 1000 : waitSeconds(problem, failures);
    if (seconds === undefined) return undefined;
    // the site after which it was to go on may be gone
    return { walk: problem.kind === 'refused' ? START : walk, atMs: atMs + seconds * 1000 };
  }
  if (!isEnough(walk, most)) return { walk, atMs };
  const steps = Math.max(1, Math.ceil(walk.results.size / STEP));
  return { walk: START, atMs: atMs + steps * FRESH_FOR_MS };
}

/** Whether there is anything to show of it. */
export const hasFigures = ({ walk, before }: Reading): boolean =>
  before !== undefined || walk.isDone || walk.results.size > 0;

export const isEnough = ({ isDone, results }: Walk, most: number): boolean => isDone || results.size >= most;

/** The reading after a step was answered. */
export function readingAfter(
  last: Reading,
  { walk }: NextStep,
  returned: Returned<SiteTotalsQuery>,
  atMs: number,
): Reading {
  const next = afterStep(walk, returned);
  const hasGoneOn = next.results.size > walk.results.size || next.isDone;
  const { problem } = returned;
  const isHeldUp = problem !== undefined && (problem.kind === 'limited' || !hasGoneOn);
  return {
    walk: next,
    before: walk === START && last.walk !== START ? last.walk : last.before,
    atMs,
    ...(isHeldUp && { problem }),
    failures: isHeldUp ? (hasGoneOn ? 1 : last.failures + 1) : 0,
  };
}
