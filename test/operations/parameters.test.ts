import { describe, expect, it } from 'vitest';
import { parseGranularity } from '../../src/operations/reading/timeseries.ts';
import { type RawParameter, parseFlag, parseText, parseWord, unitsOf } from '../../src/operations/rules.ts';

function refusal(message: string): unknown {
  return expect.objectContaining({ code: 'INVALID_PARAMETER', message });
}

describe('a granularity', () => {
  it('is "day" when left out, otherwise "day" or "hour"', () => {
    expect([undefined, 'day', 'hour'].map(parseGranularity)).toEqual(['day', 'day', 'hour']);
  });

  it.each(['', 'Day', 'HOUR', 'days', 'week', 'minute', ' day', 'hour\u0000'])('is never %j', (given) => {
    const message = `granularity must be "day" or "hour"; got ${JSON.stringify(given)}.`;
    expect(() => parseGranularity(given)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', message }),
    );
  });
});

describe('a parameter that is one of some words', () => {
  const parse = (raw: RawParameter) => parseWord('shape', raw, ['round', 'flat', 'none']);

  it('is undefined when left out', () => {
    expect([undefined, null, []].map(parse)).toEqual([undefined, undefined, undefined]);
  });

  it('is the word, however it was sent', () => {
    expect(['flat', ['none']].map(parse)).toEqual(['flat', 'none']);
  });

  it('is refused with all words when it is another, empty, or sent twice', () => {
    expect(() => parse('Flat')).toThrow(refusal('shape must be "round", "flat" or "none"; got "Flat".'));
    expect(() => parse([''])).toThrow(refusal('shape must be "round", "flat" or "none"; got "".'));
    expect(() => parse(['flat', 'flat'])).toThrow(refusal('shape must be given once; got "flat, flat".'));
  });
});

describe('a flag', () => {
  it('is off unless it is true', () => {
    expect([undefined, 'false', ['false'], 'true', ['true']].map((raw) => parseFlag('detail', raw))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it.each(['', '1', 'yes', 'TRUE'])('is never %j', (given) => {
    const message = `detail must be "true" or "false"; got ${JSON.stringify(given)}.`;
    expect(() => parseFlag('detail', given)).toThrow(refusal(message));
  });
});

describe('a text to look for', () => {
  it('may be empty as an argument, and not in the query of a URL', () => {
    expect(parseText('search', '', 'a part of a path')).toBe('');
    expect(() => parseText('search', [''], 'a part of a path')).toThrow(
      refusal('search must be a part of a path; got "".'),
    );
  });
});

describe('a comparison', () => {
  it('costs a second unit', () => {
    expect(
      [undefined, null, [], 'previous-year', ['previous-period']].map((compare) => unitsOf({ compare })),
    ).toEqual([1, 1, 1, 2, 2]);
  });
});
