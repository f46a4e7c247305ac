import { describe, expect, it } from 'vitest';
import { isBehind, mostBroken, wordsOfChecking } from '../../src/dashboard/rules/obedience.ts';
import { readLines, wordsOfIgnored } from '../../src/dashboard/rules/robots-lines.ts';
import { comparedOf, formatRulesView, parseRulesView } from '../../src/dashboard/rules/rules-view.ts';
import { parseRobots } from '../../src/robots/parse-robots.ts';

const TODAY = '2026-03-15';

describe('the check of a robots.txt that is typed', () => {
  it('counts groups and rules, and names the lines that bots ignore', () => {
    const text =
      '# hello\nUser-agent: *\nUser-agent: a\nDisallow: /order/\nAllow: /\n\nUser-agent: b\nDissallow: /';
    expect(readLines(text)).toEqual({
      ...{ groups: 2, rules: 2, isTooLong: false },
      ignored: { lines: [8], why: '“Dissallow” is no known name' },
    });
  });

  it('names each line that the server says is not valid', () => {
    const lines = [
      'Disallow: /before-the-first-group',
      'User-agent: *',
      'Disallow /a',
      'Allow: a',
      ': /b',
      'Disallow:',
      'Disallow: *.pdf',
      'Crawl-delay: 9',
    ];
    const text = lines.join('\n');
    expect(readLines(text)).toMatchObject({
      ...{ groups: 1, rules: 1 },
      ignored: { lines: [1, 3, 4, 5], why: 'a rule belongs below a “User-agent” line' },
    });
    expect(parseRobots(text).invalidLines).toEqual([1, 3, 4, 5]);
  });

  it.each([
    [1, 'Line 2 is not valid: it is odd. Bots ignore such a line, and so does this check.'],
    [2, 'Lines 2, 3 are not valid. Line 2: it is odd. Bots ignore such lines, and so does this check.'],
    [
      7,
      'Lines 2, 3, 4, 5, 6 and 2 more are not valid. Line 2: it is odd. Bots ignore such lines, and so does this check.',
    ],
  ])('names the first lines of %i, says how many more there are, and why of the first', (count, words) => {
    const lines = Array.from({ length: count }, (_, at) => at + 2);
    expect(wordsOfIgnored({ lines, why: 'it is odd' })).toBe(words);
  });

  it('says of a long one that a request has no room for it', () => {
    expect(readLines('é'.repeat(129_000)).isTooLong).toBe(false);
    expect(readLines('é'.repeat(130_001)).isTooLong).toBe(true);
    expect(readLines('\n'.repeat(130_001)).isTooLong).toBe(true);
  });
});

describe('visits that have yet to be checked', () => {
  const noon = Date.parse('2026-03-15T12:00:00.000Z');

  it.each([
    ['2026-03-15T11:59:00.000Z', TODAY, false],
    ['2026-03-15T11:57:00.000Z', TODAY, true],
    ['2026-03-15T00:00:00.000Z', '2026-03-14', false],
    ['2026-03-14T09:00:00.000Z', '2026-03-14', true],
    [null, '2026-03-14', true],
  ])('up to %s, of the days up to %s: %s', (judgedUntil, end, behind) => {
    expect(isBehind({ judgedUntil }, end, noon)).toBe(behind);
  });

  it('are told apart from those that are checked again', () => {
    const judged = { judgedUntil: '2026-03-14T09:00:00.000Z' };
    expect(wordsOfChecking(judged, 1, TODAY)).toMatch(/^Checking 1 visit again\./);
    expect(wordsOfChecking(judged, 0, TODAY)).toMatch(/^Checked up to Mar 14, 09:00 UTC\./);
    expect(wordsOfChecking({ judgedUntil: null }, undefined, TODAY)).toMatch(
      /^No visit has been checked yet\./,
    );
  });
});

it('bots that broke most come first, then those of which most is known', () => {
  const bot = (against: number, allowed: number, unknown: number) => ({ against, allowed, unknown });
  const sorted = [bot(2, 0, 0), bot(1, 9, 0), bot(0, 5, 0), bot(0, 0, 7)];
  expect(mostBroken(sorted.toReversed())).toEqual(sorted);
});

describe('the versions that are compared', () => {
  const versions = [1, 3, 2].map((number) => ({ number }));

  it.each([
    ['', 2, 3],
    ['to=2', 1, 2],
    ['to=1', undefined, 1],
    ['from=1&to=3', 1, 3],
    ['from=3&to=2', 3, 2],
    ['from=9&to=8', 2, 3],
    ['from=3', 2, 3],
    ['to=0x2', 2, 3],
  ])('for %j are %s and %s', (query, before, after) => {
    const compared = comparedOf(versions, parseRulesView(new URLSearchParams(query), TODAY));
    expect([compared.before?.number, compared.after?.number]).toEqual([before, after]);
  });

  it('survive in the URL, beside the days', () => {
    const view = parseRulesView(new URLSearchParams('range=7d&from=1&to=3&by=x'), TODAY);
    expect(formatRulesView(view)).toBe('?range=7d&from=1&to=3');
  });

  it('are none without a version', () => {
    expect(comparedOf([], { from: undefined, to: undefined })).toEqual({
      before: undefined,
      after: undefined,
    });
  });
});
