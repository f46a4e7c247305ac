/** What goes on growing is folded again after this time at the latest. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Remembers what was folded lately, so that what a long import adds to is not folded again each minute: it waits until a
 * look finds as many events as the look before.
 */
export type Growth = {
  /** Whether something that is due, and has so many events, waits. If not, it counts as folded now. */
  waits(key: string, events: number, nowMs: number): boolean;
};

export function createGrowth(): Growth {
  const folded = new Map<string, { readonly foldedMs: number; events: number }>();
  let lookedMs = -Infinity;

  function forgetBefore(foldedMs: number): void {
    for (const [key, each] of folded) if (each.foldedMs <= foldedMs) folded.delete(key);
  }

  return {
    waits(key, events, nowMs) {
      if (nowMs !== lookedMs) forgetBefore(nowMs - LONGEST_WAIT_MS);
      lookedMs = nowMs;
      const before = folded.get(key);
      if (before === undefined || before.events === events) {
        folded.set(key, { foldedMs: nowMs, events });
        return false;
      }
      before.events = events;
      return true;
    },
  };
}
