import type { Problem } from '../answers/problem.ts';

/** Why new events appear by themselves, or do not. */
export type LiveState = keyof typeof LIVE_WORDS;

export const LIVE_WORDS = {
  on: 'New events appear automatically',
  past: 'Not live: today is not among the days shown',
  off: 'Paused by you',
  hidden: 'Paused while the tab is hidden',
  scrolling: 'Paused while you scroll',
  budget: 'Paused for a minute: fewer than 10 requests are left',
  problem: 'Paused: the last request failed',
};

type Facts = {
  readonly hasToday: boolean;
  /** What the reader has chosen. */
  readonly isWanted: boolean;
  readonly isSeen: boolean;
  readonly isScrolling: boolean;
  readonly isLow: boolean;
  readonly problem: Problem | undefined;
};

/** The reason that lasts longest, if there are several. */
export function liveStateOf(facts: Facts): LiveState {
  if (!facts.hasToday) return 'past';
  if (!facts.isWanted) return 'off';
  if (facts.problem) return 'problem';
  if (facts.isLow) return 'budget';
  if (!facts.isSeen) return 'hidden';
  return facts.isScrolling ? 'scrolling' : 'on';
}

const KEPT_UNITS = 10;

type Budget = { readonly operation: string; readonly remaining: number };

/** Whether so few units are left that other pages, and the reader's next step, need them more. */
export const isLow = (budgets: readonly Budget[]): boolean =>
  budgets.some(
    ({ operation, remaining }) => ['events', 'graphql'].includes(operation) && remaining < KEPT_UNITS,
  );
