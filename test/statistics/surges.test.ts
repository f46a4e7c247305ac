import { describe, expect, it } from 'vitest';
import type { LeftOut } from '../../src/statistics/hourly.ts';
import { DEFAULT_RULES } from './simulation/rates.ts';
import { watch } from './simulation/watch.ts';

const DAY = 24;
/** Days that are only learned from. */
const QUIET = 30;

type Stretch = readonly [days: number, anHour: number];

/** What is raised of a series with so many visits in every hour of the days of each stretch, in hours since its begin. */
function raisedOf(stretches: readonly Stretch[], gaps?: LeftOut) {
  const counts = Uint32Array.from(
    stretches.flatMap(([days, anHour]) => Array.from({ length: days * DAY }, () => anHour)),
  );
  return watch({ first: 0, visits: counts, bursts: counts }, DEFAULT_RULES, gaps).map(({ kind, at }) => [
    kind,
    at,
  ]);
}

describe('a surge', () => {
  it('is raised once while it lasts, and again when another comes: it does not become usual', () => {
    const raised = raisedOf([
      [QUIET, 2],
      [3, 20],
      [10, 2],
      [3, 20],
      [2, 2],
    ]);
    expect(raised).toEqual([
      ['surge', QUIET * DAY + 1],
      ['surge', (QUIET + 13) * DAY + 1],
    ]);
  });

  it('is usual once it has lasted for fourteen days: more is a surge then, and as many are none', () => {
    const raised = raisedOf([
      [QUIET, 2],
      [40, 20],
      [1, 200],
    ]);
    expect(raised).toEqual([
      ['surge', QUIET * DAY + 1],
      ['surge', (QUIET + 40) * DAY + 1],
    ]);
  });

  it('is none of a series that is known for less than two weeks', () => {
    expect(
      raisedOf([
        [13, 2],
        [1, 200],
      ]),
    ).toEqual([]);
  });

  it('is none of hardly any visits, however few are usual', () => {
    const hourly = Uint32Array.from({ length: 40 * DAY }, (_, hour) => (hour % 12 === 0 ? 1 : 0));
    hourly[35 * DAY + 1] = 12;
    expect(watch({ first: 0, visits: hourly, bursts: hourly }, DEFAULT_RULES)).toEqual([]);
  });
});

describe('a silence', () => {
  it('is raised once, a day after the last visit', () => {
    expect(
      raisedOf([
        [QUIET, 2],
        [9, 0],
      ]),
    ).toEqual([['silence', (QUIET + 1) * DAY]]);
  });

  it('is none while nothing was recorded', () => {
    const gaps: LeftOut = (hour) => hour >= QUIET * DAY;
    expect(
      raisedOf(
        [
          [QUIET, 2],
          [9, 0],
        ],
        gaps,
      ),
    ).toEqual([]);
  });
});
