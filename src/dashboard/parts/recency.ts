/** How long ago a site recorded last: in the last minutes, in the last day, or before that or never. */
export type Recency = 'now' | 'lately' | 'long-ago';

const MINUTES_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

export function recencyOf(lastEventAt: string | null | undefined, atMs: number): Recency {
  if (!lastEventAt) return 'long-ago';
  const ageMs = atMs - Date.parse(lastEventAt);
  // an event may be dated in the future, by a clock that is fast or by a backend
  if (Math.abs(ageMs) < MINUTES_MS) return 'now';
  return ageMs < DAY_MS ? 'lately' : 'long-ago';
}
