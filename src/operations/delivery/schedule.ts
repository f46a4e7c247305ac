import type { Outcome } from '../../domain/channel.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Attempt } from '../../queries/deliveries.ts';

const MINUTE_MS = 60_000;

/** What is waited after each attempt that fails (Standard Webhooks, "Retry schedule"): three days in all. */
const PAUSES_MS: readonly number[] = [
  ...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** So much longer is a pause at most, so that what failed together is not all tried again together. */
const JITTER = 0.1;

/** What is noted of an attempt that ended so. `attempts` counts it, too; `chance` is from 0 up to 1. */
export function attemptOf(
  outcome: Outcome,
  { attempts, atMs, chance }: { readonly attempts: number; readonly atMs: number; readonly chance: number },
): Attempt {
  if (outcome.state === 'delivered') return { state: 'delivered', atMs, reason: null, nextAtMs: null };
  const { reason } = outcome;
  const pauseMs = PAUSES_MS[attempts - 1];
  if (outcome.state === 'gone' || pauseMs === undefined)
    return { state: 'given-up', atMs, reason, nextAtMs: null };
  const { retryAfterMs: leastMs = 0 } = outcome;
  const waitMs = Math.max(Math.round(pauseMs * (1 + JITTER * chance)), leastMs);
  return { state: 'failed', atMs, reason, nextAtMs: atMs + waitMs };
}
