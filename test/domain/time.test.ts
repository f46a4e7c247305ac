import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  EARLIEST_MS,
  HOUR_MS,
  LATEST_MS,
  formatDate,
  formatHour,
  formatInstant,
  parseDate,
  startOfDay,
  startOfHour,
  startOfMonth,
  startOfNextMonth,
} from '../../src/domain/time.ts';
import { BAD_DATES } from '../support/bad-dates.ts';

const at = (iso: string) => Date.parse(iso);

describe('parseDate', () => {
  it.each([
    ['0001-01-01', -62_135_596_800_000],
    ['0099-12-31', -59_011_545_600_000],
    ['1969-12-31', -86_400_000],
    ['1970-01-01', 0],
    ['2000-02-29', 951_782_400_000],
    ['2024-02-29', 1_709_164_800_000],
    ['2026-12-31', 1_798_675_200_000],
    ['9999-12-31', 253_402_214_400_000],
  ])('takes %s for its midnight in UTC', (text, midnight) => {
    expect(parseDate(text)).toBe(midnight);
  });

  it.each(BAD_DATES)('takes %j for no date', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  it('reads back every day of years 1 to 9999 that formatDate writes', () => {
    const lastDay = (LATEST_MS - EARLIEST_MS) / DAY_MS - 1;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: lastDay }), (day) => {
        const midnight = EARLIEST_MS + day * DAY_MS;
        expect(parseDate(formatDate(midnight))).toBe(midnight);
      }),
    );
  });
});

describe('the start of a day, an hour and a month', () => {
  it.each([
    ['2026-03-15T00:00:00.000Z', '2026-03-15T00:00:00.000Z', '2026-03-15T00:00:00.000Z'],
    ['2026-03-15T23:59:59.999Z', '2026-03-15T00:00:00.000Z', '2026-03-15T23:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z', '1969-12-31T23:00:00.000Z'],
    ['0001-01-01T00:00:00.001Z', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ])('is at or before %s, never after', (instant, day, hour) => {
    expect(startOfDay(at(instant))).toBe(at(day));
    expect(startOfHour(at(instant))).toBe(at(hour));
  });

  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2024-02-29T12:00:00.000Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ])('finds the month of %s and the one after', (instant, month, next) => {
    expect(startOfMonth(at(instant))).toBe(at(month));
    expect(startOfNextMonth(at(instant))).toBe(at(next));
  });
});

describe('the texts of an instant', () => {
  it.each([
    [at('2026-03-15T12:34:56.789Z'), '2026-03-15', '2026-03-15 12:00', '2026-03-15T12:34:56.789Z'],
    [EARLIEST_MS, '0001-01-01', '0001-01-01 00:00', '0001-01-01T00:00:00.000Z'],
    [LATEST_MS - 1, '9999-12-31', '9999-12-31 23:00', '9999-12-31T23:59:59.999Z'],
    [HOUR_MS - 1, '1970-01-01', '1970-01-01 00:00', '1970-01-01T00:59:59.999Z'],
    [-1, '1969-12-31', '1969-12-31 23:00', '1969-12-31T23:59:59.999Z'],
  ])('of %d are its date, hour and ISO form', (ms, date, hour, instant) => {
    expect([formatDate(ms), formatHour(ms), formatInstant(ms)]).toEqual([date, hour, instant]);
  });
});
