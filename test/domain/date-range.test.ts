import { describe, expect, it } from 'vitest';
import { datesOf, parseDateRange, parseGivenDates } from '../../src/domain/date-range.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { BAD_DATES } from '../support/bad-dates.ts';

const NOW_MS = Date.parse('2026-03-15T12:34:56.789Z');

function parse(start: string | undefined, end: string | undefined, nowMs = NOW_MS) {
  return parseDateRange({ start, end }, nowMs);
}

type Given = { readonly start?: string; readonly end?: string };

/** Where the days from 1 to 10 March are shown. */
function parseShown({ start, end }: Given) {
  const [fromMs, untilMs] = [Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-03-11T00:00:00Z')];
  return parseDateRange({ start, end }, NOW_MS, { fromMs, untilMs });
}

function refusalOf(work: () => unknown): Pick<Refusal, 'code' | 'message'> | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message };
    throw error;
  }
  return undefined;
}

describe('a date range', () => {
  it.each([
    { given: {}, covered: { start: '2026-03-08', end: '2026-03-15' } },
    { given: { start: '2026-01-01' }, covered: { start: '2026-01-01', end: '2026-03-15' } },
    { given: { start: '2026-03-15' }, covered: { start: '2026-03-15', end: '2026-03-15' } },
    { given: { end: '2026-03-08' }, covered: { start: '2026-03-08', end: '2026-03-08' } },
    { given: { end: '2026-04-01' }, covered: { start: '2026-03-08', end: '2026-04-01' } },
    {
      given: { start: '2024-02-29', end: '2024-02-29' },
      covered: { start: '2024-02-29', end: '2024-02-29' },
    },
    {
      given: { start: '0001-01-01', end: '9999-12-31' },
      covered: { start: '0001-01-01', end: '9999-12-31' },
    },
  ])('of $given covers $covered, both ends included', ({ given, covered }) => {
    expect(datesOf(parse(given.start, given.end))).toEqual(covered);
  });

  it('is half-open: midnight of the first day belongs to it, midnight after the last does not', () => {
    expect(parse('2026-03-14', '2026-03-15')).toEqual({
      fromMs: Date.parse('2026-03-14T00:00:00.000Z'),
      untilMs: Date.parse('2026-03-16T00:00:00.000Z'),
    });
  });

  it.each([
    ['2026-03-15T00:00:00.000Z', '2026-03-08', '2026-03-15'],
    ['2026-03-15T23:59:59.999Z', '2026-03-08', '2026-03-15'],
    ['2026-03-16T00:00:00.000Z', '2026-03-09', '2026-03-16'],
    ['2024-03-05T00:00:00.000Z', '2024-02-27', '2024-03-05'],
    ['2026-01-03T10:00:00.000Z', '2025-12-27', '2026-01-03'],
  ])('asked at %s runs by default from seven days ago to today', (now, start, end) => {
    expect(datesOf(parse(undefined, undefined, Date.parse(now)))).toEqual({ start, end });
  });

  it.each([
    ['2026-03-16', undefined, 'start 2026-03-16 lies after end 2026-03-15 (today).'],
    ['2026-03-02', '2026-03-01', 'start 2026-03-02 lies after end 2026-03-01.'],
    [
      undefined,
      '2026-03-07',
      'end 2026-03-07 lies before the default start 2026-03-08 (7 days ago); pass start as well.',
    ],
  ])('from %s to %s is refused, and says why', (start, end, message) => {
    expect(refusalOf(() => parse(start, end))).toEqual({ code: 'INVALID_DATE_RANGE', message });
  });

  it.each([
    [{}, { start: '2026-03-03', end: '2026-03-10' }],
    [{ start: '2026-03-10' }, { start: '2026-03-10', end: '2026-03-10' }],
    [{ end: '2026-03-03' }, { start: '2026-03-03', end: '2026-03-03' }],
  ])('of %j takes no default out of the days that are shown', (given: Given, covered) => {
    expect(datesOf(parseShown(given))).toEqual(covered);
  });

  it.each([
    [{ start: '2026-03-11' }, 'start 2026-03-11 lies after end 2026-03-10.'],
    [{ end: '2026-03-02' }, 'end 2026-03-02 lies before the default start 2026-03-03; pass start as well.'],
  ])('of %j is refused with the default of the days that are shown', (given: Given, message) => {
    expect(refusalOf(() => parseShown(given))).toEqual({ code: 'INVALID_DATE_RANGE', message });
  });

  it.each(BAD_DATES)('with the date %j is refused at either end', (text) => {
    const message = (name: string) =>
      `${name} must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got ${JSON.stringify(text)}.`;
    const code = 'INVALID_DATE_RANGE';
    expect(refusalOf(() => parse(text, undefined))).toEqual({ code, message: message('start') });
    expect(refusalOf(() => parse(undefined, text))).toEqual({ code, message: message('end') });
  });
});

describe('the given dates alone', () => {
  it('are those that were given, whatever their order and the day', () => {
    const [first, last] = [Date.parse('2026-03-01'), Date.parse('2026-03-02')];
    expect(parseGivenDates({ start: undefined, end: undefined })).toEqual({});
    expect(parseGivenDates({ start: '2026-03-02', end: undefined })).toEqual({ startMs: last });
    expect(parseGivenDates({ start: '2026-03-02', end: '2026-03-01' })).toEqual({
      startMs: last,
      endMs: first,
    });
  });
});
