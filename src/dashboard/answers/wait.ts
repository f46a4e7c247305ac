import type { Problem } from './problem.ts';

const LONGEST_WAIT_SECONDS = 60;
const RECONNECT_SECONDS = 5;

/** How long to wait before the same is asked again, longer after each failure; undefined if asking again is no use. */
export function waitSeconds(problem: Problem, failures: number): number | undefined {
  switch (problem.kind) {
    case 'limited':
      return Math.min(LONGEST_WAIT_SECONDS, problem.retryAfterSeconds * 2 ** (failures - 1));
    case 'unreachable':
      return Math.min(LONGEST_WAIT_SECONDS, RECONNECT_SECONDS * 2 ** (failures - 1));
    case 'signed-out':
    case 'outdated':
    case 'refused':
      return undefined;
  }
}
