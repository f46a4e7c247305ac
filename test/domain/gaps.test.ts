import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BusyHour, USUAL_MS, findGaps, mayHaveGaps } from '../../src/domain/gaps.ts';

const HOUR_MS = 3_600_000;
const WEEK = 7 * 24;
const START_MS = Date.parse('2026-01-05T00:00:00Z');

/** Hours counted from a Monday: what is recorded in each, by the hour. */
type Traffic = (hour: number) => number;

function busyHours(hours: number, traffic: Traffic): readonly BusyHour[] {
  return Array.from({ length: hours }, (_, hour) => hour)
    .filter((hour) => traffic(hour) > 0)
    .map((hour) => ({ startMs: START_MS + hour * HOUR_MS, events: traffic(hour) }));
}

/** The gaps from one hour until another, as hours. */
function gaps(traffic: Traffic, from: number, until: number): readonly (readonly [number, number])[] {
  const range = { fromMs: START_MS + from * HOUR_MS, untilMs: START_MS + until * HOUR_MS };
  // as `USUAL_MS` asks: nothing older
  const busy = busyHours(until, traffic).filter(({ startMs }) => startMs >= range.fromMs - USUAL_MS);
  const found = findGaps(busy, range);
  // the hours of the range alone rule no gap out
  const within = busy.filter(({ startMs }) => startMs >= range.fromMs);
  if (found.length > 0) expect(mayHaveGaps(within, range)).toBe(true);
  return found.map(({ fromMs, untilMs }) => [(fromMs - START_MS) / HOUR_MS, (untilMs - START_MS) / HOUR_MS]);
}

/** So many events an hour, and none in the hours from one until another. */
const steady =
  (events: number, from: number, until: number): Traffic =>
  (hour) =>
    hour >= from && hour < until ? 0 : events;

it.each([
  [3, false],
  [4, true],
])('a range with %d empty hours in a row may have gaps: %s', (empty, may) => {
  const range = { fromMs: START_MS, untilMs: START_MS + 24 * HOUR_MS };
  expect(mayHaveGaps(busyHours(24, steady(1, 5, 5 + empty)), range)).toBe(may);
});

describe('a gap', () => {
  const [FROM, UNTIL] = [4 * WEEK, 5 * WEEK];
  const AT = FROM + 50;

  it.each([
    ['is longer than ten usual distances', 2, 6, true],
    ['is no stretch of ten usual distances', 2, 5, false],
    ['is longer than three hours, however busy the site', 1000, 4, true],
    ['is no stretch of three hours, however busy the site', 1000, 3, false],
  ])('%s', (_, events, hours, isGap) => {
    expect(gaps(steady(events, AT, AT + hours), FROM, UNTIL)).toEqual(isGap ? [[AT, AT + hours]] : []);
  });

  it('is no night in which nothing is ever recorded, but a day that is like such a night', () => {
    const byDay: Traffic = (hour) => (hour % 24 >= 8 && hour % 24 < 20 ? 5 : 0);
    expect(gaps(byDay, FROM, UNTIL)).toEqual([]);
    const lost = FROM + 48;
    const withLostDay: Traffic = (hour) => (hour >= lost && hour < lost + 24 ? 0 : byDay(hour));
    expect(gaps(withLostDay, FROM, UNTIL)).toEqual([[lost - 4, lost + 32]]);
  });

  it('is no weekend in which nothing is ever recorded', () => {
    expect(gaps((hour) => (hour % WEEK < 5 * 24 ? 50 : 0), FROM, UNTIL)).toEqual([]);
  });

  it('is not found because of a single burst at that hour of an earlier week', () => {
    const once: Traffic = (hour) => (hour >= AT - WEEK && hour < AT - WEEK + 10 ? 10_000 : 0);
    const sparse: Traffic = (hour) => once(hour) + (hour % 12 === 0 ? 1 : 0);
    expect(gaps(sparse, FROM, UNTIL)).toEqual([]);
  });

  it('is found from the third week on: before, nothing is usual', () => {
    const holes: Traffic = (hour) => ([100, 300, 500].some((at) => hour >= at && hour < at + 10) ? 0 : 60);
    expect(gaps(holes, 0, 4 * WEEK)).toEqual([[500, 510]]);
  });

  it('is cut at the borders of the range, and lasts to its end if nothing came since', () => {
    expect(gaps(steady(60, AT - 20, AT + 20), AT, UNTIL)).toEqual([[AT, AT + 20]]);
    expect(gaps(steady(60, AT, Infinity), FROM, UNTIL)).toEqual([[AT, UNTIL]]);
  });

  it('is one even if it lasts for a year, and nothing is missing after that', () => {
    const year = 52 * WEEK;
    expect(gaps(steady(60, AT, AT + year), FROM, AT + year + WEEK)).toEqual([[AT, AT + year]]);
    expect(gaps(steady(60, AT, Infinity), AT + year, AT + year + WEEK)).toEqual([]);
  });

  it('is none of a site without events', () => {
    expect(gaps(() => 0, FROM, UNTIL)).toEqual([]);
  });
});

it('are the same whatever the first day is, and whatever was recorded more than eight weeks before it', () => {
  const [RESTART, OUTAGE, UNTIL] = [14 * WEEK, 17 * WEEK + 30, 18 * WEEK];
  // long ago there were a few events, and none until the site records again
  const traffic: Traffic = (hour) => {
    if (hour >= OUTAGE && hour < OUTAGE + 6) return 0;
    return hour >= RESTART || hour === 7 * WEEK ? 5 : 0;
  };

  for (let from = 0; from <= 17 * WEEK; from += 24)
    expect(gaps(traffic, from, UNTIL)).toContainEqual([OUTAGE, OUTAGE + 6]);
});

it('are those of a count hour by hour, whatever the traffic', () => {
  const traffic = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 9), { minLength: 24, maxLength: 12 * WEEK });
  fc.assert(
    fc.property(traffic, fc.nat(12 * WEEK), (hours, start) => {
      const from = start % hours.length;
      // sparser in blocks, so that there are gaps
      const events: Traffic = (hour) => (hour % 40 < 12 && hour > hours.length / 2 ? 0 : (hours[hour] ?? 0));
      expect(gaps(events, from, hours.length)).toEqual(countedGaps(events, from, hours.length));
    }),
    { seed: 20_260_315, numRuns: 100 },
  );
});

function countedGaps(events: Traffic, from: number, until: number) {
  const found: [number, number][] = [];
  const busy = Array.from({ length: until }, (_, hour) => hour).filter((hour) => events(hour) > 0);
  let [missing, since] = [0, from];
  for (let hour = from; hour <= until; hour++) {
    if (hour < until && events(hour) === 0) {
      const first = busy.find((at) => at >= hour - 8 * WEEK) ?? Infinity;
      const weeks = [1, 2, 3, 4, 5, 6, 7, 8].map((week) => hour - week * WEEK).filter((at) => at >= first);
      const sorted = weeks.map(events).toSorted((a, b) => a - b);
      if (sorted.length > 1)
        missing += sorted.slice(0, -1).reduce((sum, n) => sum + n, 0) / (sorted.length - 1);
      continue;
    }
    if (hour - since > 3 && missing > 10) found.push([since, hour]);
    [missing, since] = [0, hour + 1];
  }
  return found;
}
