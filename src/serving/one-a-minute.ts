import { setTimeout as wait } from 'node:timers/promises';

const SPACE_MS = 60_000;

/** Lets a host be asked once a minute at most: waits until that is over. Rejects once the signal aborts. */
export function createPace(
  now: () => number,
  stop: AbortSignal,
  spaceMs = SPACE_MS,
): (host: string) => Promise<void> {
  const nextMs = new Map<string, number>();
  return async (host) => {
    for (const [one, atMs] of nextMs) if (atMs <= now()) nextMs.delete(one);
    const atMs = Math.max(nextMs.get(host) ?? 0, now());
    nextMs.set(host, atMs + spaceMs);
    if (atMs > now()) await wait(atMs - now(), undefined, { signal: stop, ref: false });
  };
}
