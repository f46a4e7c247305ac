import { describe, expect, it } from 'vitest';
import type { DigestDetails } from '../../src/operations/digest/content.ts';
import {
  changeOf,
  daysOf,
  duration,
  enumerated,
  nameOf,
  percent,
  stretch,
} from '../../src/operations/digest/words.ts';
import { worthALook } from '../../src/operations/digest/worth-a-look.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { NO_DETAILS } from './digest-content.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const SIGNS = { more: '+', fewer: '-' };

it.each([
  [124, 100, '+24.0%', 100],
  [200_000, 100, '+199,900%', 100],
  [100, 100, 'unchanged', null],
  [3, 0, 'new', null],
  [0, 7, '-100.0%', 7],
  [1, 100_000, '-99.9%', 100_000],
  [100_001, 100_000, '+0.1%', 100_000],
])('%i after %i is %s', (now, before, size, from) => {
  expect(changeOf(now, before, SIGNS)).toEqual({ size, from });
});

it('there is no change of nothing, and of what is not known', () => {
  expect([changeOf(0, 0, SIGNS), changeOf(3, undefined, SIGNS)]).toEqual([undefined, undefined]);
});

it('a share is never all, or nothing, that is not', () => {
  expect([percent(1, 1e6), percent(999_999, 1e6), percent(7, 7), percent(1, 8)]).toEqual([
    ...['0.1%', '99.9%', '100.0%', '12.5%'],
  ]);
});

it.each([
  ['weekly', '2026-11-09T00:00', '2026-11-16T00:00', 'November 9 to 15'],
  ['weekly', '2026-11-30T00:00', '2026-12-07T00:00', 'November 30 to December 6'],
  ['weekly', '2026-12-28T00:00', '2027-01-04T00:00', 'December 28 to January 3'],
  ['weekly', '2026-11-24T00:00', '2026-12-01T00:00', 'November 24 to 30'],
  ['monthly', '2026-10-01T00:00', '2026-11-01T00:00', 'October 2026'],
] as const)('the days of a %s digest from %s are %s', (every, from, until, expected) => {
  expect(daysOf(every, { fromMs: at(from), untilMs: at(until) })).toBe(expected);
});

it.each([
  ['2026-11-10T03:00', '2026-11-10T08:00', 'Tuesday, November 10, 03:00 to 08:00'],
  ['2026-11-10T20:00', '2026-11-11T00:00', 'Tuesday, November 10, 20:00 to 24:00'],
  ['2026-11-10T20:00', '2026-11-11T08:00', 'Tuesday, November 10, 20:00 to Wednesday, November 11, 08:00'],
  ['2026-11-10T00:00', '2026-11-12T00:00', 'Tuesday, November 10, 00:00 to Wednesday, November 11, 24:00'],
])('from %s to %s is %s', (from, until, expected) => {
  expect(stretch({ fromMs: at(from), untilMs: at(until) })).toBe(expected);
});

it('long times are told in days, short ones in hours', () => {
  expect([1, 71, 72, 240].map((hours) => duration(hours * HOUR_MS))).toEqual([
    ...['1 hour', '71 hours', '3 days', '10 days'],
  ]);
});

it('names are enumerated', () => {
  const names = ['A', 'B', 'C'];
  expect([enumerated(['A']), enumerated(names), enumerated(names, 1), enumerated(names, 9)]).toEqual([
    ...['A', 'A, B and C', 'A, B, C and 1 other', 'A, B, C and 9 others'],
  ]);
});

it('a name is one line, no link, and not too long', () => {
  expect(nameOf('a\u202eb/c.d')).toBe('a\\\u200bu{202e}b/\u200bc.\u200bd');
  expect(nameOf('read /a/b')).toBe('read /a/\u200bb');
  expect(nameOf('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
});

describe('worth a look', () => {
  const look = (given: Partial<DigestDetails>) =>
    worthALook({ ...NO_DETAILS, ...given }).map(({ title, detail }) => [
      title,
      detail.replaceAll('\u200b', ''),
    ]);
  const errors = { visits: 9, page: '/a', pageVisits: 9, status: 404, statusVisits: 9 };

  it('are errors, at one page or at several', () => {
    expect(
      [
        errors,
        { ...errors, visits: 1, pageVisits: 1, statusVisits: 1 },
        { ...errors, statusVisits: 4 },
        { ...errors, pageVisits: 5 },
        { ...errors, page: null, pageVisits: 0 },
      ].map((each) => look({ errors: each })[0]),
    ).toEqual([
      ['9 errors at one page', '/a answered 404.'],
      ['1 error at one page', '/a answered 404.'],
      ['9 errors at one page', '4 answered 404. The page: /a'],
      ['9 errors, 5 of them at one page', 'All answered 404. The page: /a'],
      ['9 errors', 'All answered 404.'],
    ]);
  });

  it('are impostors', () => {
    const impostors = { bot: 'GPTBot', company: 'OpenAI', visits: 1, ofVisits: 4 };
    expect(look({ impostors })).toEqual([
      [
        '1 visit claimed to be GPTBot from another address',
        'That is 25.0% of its visits. OpenAI does not list this address.',
      ],
    ]);
    expect(look({ impostors: { ...impostors, company: '' } })[0]?.[1]).toContain('Its operator does not');
  });

  it('are new bots', () => {
    expect(look({ newBots: ['A'] })).toEqual([['New bot: A', 'It did not come in the 90 days before.']]);
    expect(look({ newBots: ['A', 'B', 'C', 'D', 'E'], otherNewBots: 2 })).toEqual([
      ['7 new bots', 'A, B, C, D, E and 2 others. None came in the 90 days before.'],
    ]);
    expect(look({ newBots: [] })).toEqual([]);
    expect(look({ newBots: null })).toEqual([]);
  });

  it('are gaps', () => {
    const longest = { fromMs: at('2026-11-10T03:00'), untilMs: at('2026-11-10T08:00') };
    expect(look({ gaps: { count: 1, totalMs: 5 * HOUR_MS, longest } })).toEqual([
      ['Nothing was recorded for 5 hours', 'Tuesday, November 10, 03:00 to 08:00 UTC.'],
    ]);
    expect(look({ gaps: { count: 3, totalMs: 4 * DAY_MS, longest } })).toEqual([
      ['3 gaps in recording, 4 days in all', 'The longest: Tuesday, November 10, 03:00 to 08:00 UTC.'],
    ]);
  });
});
