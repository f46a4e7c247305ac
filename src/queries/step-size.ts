/** How many events a deletion takes in its first step. */
export const FIRST_STEP = 1_000;

/** A shorter step would spend most of its time on what each step costs; a longer one would gain nothing. */
const [FEWEST, MOST] = [250, 10_000];

/** Recorders wait while a step holds the site. */
const [SHORT_MS, LONG_MS] = [10, 20];

/** How many events the next step deletes, after one that held the site for so long. */
export function nextStepSize(events: number, heldMs: number): number {
  if (heldMs > LONG_MS) return Math.max(FEWEST, Math.floor(events / 2));
  return heldMs < SHORT_MS ? Math.min(MOST, events * 2) : events;
}
