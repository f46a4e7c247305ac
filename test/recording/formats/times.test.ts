import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClfTimeReader, parseClfTime } from '../../../src/recording/formats/clf-time.ts';
import { readInstant } from '../../../src/recording/formats/log-time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Okt'];

describe('the time of the common log format', () => {
  it.each([
    ['01/Jan/0001:00:00:00 +0000', -62_135_596_800_000],
    ['29/Feb/2024:23:59:59 +0545', Date.UTC(2024, 1, 29, 18, 14, 59)],
    ['31/Dec/2026:23:59:59 -0030', Date.UTC(2027, 0, 1, 0, 29, 59)],
    ['31/Dec/9999:23:59:59 +0000', Date.UTC(9999, 11, 31, 23, 59, 59)],
    ['31/Dec/9999:23:59:59 +0001', Date.UTC(9999, 11, 31, 23, 58, 59)],
  ])('is the instant of %s', (text, instantMs) => {
    expect(createClfTimeReader()(text)).toBe(instantMs);
  });

  it.each([
    '31/Feb/2026:00:00:00 +0000',
    '29/Feb/2026:00:00:00 +0000',
    '00/Jan/2026:00:00:00 +0000',
    '01/Okt/2026:00:00:00 +0000',
    '01/oct/2026:00:00:00 +0000',
    '01/Oct/2026:24:00:00 +0000',
    '01/Oct/2026:00:60:00 +0000',
    '01/Oct/2026:00:00:60 +0000',
    '01/Oct/2026:00:0x:00 +0000',
    '01/Oct/2026:00-00:00 +0000',
    '01/Oct/2026:00:00:00 +2400',
    '01/Oct/2026:00:00:00 +00000',
    '01/Oct/2026:00:00:00',
    '2026-10-01T00:00:00Z',
    '31/Dec/9999:23:59:59 -0001',
    '01/Jan/0001:00:00:00 +0001',
    '',
  ])('is none in "%s", whatever time came before', (text) => {
    const timeOf = createClfTimeReader();
    expect([timeOf(text), timeOf('01/Oct/2026:00:00:00 +0000'), timeOf(text)]).toEqual([
      undefined,
      Date.UTC(2026, 9, 1),
      undefined,
    ]);
  });

  it('does not depend on what the reader remembers', () => {
    const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
    const time = fc
      .tuple(
        twoDigits(32),
        fc.constantFrom(...MONTHS),
        fc.constantFrom('0000', '0001', '2026', '4999', '5000', '9999'),
        twoDigits(24),
        twoDigits(60),
        twoDigits(60),
        fc.constantFrom('+0000', '-0700', '+0545', '+9900', '', ' +0000'),
      )
      .map(([day, month, year, hours, minutes, seconds, zone]) => {
        return `${day}/${month}/${year}:${hours}:${minutes}:${seconds} ${zone}`;
      });
    fc.assert(
      fc.property(fc.array(fc.oneof(time, fc.string())), (texts) => {
        const timeOf = createClfTimeReader();
        expect(texts.map(timeOf)).toEqual(texts.map(parseClfTime));
      }),
    );
  });
});

describe('the time of a JSON log', () => {
  it.each([
    [0, 0],
    [1793265617, 1793265617000],
    [1793265617.1239, 1793265617123],
    [1793265617123.9, 1793265617123],
    [1793265617123456, 1793265617123],
    [1793265617123000000, 1793265617123],
    ['1793265617.001', 1793265617001],
    ['1793265617', 1793265617000],
    ['2026-10-29T09:20:17.9999999Z', Date.UTC(2026, 9, 29, 9, 20, 17, 999)],
    ['2026-10-29 09:20:17', Date.UTC(2026, 9, 29, 9, 20, 17)],
    ['2026-10-29 09:20:17,5 UTC', Date.UTC(2026, 9, 29, 9, 20, 17, 500)],
    ['2026/10/29 09:20:17', Date.UTC(2026, 9, 29, 9, 20, 17)],
    ['2026-10-29T09:20:17+05:45', Date.UTC(2026, 9, 29, 3, 35, 17)],
    ['2026-10-29T09:20:17-0700', Date.UTC(2026, 9, 29, 16, 20, 17)],
    ['2026-10-29T09:20:17+01', Date.UTC(2026, 9, 29, 8, 20, 17)],
    ['29/Oct/2026:02:20:17 -0700', Date.UTC(2026, 9, 29, 9, 20, 17)],
  ])('is the instant of %j', (value, instantMs) => {
    expect(readInstant(value)).toBe(instantMs);
  });

  it('keeps every millisecond that seconds with a fraction tell', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (instantMs) => {
        expect(readInstant(instantMs / 1000)).toBe(instantMs);
        expect(readInstant((instantMs / 1000).toFixed(3))).toBe(instantMs);
      }),
    );
  });

  it.each([
    NaN,
    Infinity,
    -Infinity,
    1e300,
    null,
    undefined,
    true,
    {},
    '',
    '-',
    '2026-10-29',
    '2026-10/29 09:20:17',
    '2026-02-30T00:00:00Z',
    '2026-10-29T24:00:00Z',
    '2026-10-29T09:20:17 CET',
    '1'.repeat(1000),
  ])('is none in %j', (value) => {
    expect(readInstant(value)).toBeUndefined();
  });
});
