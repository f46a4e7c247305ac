import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCodePoint } from '../../src/domain/code-points.ts';
import { type Comparison, endOfFullDays, endOfFullHours, previousOf } from '../../src/domain/comparison.ts';
import { type TimeRange, datesOf, parseDateRange } from '../../src/domain/date-range.ts';
import { DAY_MS, formatDate, formatInstant } from '../../src/domain/time.ts';

const NOW_MS = Date.parse('2026-03-15T12:34:56.789Z');

function days(start: string, end: string): TimeRange {
  return parseDateRange({ start, end }, NOW_MS);
}

/** The day before for each day. */
function daysBefore(range: TimeRange, comparison: Comparison): readonly string[] {
  return previousOf(range, comparison)
    .spansUntil(range.untilMs)
    .flatMap(({ fromMs, untilMs }) =>
      Array.from({ length: (untilMs - fromMs) / DAY_MS }, (_, day) => formatDate(fromMs + day * DAY_MS)),
    );
}

describe('the previous period', () => {
  it.each([
    ['2026-03-08', '2026-03-15', '2026-02-28', '2026-03-07'],
    ['2026-03-15', '2026-03-15', '2026-03-14', '2026-03-14'],
    ['2024-03-01', '2024-03-31', '2024-01-30', '2024-02-29'],
    ['0001-01-02', '0001-01-02', '0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31', '9999-12-30', '9999-12-30'],
  ])('of %s to %s is %s to %s', (start, end, firstBefore, lastBefore) => {
    const range = days(start, end);

    expect(datesOf(previousOf(range, 'previous-period').period)).toEqual({
      start: firstBefore,
      end: lastBefore,
    });
    expect(daysBefore(range, 'previous-period').at(-1)).toBe(lastBefore);
  });
});

describe('the previous year', () => {
  it.each([
    ['2026-03-08', '2026-03-15', '2025-03-08', '2025-03-15'],
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
    ['2023-12-31', '2024-12-31', '2022-12-31', '2023-12-31'],
    ['0002-01-01', '0002-12-31', '0001-01-01', '0001-12-31'],
    ['9999-12-31', '9999-12-31', '9998-12-31', '9998-12-31'],
  ])('of %s to %s is %s to %s', (start, end, firstBefore, lastBefore) => {
    expect(datesOf(previousOf(days(start, end), 'previous-year').period)).toEqual({
      start: firstBefore,
      end: lastBefore,
    });
  });

  it('has 28 February twice for a leap day', () => {
    const before = daysBefore(days('2024-02-27', '2024-03-01'), 'previous-year');

    expect(before).toEqual(['2023-02-27', '2023-02-28', '2023-02-28', '2023-03-01']);
  });

  it('leaves out a leap day that no day corresponds to', () => {
    const before = daysBefore(days('2025-02-28', '2025-03-01'), 'previous-year');

    expect(before).toEqual(['2024-02-28', '2024-03-01']);
  });

  it('has a day for each day of any range, as the calendar has them', () => {
    const day = fc.integer({
      min: Date.parse('0002-01-01') / DAY_MS,
      max: Date.parse('2400-12-31') / DAY_MS,
    });
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 3_000 }), (first, length) => {
        const range = { fromMs: first * DAY_MS, untilMs: (first + length + 1) * DAY_MS };
        const all = Array.from({ length: length + 1 }, (_, index) => formatDate((first + index) * DAY_MS));
        const expected = all.map((text) => {
          const year = String(Number(text.slice(0, 4)) - 1).padStart(4, '0');
          return `${year}${text.slice(4)}`.replace('-02-29', '-02-28');
        });
        expect(daysBefore(range, 'previous-year')).toEqual(expected);
      }),
    );
  });
});

describe('a period that would begin before year 1', () => {
  it.each([
    ['0001-01-01', '0001-01-01', 'previous-period'],
    ['0001-12-31', '0001-12-31', 'previous-year'],
    ['5000-01-01', '9999-12-31', 'previous-period'],
  ] as const)('is refused for %s to %s by %s', (start, end, comparison) => {
    expect(() => previousOf(days(start, end), comparison)).toThrow(
      expect.objectContaining({
        code: 'INVALID_DATE_RANGE',
        message: 'The period to compare with would begin before year 1; use a later start.',
      }),
    );
  });
});

describe('what is compared ends', () => {
  it.each([
    ['2026-03-01', '2026-03-14', '2026-03-15T00', '2026-03-15T00'],
    ['2026-03-08', '2026-03-15', '2026-03-15T12', '2026-03-15T00'],
    ['2026-03-15', '2026-03-20', '2026-03-15T12', '2026-03-15T00'],
    ['2026-03-08', '2026-03-31', '2026-03-15T12', '2026-03-15T00'],
    ['2026-03-16', '2026-03-20', '2026-03-16T00', '2026-03-16T00'],
  ])('of %s to %s on 15 March at %s and, if only days are known, at %s', (start, end, hour, day) => {
    const range = days(start, end);

    expect(formatInstant(endOfFullHours(range, NOW_MS)).slice(0, 13)).toBe(hour);
    expect(formatInstant(endOfFullDays(range, NOW_MS)).slice(0, 13)).toBe(day);
  });

  it('at midnight with the day before', () => {
    const midnightMs = Date.parse('2026-03-15T00:00:00.000Z');
    const range = days('2026-03-15', '2026-03-15');

    expect([endOfFullHours(range, midnightMs), endOfFullDays(range, midnightMs)]).toEqual([
      midnightMs,
      midnightMs,
    ]);
    expect(endOfFullHours(range, midnightMs + DAY_MS)).toBe(range.untilMs);
  });
});

describe('texts by code point', () => {
  it('are in the order of UTF-8', () => {
    const letter = fc.constantFrom('a', 'b', 'ä', '\uD7FF', '\uE000', '\uFFFD', '😀', '𐀀', '\u{10FFFF}');
    const text = fc.array(letter, { maxLength: 4 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const expected = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(Math.sign(byCodePoint(one, other))).toBe(expected);
      }),
    );
  });
});
