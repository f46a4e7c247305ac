import type { NewEvent } from '../../domain/event.ts';
import { HOUR_MS, startOfHour } from '../../domain/time.ts';
import { isUnrecorded } from './demo-calendar.ts';
import { CONVERTS_WITHIN_MS, clicks } from './demo-clicks.ts';
import { botVisits } from './demo-visits.ts';
import { createRandom } from './random.ts';

type DemoSpan = {
  /** When the site was created. */
  readonly bornMs: number;
  readonly afterMs: number;
  /** The last instant of the span. */
  readonly untilMs: number;
};

/**
 * Made-up traffic of a site, oldest first. That of an hour depends only on the hour and on when the site was created, so
 * that spans that follow each other have together what one long span has.
 */
export function demoEvents({ bornMs, afterMs, untilMs }: DemoSpan): readonly NewEvent[] {
  const events: NewEvent[] = [];
  for (let hourMs = startOfHour(afterMs - CONVERTS_WITHIN_MS); hourMs <= untilMs; hourMs += HOUR_MS) {
    // the random numbers of seeds that follow each other would be alike
    const random = createRandom(Math.imul(hourMs / HOUR_MS, 0x9e3779b1));
    const hour = { startMs: hourMs, ageMs: hourMs - bornMs, random };
    events.push(...botVisits(hour), ...clicks(hour));
  }
  return events
    .filter(({ createdAtMs }) => createdAtMs > afterMs && createdAtMs <= untilMs)
    .filter(({ createdAtMs }) => !isUnrecorded(createdAtMs - bornMs))
    .toSorted((one, other) => one.createdAtMs - other.createdAtMs);
}
