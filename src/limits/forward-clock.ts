/**
 * A clock that counts the milliseconds that `now` moves forward. When `now` is set back, this clock pauses once and
 * continues from there: it never runs ahead of real time, and does not wait until the old time returns. A step forward
 * looks like passing time and counts as such.
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
