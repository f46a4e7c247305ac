import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCombined } from '../../src/recording/combined-log.ts';

const LINE =
  '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET /a?b=c HTTP/1.1" 200 7967 "https://chatgpt.com/" "Mozilla/5.0 (X)"';

/** The record of a line that differs from LINE in the parts given. */
function recordOf(parts: {
  address?: string;
  user?: string;
  time?: string;
  request?: string;
  rest?: string;
}) {
  const { address = '192.0.2.7', user = '-', time = '29/Oct/2026:02:20:17 -0700' } = parts;
  const { request = 'GET / HTTP/1.1', rest = '200 5 "-" "-"' } = parts;
  return parseCombined(`${address} - ${user} [${time}] "${request}" ${rest}`);
}

const EMPTY_RECORD = {
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17),
  address: '192.0.2.7',
  method: 'GET',
  target: '/',
  status: 200,
  referrer: undefined,
  userAgent: undefined,
};

describe('parseCombined', () => {
  it('reads every field of a line, and its time in UTC', () => {
    expect(parseCombined(LINE)).toEqual({
      record: {
        timeMs: Date.UTC(2026, 9, 29, 9, 20, 17),
        address: '192.0.2.7',
        method: 'GET',
        target: '/a?b=c',
        status: 200,
        referrer: 'https://chatgpt.com/',
        userAgent: 'Mozilla/5.0 (X)',
      },
    });
  });

  it('leaves undefined what the server logged as a dash', () => {
    expect(recordOf({ request: '-', rest: '- - "-" "-"' })).toEqual({
      record: { ...EMPTY_RECORD, method: undefined, target: undefined, status: undefined },
    });
  });

  it('reads IPv6 addresses, user names with spaces, line ends, byte order marks and appended fields', () => {
    const record = { record: EMPTY_RECORD };
    expect(recordOf({ address: '2001:db8::1' })).toEqual({
      record: { ...EMPTY_RECORD, address: '2001:db8::1' },
    });
    expect(recordOf({ user: 'Ada King' })).toEqual(record);
    expect(recordOf({ address: '\uFEFF192.0.2.7' })).toEqual(record);
    expect(recordOf({ rest: '200 5 "-" "-"\r' })).toEqual(record);
    expect(recordOf({ rest: '200 5 "-" "-" 0.003 "203.0.113.5"' })).toEqual(record);
  });

  it('undoes the escapes of quoted fields', () => {
    const line = recordOf({
      request: String.raw`GET /\xc3\xa9\\x41\" HTTP/1.1`,
      rest: String.raw`200 5 "https://a.example/\x22" "say \"hi\"\t\q\xff"`,
    });
    expect(line).toEqual({
      record: {
        ...EMPTY_RECORD,
        target: '/é\\x41"',
        referrer: 'https://a.example/"',
        userAgent: 'say "hi"\t\\q\uFFFD',
      },
    });
  });

  it.each([
    ['GET /', 'GET', '/'],
    ['GET http://site.example/x HTTP/1.1', 'GET', 'http://site.example/x'],
    ['GET /a b HTTP/1.1', 'GET', '/a b'],
    ['OPTIONS * HTTP/1.0', 'OPTIONS', '*'],
    ['GET / HTTP/2.0', 'GET', '/'],
    ['SSTP_DUPLEX_POST /sra/ HTTP/1.1', 'SSTP_DUPLEX_POST', '/sra/'],
    [String.raw`\x16\x03\x01\x00\xee`, undefined, undefined],
    [String.raw`\n`, undefined, undefined],
    ['', undefined, undefined],
    ['GET', undefined, undefined],
  ])('reads the request line "%s"', (request, method, target) => {
    expect(recordOf({ request })).toEqual({ record: { ...EMPTY_RECORD, method, target } });
  });

  it.each([
    ['01/Jan/0001:00:00:00 +0000', -62_135_596_800_000],
    ['29/Feb/2024:23:59:59 +0545', Date.UTC(2024, 1, 29, 18, 14, 59)],
    ['31/Dec/9999:23:59:59 +0000', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])('reads the time %s', (time, timeMs) => {
    expect(recordOf({ time })).toEqual({ record: { ...EMPTY_RECORD, timeMs } });
  });

  it.each([
    '31/Feb/2026:00:00:00 +0000',
    '29/Feb/2026:00:00:00 +0000',
    '00/Jan/2026:00:00:00 +0000',
    '01/Okt/2026:00:00:00 +0000',
    '01/oct/2026:00:00:00 +0000',
    '01/Oct/2026:24:00:00 +0000',
    '01/Oct/2026:00:60:00 +0000',
    '01/Oct/2026:00:00:00 +2400',
    '01/Oct/2026:00:00:00',
    '2026-10-01T00:00:00Z',
    '31/Dec/9999:23:59:59 -0001',
    '01/Jan/0001:00:00:00 +0001',
    '',
  ])('refuses the time "%s"', (time) => {
    expect(recordOf({ time })).toEqual({ passedOver: 'bad-time' });
  });

  it.each([
    ['blank-line', ''],
    ['blank-line', ' \r'],
    ['not-a-log-line', 'hello'],
    ['not-a-log-line', '{"type":"bot"}'],
    ['not-a-log-line', '192.0.2.7 - - [29/Oct/2026'],
    ['no-agent-field', '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET / HTTP/1.1" 200 7967'],
    ['no-agent-field', '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET / HTTP/1.1" 304 -\r'],
    ['cut-off', '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET / HT'],
    ['cut-off', '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X'],
    ['cut-off', '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET / HTTP/1.1" 200 5 "-" "ends escaped\\"'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(parseCombined(line)).toEqual({ passedOver });
  });

  it('reads a line of 65,536 characters and passes over a longer one', () => {
    const longest = LINE.padEnd(65_536, 'x');
    expect(parseCombined(longest)).toEqual(parseCombined(LINE));
    expect(parseCombined(`${longest}x`)).toEqual({ passedOver: 'too-long' });
  });

  it('gives back whatever text a server escaped into a quoted field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), (text, asNginx) => {
        fc.pre(text !== '-');
        const parsed = recordOf({
          rest: `200 5 "-" "${asNginx ? escapeAsNginx(text) : escapeAsApache(text)}"`,
        });
        expect(parsed).toEqual({ record: { ...EMPTY_RECORD, userAgent: text } });
      }),
    );
  });

  it('answers for any line at all', () => {
    const piece = fc.constantFrom(
      '"',
      '\\',
      '[',
      ']',
      ' ',
      '-',
      '\\x',
      'GET /',
      '29/Oct/2026:02:20:17 -0700',
      '200',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        expect(Object.keys(parseCombined(pieces.join('')))).toHaveLength(1);
      }),
    );
  });
});

function escapeAsApache(text: string): string {
  return text.replace(/["\\]/g, '\\$&').replace(/\p{Cc}|[^\0-\x7f]/gu, escapeBytes);
}

function escapeAsNginx(text: string): string {
  return text.replace(/["\\]|\p{Cc}/gu, escapeBytes);
}

function escapeBytes(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}
