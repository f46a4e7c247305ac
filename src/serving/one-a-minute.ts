import { setTimeout as wait } from 'node:timers/promises';
import { NoResponse } from '../outgoing/no-response.ts';

const SPACE_MS = 60_000;
/** Who waits keeps others from being asked: of many sites that redirect to one host, few may. */
const MOST_WAIT_MS = 5 * SPACE_MS;

/**
 * Lets a host be asked once a minute at most: waits until that is over. Rejects with NoResponse if that would take more than
 * five minutes, and once the signal aborts.
 */
export type Pace = (host: string, stop?: AbortSignal) => Promise<void>;

export function createPace(now: () => number, spaceMs = SPACE_MS): Pace {
  const nextMs = new Map<string, number>();
  return async (host, stop) => {
    for (const [one, atMs] of nextMs) if (atMs <= now()) nextMs.delete(one);
    const atMs = Math.max(nextMs.get(host) ?? 0, now());
    if (atMs - now() > MOST_WAIT_MS)
      throw new NoResponse(`too many requests wait for ${host}, which gets one a minute`);
    nextMs.set(host, atMs + spaceMs);
    if (atMs > now()) await wait(atMs - now(), undefined, { ...(stop && { signal: stop }), ref: false });
  };
}
