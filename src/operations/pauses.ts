import { setImmediate } from 'node:timers/promises';

/** So long requests may wait. */
const AT_MOST_MS = 10;

/**
 * Makes a function to be called between the steps of work that somebody else decides the length of, as rules of a
 * robots.txt do: it lets others have their turn if the work has held them up.
 */
export function createPauses(): () => Promise<void> | undefined {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < AT_MOST_MS) return undefined;
    return setImmediate().then(() => {
      sinceMs = performance.now();
    });
  };
}
