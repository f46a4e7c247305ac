import { type OpenConversion, isLanding, isOpenConversion } from '../../domain/attribution.ts';
import type { NewEvent } from '../../domain/event.ts';
import { type Landed, createLandingIndex } from './landing-index.ts';

/** The latest landings that are known from elsewhere, from this time up to that of the conversion: the one recorded last at the end. */
type FindElsewhere = (conversion: OpenConversion, fromMs: number) => readonly (Landed | undefined)[];

/**
 * Gives each conversion the product of the latest landing of its client in the window up to it: among the events before it
 * in the batch, and those known from elsewhere. Of landings at one time, that in the batch counts. Returns the same array if
 * no conversion gets one.
 */
export function attributeInOrder(
  events: readonly NewEvent[],
  windowMs: number,
  findElsewhere: FindElsewhere,
): readonly NewEvent[] {
  const inBatch = createLandingIndex();
  const sentBys = new Map<number, string>();
  for (const [at, event] of events.entries()) {
    if (isLanding(event)) inBatch.add(event.client, { landedMs: event.createdAtMs, source: event.source });
    if (!isOpenConversion(event)) continue;
    const fromMs = event.createdAtMs - windowMs;
    const before = inBatch.last(event.client, fromMs, event.createdAtMs);
    const latest = latestOf([...findElsewhere(event, fromMs), before]);
    if (latest !== undefined) sentBys.set(at, latest.source);
  }
  if (sentBys.size === 0) return events;
  return events.map((event, at) => {
    const sentBy = sentBys.get(at);
    return event.type === 'conversion' && sentBy !== undefined ? { ...event, sentBy } : event;
  });
}

/** Of those at one time, the last in the list. */
function latestOf(landings: readonly (Landed | undefined)[]): Landed | undefined {
  return landings.reduce((latest, landing) => {
    if (landing === undefined) return latest;
    return latest === undefined || landing.landedMs >= latest.landedMs ? landing : latest;
  }, undefined);
}
