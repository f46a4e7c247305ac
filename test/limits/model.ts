import type { Decision } from '../../src/limits/rate-limiter.ts';

const WINDOW_MS = 60_000;

/**
 * What the limiter must answer to a budget whose requests were granted at the times of the history, counted afresh
 * from all of them; a granted request joins the history.
 */
export function expectedDecision(history: number[], nowMs: number, limit: number): Decision {
  const granted = countAt(history, nowMs) < limit;
  if (granted) history.push(nowMs);
  const oldestMs = history.find((timeMs) => isCounted(timeMs, nowMs));
  return {
    granted,
    limit,
    remaining: Math.max(0, limit - countAt(history, nowMs)),
    resetMs: oldestMs === undefined ? 0 : oldestMs + WINDOW_MS - nowMs,
    retryAfterSeconds: granted ? 0 : secondsUntilRoom(history, nowMs, limit),
  };
}

/** The most requests that any 60 seconds hold, their start included and their end not. */
export function fullestWindow(grantedMs: readonly number[]): number {
  return Math.max(
    0,
    ...grantedMs.map((fromMs) => grantedMs.filter((ms) => ms >= fromMs && ms < fromMs + WINDOW_MS).length),
  );
}

function secondsUntilRoom(history: readonly number[], nowMs: number, limit: number): number {
  let seconds = 1;
  while (countAt(history, nowMs + seconds * 1_000) >= limit) seconds += 1;
  return seconds;
}

function countAt(history: readonly number[], nowMs: number): number {
  return history.filter((timeMs) => isCounted(timeMs, nowMs)).length;
}

function isCounted(timeMs: number, nowMs: number): boolean {
  return timeMs > nowMs - WINDOW_MS;
}
