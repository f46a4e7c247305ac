import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import { readAs, recordOf } from './readings.ts';

const COMBINED =
  '20.171.207.5 - - [29/Oct/2026:02:20:17 -0700] "GET /guide?a=b HTTP/2.0" 200 7967 "https://chatgpt.com/" "Mozilla/5.0 (X)"';
const LINE = `${COMBINED} 89 0.001 [default-web-8080] [] 10.0.0.5:8080 59 0.000 200 529a007902362a5f51385a5fa704988f`;
const RECORD = recordOf({
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17),
  address: '20.171.207.5',
  target: '/guide?a=b',
  bytes: 7967,
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
});

describe('the log of ingress-nginx', () => {
  it('tells every field of a line, but no id, which a client can set', () => {
    expect(readAs('ingress-nginx', LINE)).toEqual([RECORD]);
    expect(RECORD.record.requestId).toBeUndefined();
  });

  it.each([
    LINE.replace('[default-web-8080] [] 10.0.0.5:8080 59 0.000 200', '[] [] - - - -'),
    LINE.replace('10.0.0.5:8080 59 0.000 200', '[2001:db8::7]:5000, 10.0.0.5:80 0, 1 0.000, 1.000 502, 200'),
    LINE.replace(' - - [29', ' - [20.171.207.5] - - [29').replace(' []', ''),
  ])('also has this line: %s', (line) => {
    expect(readAs('ingress-nginx', line)).toEqual([RECORD]);
  });

  it('is told from the combined format by its lines', () => {
    for (const [line, format] of [
      [LINE, 'ingress-nginx'],
      [COMBINED, 'combined'],
      [`${COMBINED} 0.001`, 'combined'],
    ] as const) {
      const reader = createLogReader();
      expect(reader.read(line)).toEqual([RECORD]);
      expect(reader.format).toBe(format);
    }
  });

  it('gives each whole record of fused lines', () => {
    expect(readAs('ingress-nginx', LINE + LINE)).toEqual([RECORD, RECORD]);
    expect(readAs('ingress-nginx', LINE.slice(0, 99) + LINE)).toEqual([{ passedOver: 'cut-off' }, RECORD]);
  });
});
