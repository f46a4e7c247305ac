/**
 * A clock that counts the milliseconds `now` moves forward. When `now` is set back, it stands still for that moment
 * and goes on from there: never ahead of the time that really passed, and no wait until the old time comes again.
 * A step forward cannot be told from time passing and counts as such.
 */
export function forwardOnly(now: () => number): () => number {
  let lastMs = now();
  let setBackMs = 0;
  return () => {
    const readMs = now();
    if (readMs < lastMs) setBackMs += lastMs - readMs;
    lastMs = readMs;
    return readMs + setBackMs;
  };
}
