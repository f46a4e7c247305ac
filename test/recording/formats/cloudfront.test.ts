import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import { readAs, recordOf } from './readings.ts';

const VERSION = '#Version: 1.0';
const FIELDS =
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end';
const ROW =
  '2026-10-29\t09:20:17\tLAX1\t392\t192.0.2.7\tGET\td111111abcdef8.cloudfront.net\t/guide\t200\thttps://chatgpt.com/\tMozilla/5.0%20(X)\ta=b\t-\tHit\tSOX4xwn4XV6Q4rgb7XiVGOHms==\tsite.example\thttps\t23\t0.001\t-\tTLSv1.2\tECDHE-RSA-AES128-GCM-SHA256\tHit\tHTTP/2.0\t-\t-\t11040\t0.001\tHit\ttext/html\t78\t-\t-';
const RECORD = recordOf({
  bytes: 392,
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17),
  host: 'site.example',
  target: '/guide?a=b',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
  requestId: 'SOX4xwn4XV6Q4rgb7XiVGOHms==',
});

/** What the row says with other values in it. */
function read(...replacements: readonly (readonly [string, string])[]) {
  const row = replacements.reduce((text, [from, to]) => text.replace(`\t${from}\t`, `\t${to}\t`), ROW);
  return readAs('cloudfront', VERSION, FIELDS, row);
}

const record = (parts: Partial<(typeof RECORD)['record']>) => [{ record: { ...RECORD.record, ...parts } }];

describe('the standard log of Amazon CloudFront', () => {
  it('tells every field of a row, and nothing of a directive', () => {
    expect(readAs('cloudfront', VERSION, FIELDS, ROW)).toEqual([RECORD]);
  });

  it('may be JSON, and is detected then', () => {
    const names = FIELDS.split(' ').slice(1);
    const entry = Object.fromEntries(ROW.split('\t').map((value, n) => [names[n] ?? '', value]));
    const { date, time, ...rest } = entry;
    expect([date, time]).toEqual(['2026-10-29', '09:20:17']);
    const reader = createLogReader();
    expect(reader.read(JSON.stringify(entry))).toEqual([RECORD]);
    expect(reader.format).toBe('cloudfront');
    const timestamped = { ...rest, 'timestamp(ms)': String(RECORD.record.timeMs) };
    expect(reader.read(JSON.stringify(timestamped))).toEqual([RECORD]);
    expect(reader.read('{"status":200}')).toEqual([{ passedOver: 'not-a-log-line' }]);
  });

  it('has its columns in the order of the last #Fields directive', () => {
    const columns = '#Fields: cs(User-Agent) sc-status cs-uri-stem time date cs-method c-ip';
    const row = 'GPTBot/1.2\t404\t/x\t09:20:17\t2026-10-29\tHEAD\t2001:db8::1';
    expect(readAs('cloudfront', VERSION, FIELDS, ROW, columns, row)).toEqual([
      RECORD,
      recordOf({
        timeMs: RECORD.record.timeMs,
        address: '2001:db8::1',
        method: 'HEAD',
        target: '/x',
        status: 404,
        userAgent: 'GPTBot/1.2',
      }),
    ]);
  });

  it('has the documented columns where the directives are lost', () => {
    expect(readAs('cloudfront', ROW)).toEqual([RECORD]);
  });

  it('tells that it has no user agents where no column has', () => {
    const columns = '#Fields: date time cs-uri-stem';
    expect(readAs('cloudfront', columns, '2026-10-29\t09:20:17\t/')).toEqual([
      recordOf({
        timeMs: RECORD.record.timeMs,
        address: '-',
        method: undefined,
        status: undefined,
        hasAgentField: false,
      }),
    ]);
  });

  it('undoes the URL encoding of user agents, single or double', () => {
    expect(read(['Mozilla/5.0%20(X)', 'Mozilla/5.0%2520(X)'])).toEqual([RECORD]);
    expect(read(['Mozilla/5.0%20(X)', 'My%2520App/1%20%22%C3%A9%22%zz%5C'])).toEqual(
      record({ userAgent: 'My%20App/1 "é"%zz\\' }),
    );
  });

  it('tells targets and referrers as they were sent, with their own escapes', () => {
    const target = '/a%20b%C3%A9?utm_source=x%26y';
    const sent = record({ target, referrer: 'https://a.example/?q=%20' });
    const referrer = 'https://chatgpt.com/';
    expect(
      read(['/guide', '/a%20b%C3%A9'], ['a=b', 'utm_source=x%26y'], [referrer, 'https://a.example/?q=%20']),
    ).toEqual(sent);
    expect(
      read(
        ['/guide', '/a%2520b%25C3%25A9'],
        ['a=b', 'utm_source=x%2526y'],
        [referrer, 'https://a.example/?q=%2520'],
      ),
    ).toEqual(sent);
  });

  it('leaves undefined what is a dash', () => {
    expect(read(['https://chatgpt.com/', '-'], ['Mozilla/5.0%20(X)', '-'], ['a=b', '-'])).toEqual(
      record({ referrer: undefined, userAgent: undefined, target: '/guide' }),
    );
  });

  it('tells the host that was asked, unless it is the distribution itself', () => {
    expect(read(['site.example', 'd111111abcdef8.cloudfront.net'])).toEqual(record({ host: undefined }));
  });

  it('has no status where the viewer left before the answer, or where it is no number', () => {
    expect(read(['200', '000'])).toEqual(record({ status: undefined }));
    expect(read(['200', 'OK'])).toEqual(record({ status: undefined }));
  });

  it('gives each whole record of fused rows', () => {
    expect(readAs('cloudfront', FIELDS, `${ROW}${ROW}`)).toEqual([RECORD, RECORD]);
    expect(readAs('cloudfront', FIELDS, `${ROW.slice(0, 80)}${ROW}`)).toEqual([
      { passedOver: 'cut-off' },
      RECORD,
    ]);
  });

  it.each([
    ['bad-time', ROW.replace('2026-10-29', '2026-02-30')],
    ['bad-time', ROW.replace('09:20:17', '-')],
    ['cut-off', ROW.slice(0, 80)],
    ['not-a-log-line', ROW.replaceAll('\t', ' ')],
  ])('passes over as %s: %s', (passedOver, row) => {
    expect(readAs('cloudfront', FIELDS, row)).toEqual([{ passedOver }]);
  });
});
