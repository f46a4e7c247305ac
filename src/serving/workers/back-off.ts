const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/** A worker that served for so long did not die of its start. */
const STEADY_MS = 60_000;

/** How long to wait before a worker that has died is replaced: longer and longer while they die soon. */
export function backOff(previousMs: number | undefined, servedMs: number): number {
  if (previousMs === undefined || servedMs >= STEADY_MS) return FIRST_MS;
  return Math.min(2 * previousMs, LONGEST_MS);
}
