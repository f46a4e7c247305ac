import { setTimeout as wait } from 'node:timers/promises';

const SPACE_MS = 60_000;

/** Lets a host be asked once a minute at most: waits until that is over. Rejects once the signal aborts. */
export type Pace = (host: string, stop?: AbortSignal) => Promise<void>;

export function createPace(now: () => number, spaceMs = SPACE_MS): Pace {
  const nextMs = new Map<string, number>();
  return async (host, stop) => {
    for (const [one, atMs] of nextMs) if (atMs <= now()) nextMs.delete(one);
    const atMs = Math.max(nextMs.get(host) ?? 0, now());
    nextMs.set(host, atMs + spaceMs);
    if (atMs > now()) await wait(atMs - now(), undefined, { ...(stop && { signal: stop }), ref: false });
  };
}
