import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import { readAs, recordOf } from './readings.ts';

const HEAD = [
  '#Software: Microsoft Internet Information Services 10.0',
  '#Version: 1.0',
  '#Date: 2026-10-29 09:20:17',
];
const FIELDS =
  '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken X-Forwarded-For';
const ROW =
  '2026-10-29 09:20:17 10.0.0.4 GET /guide a=b 443 - 10.0.0.7 Mozilla/5.0+(compatible;+GPTBot/1.2) https://chatgpt.com/ site.example 200 0 0 7967 512 15 1.2.3.4,+20.171.207.5';
const RECORD = recordOf({
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17),
  address: '20.171.207.5',
  host: 'site.example',
  target: '/guide?a=b',
  bytes: 7967,
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2)',
});

describe('the W3C log of IIS', () => {
  it('tells the fields that its directive names', () => {
    const reader = createLogReader();
    expect([...HEAD, FIELDS, ROW].flatMap((line) => reader.read(line))).toEqual([RECORD]);
    expect(reader.format).toBe('iis');
  });

  it('has other fields after another directive, also for a reader that goes on later', () => {
    const reader = createLogReader();
    for (const line of [...HEAD, '#Fields: date time c-ip cs-method cs-uri-stem sc-status'])
      reader.read(line);
    const row = '2026-10-29 09:20:17 192.0.2.7 GET / 304';
    const expected = [recordOf({ timeMs: RECORD.record.timeMs, status: 304, hasAgentField: false })];
    expect(createLogReader({ state: reader.state() }).read(row)).toEqual(expected);
    expect(reader.read(row)).toEqual(expected);
  });

  it('has the columns that IIS has by default, if no directive comes before', () => {
    const row = '2026-10-29 09:20:17 10.0.0.4 GET / - 443 - 2001:db8::1 Mozilla/5.0+(X) - 404 0 2 5';
    const record = { address: '2001:db8::1', status: 404, userAgent: 'Mozilla/5.0 (X)' };
    expect(readAs('iis', row)).toEqual([recordOf({ timeMs: RECORD.record.timeMs, ...record })]);
  });

  it('gives each whole record of fused lines', () => {
    expect(readAs('iis', FIELDS, ROW + ROW)).toEqual([RECORD, RECORD]);
    expect(readAs('iis', FIELDS, ROW.slice(0, 60) + ROW)).toEqual([{ passedOver: 'cut-off' }, RECORD]);
  });

  it.each([
    ['bad-time', ROW.replace('10-29', '02-30')],
    ['cut-off', ROW.slice(0, 80)],
    ['not-a-log-line', 'hello'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('iis', FIELDS, line)).toEqual([{ passedOver }]);
  });
});
