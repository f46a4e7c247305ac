import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import { readAs, recordOf } from './readings.ts';

const ID = '3b2c7d0f9e8a4b6c1d2e3f4a5b6c7d8e';
const LINE = `HIT|200|1793265617123|7967|390|20.171.207.5|https://chatgpt.com/|https://site.example/guide?a=b|WA|Mozilla/5.0 (X)|${ID}|DE`;
const RECORD = recordOf({
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 123),
  address: '20.171.207.5',
  host: 'site.example',
  target: '/guide?a=b',
  bytes: 7967,
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
  requestId: ID,
});

describe('the log of bunny.net', () => {
  it('tells every field of a line, downloaded or forwarded', () => {
    for (const prefix of ['', '<14>1 2026-10-29T09:20:18.000Z bunny cdn 1 - - ']) {
      const reader = createLogReader();
      expect(reader.read(prefix + LINE)).toEqual([RECORD]);
      expect(reader.format).toBe('bunny');
    }
  });

  it('has separators in a user agent', () => {
    expect(readAs('bunny', LINE.replace('(X)', '(X|Y)'))).toEqual([
      { record: { ...RECORD.record, userAgent: 'Mozilla/5.0 (X|Y)' } },
    ]);
  });

  it.each([
    ['cut-off', LINE + LINE],
    ['cut-off', LINE.slice(0, 99)],
    ['not-a-log-line', 'HIT|200|never'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('bunny', line)).toEqual([{ passedOver }]);
  });
});
