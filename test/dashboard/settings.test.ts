import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mergeRows } from '../../src/dashboard/settings/audit-rows.ts';
import { browserName } from '../../src/dashboard/settings/browser-name.ts';
import { nameOfDeed } from '../../src/dashboard/settings/deeds.ts';
import { parseWholeDays } from '../../src/dashboard/parts/whole-days.ts';

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8.14.1', 'curl/8.14.1'],
    ['', '–'],
  ])('of %s is %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});

it('pages of the audit join to one list, also when new entries came in between', () => {
  const row = (number: number) => ({ id: `audit_${number}` });
  const known = [row(12), row(11)];
  expect(mergeRows(known, [row(13), row(12)])).toEqual([row(13), row(12), row(11)]);
  expect(mergeRows(known, [row(10), row(9)])).toEqual([row(12), row(11), row(10), row(9)]);
});

describe('an action of the audit', () => {
  /** As the code has them: each is written where the change is made. */
  const files = readdirSync('src/operations', { recursive: true, encoding: 'utf8' });
  const actions = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(`src/operations/${file}`, 'utf8').matchAll(/\baction: '([^']+)'/g)])
    .map(([, action = '']) => action);

  it('has a name', () => {
    expect(actions).toEqual(expect.arrayContaining(['session.end-others', 'note.create']));
    expect(actions.filter((action) => nameOfDeed(action) === action)).toEqual([]);
  });

  it('that is not known is shown as it is', () => {
    expect(nameOfDeed('site.paint')).toBe('site.paint');
  });
});

it.each([
  ['', null],
  ['  ', null],
  ['400', 400],
  ['1.5', 0],
  ['1e12', 0],
  ['many', 0],
])('the days %j are sent as %j', (text, days) => {
  expect(parseWholeDays(text)).toBe(days);
});
