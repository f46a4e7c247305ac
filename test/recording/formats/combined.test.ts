import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../../src/recording/log-record.ts';
import { readAs, recordOf } from './readings.ts';

const TIME = '[29/Oct/2026:02:20:17 -0700]';
const TIME_MS = Date.UTC(2026, 9, 29, 9, 20, 17);
const LINE = `192.0.2.7 - - ${TIME} "GET /a?b=c HTTP/1.1" 200 7967 "https://chatgpt.com/" "Mozilla/5.0 (X)"`;
const RECORD = recordOf({
  bytes: 7967,
  timeMs: TIME_MS,
  target: '/a?b=c',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
});
const CUT_OFF = { passedOver: 'cut-off' };

/** What a line says that asks for "/" and logs nothing but dashes, but for the parts given. */
function read(parts: { address?: string; user?: string; time?: string; request?: string; rest?: string }) {
  const { address = '192.0.2.7', user = '-', time = '29/Oct/2026:02:20:17 -0700' } = parts;
  const { request = 'GET / HTTP/1.1', rest = '200 5 "-" "-"' } = parts;
  return readAs('combined', `${address} - ${user} [${time}] "${request}" ${rest}`);
}

const record = (parts: Partial<LogRecord> = {}) => recordOf({ timeMs: TIME_MS, bytes: 5, ...parts });

describe('the combined format', () => {
  it('tells every field of a line, and its time in UTC', () => {
    expect(readAs('combined', LINE)).toEqual([RECORD]);
  });

  it('leaves undefined what the server logged as a dash, which is zero for the bytes', () => {
    expect(read({ request: '-', rest: '- - "-" "-"' })).toEqual([
      record({ method: undefined, target: undefined, status: undefined, bytes: 0 }),
    ]);
  });

  it.each(['0', '000', '99', '600', '1000'])('has a line whose status %s is none of HTTP', (status) => {
    expect(read({ rest: `${status} 5 "-" "-"` })).toEqual([record({ status: undefined })]);
  });

  it('tells no size that no response has', () => {
    const [largest, larger] = [2 ** 40, 2 ** 40 + 1];
    expect(read({ rest: `200 ${largest} "-" "-"` })).toEqual([record({ bytes: largest })]);
    expect(read({ rest: `200 ${larger} "-" "-"` })).toEqual([record({ bytes: undefined })]);
    expect(read({ rest: `200 ${'9'.repeat(400)} "-" "-"` })).toEqual([record({ bytes: undefined })]);
  });

  it('has IPv6 addresses, user names with spaces and appended fields', () => {
    expect(read({ address: '2001:db8::1' })).toEqual([record({ address: '2001:db8::1' })]);
    expect(read({ user: 'Ada King' })).toEqual([record()]);
    expect(read({ user: '""' })).toEqual([record()]);
    expect(read({ rest: '200 5 "-" "-" 0.003 "203.0.113.5"' })).toEqual([record()]);
    expect(read({ rest: '200 5 "-" "-"|0.003' })).toEqual([record()]);
  });

  it('undoes the escapes of quoted fields', () => {
    const readings = read({
      request: String.raw`GET /\xc3\xa9\\x41\" HTTP/1.1`,
      rest: String.raw`200 5 "https://a.example/\x22" "say \"hi\"\t\q\xff"`,
    });
    expect(readings).toEqual([
      record({ target: '/é\\x41"', referrer: 'https://a.example/"', userAgent: 'say "hi"\t\\q\uFFFD' }),
    ]);
  });

  it.each([
    ['GET /', 'GET', '/'],
    ['GET http://site.example/x HTTP/1.1', 'GET', 'http://site.example/x'],
    ['GET /a b HTTP/1.1', 'GET', '/a b'],
    ['GET /a b', 'GET', '/a b'],
    ['OPTIONS * HTTP/1.0', 'OPTIONS', '*'],
    ['PRI * HTTP/2.0', 'PRI', '*'],
    ['GET / HTTP/2.0', 'GET', '/'],
    ['SSTP_DUPLEX_POST /sra/ HTTP/1.1', 'SSTP_DUPLEX_POST', '/sra/'],
    [String.raw`\x16\x03\x01\x00\xee`, undefined, undefined],
    [String.raw`\x16\x03\x01 \x01 HTTP/1.1`, undefined, undefined],
    [String.raw`\n`, undefined, undefined],
    ['', undefined, undefined],
    ['GET', undefined, undefined],
    ['GET ', undefined, undefined],
    ['GET  /', undefined, undefined],
    ['get / HTTP/1.1', undefined, undefined],
  ])('has the request line "%s"', (request, method, target) => {
    expect(read({ request })).toEqual([record({ method, target })]);
  });

  it.each([
    ['not-a-log-line', 'hello'],
    ['not-a-log-line', '{"type":"bot"}'],
    ['not-a-log-line', '192.0.2.7 - - [29/Oct/2026'],
    ['bad-time', '192.0.2.7 - - [31/Feb/2026:02:20:17 -0700] "GET / HTTP/1.1" 200 5 "-" "-"'],
    ['cut-off', `192.0.2.7 - - ${TIME} "GET / HT`],
    ['cut-off', `192.0.2.7 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X`],
    ['cut-off', `192.0.2.7 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "ends escaped\\"`],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('combined', line)).toEqual([{ passedOver }]);
  });

  it('gives back whatever text a server escaped into a quoted field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), (text, asNginx) => {
        fc.pre(text !== '-');
        const escaped = asNginx ? escapeAsNginx(text) : escapeAsApache(text);
        expect(read({ rest: `200 5 "-" "${escaped}"` })).toEqual([record({ userAgent: text })]);
      }),
    );
  });
});

it.each([
  ['000', undefined],
  ['099', undefined],
  ['100', 100],
  ['499', 499],
  ['599', 599],
  ['600', undefined],
  ['999', undefined],
])('a line with the status %s has the status %s', (logged, status) => {
  expect(read({ rest: `${logged} 5 "-" "-"` })).toEqual([record({ status })]);
});

describe('the common format', () => {
  it('tells that it has no user agents, and may be mixed with the combined format', () => {
    const common = `192.0.2.7 - - ${TIME} "GET / HTTP/1.1" 304 -`;
    const withoutAgent = record({ status: 304, bytes: 0, hasAgentField: false });
    expect(readAs('common', common, LINE)).toEqual([withoutAgent, RECORD]);
    expect(readAs('combined', common, LINE)).toEqual([withoutAgent, RECORD]);
  });
});

describe('the combined format with virtual hosts', () => {
  it.each([
    ['site.example:443 192.0.2.7', { host: 'site.example:443' }],
    ['site.example 192.0.2.7', { host: 'site.example' }],
    ['[2001:db8::9]:80 2001:db8::1', { host: '[2001:db8::9]:80', address: '2001:db8::1' }],
    ['site.example:80 client.example', { host: 'site.example:80', address: 'client.example' }],
    ['- 192.0.2.7', { host: undefined }],
    [' 192.0.2.7', { host: undefined }],
  ])('tells the host of "%s - -"', (beginning, parts) => {
    const line = LINE.replace('192.0.2.7', beginning);
    expect(readAs('vhost-combined', line)).toEqual([{ record: { ...RECORD.record, ...parts } }]);
  });

  it('is not told from an address, and reads the host in a log that is said to have none', () => {
    const hosted = LINE.replace('192.0.2.7', 'site.example 192.0.2.7');
    expect(readAs('combined', hosted)).toEqual([{ record: { ...RECORD.record, host: 'site.example' } }]);
    for (const list of ['203.0.113.9 192.0.2.7', '203.0.113.9:443 192.0.2.7'])
      expect(readAs('vhost-combined', LINE.replace('192.0.2.7', list))).toEqual([RECORD]);
  });

  it('passes over a line without host', () => {
    expect(readAs('vhost-combined', LINE)).toEqual([{ passedOver: 'not-a-log-line' }]);
  });
});

describe.each(['combined', 'vhost-combined'] as const)(
  'a list of addresses in a log of the format %s',
  (format) => {
    it.each([
      ['20.171.207.5 10.0.0.7', '20.171.207.5'],
      ['20.171.207.5, 10.0.0.7', '20.171.207.5'],
      ['10.0.0.7 20.171.207.5', '20.171.207.5'],
      ['1.2.3.4, 20.171.207.5, 10.0.0.7, 127.0.0.1', '20.171.207.5'],
      ['2001:db8::1, ::ffff:10.0.0.7', '2001:db8::1'],
      ['unknown, 10.0.0.7', '-'],
      ['10.0.0.8, 10.0.0.7', '-'],
      ['- 20.171.207.5', '20.171.207.5'],
    ])('%s names the client %s', (list, address) => {
      const line = LINE.replace('192.0.2.7', list);
      expect(readAs(format, line)).toEqual([{ record: { ...RECORD.record, address } }]);
      expect(readAs(format, `${line} 0.003`)).toEqual([{ record: { ...RECORD.record, address } }]);
    });
  },
);

it('a user whose name has an address in it may be another record, so that the client is not known', () => {
  for (const user of ['20.171.207.5 - -', 'x 20.171.207.5 - x', '-20.171.207.5 - -', '2001:db8::1 - -'])
    expect(read({ user })).toEqual([CUT_OFF]);
  for (const user of ['20.171.207.5', 'ada@192.0.2.9', 'Ada 5']) expect(read({ user })).toEqual([record()]);
});

describe('fused lines', () => {
  const other = `2001:db8::2 - - ${TIME} "GET /b HTTP/1.1" 200 5 "-" "GPTBot/1.2"`;
  const OTHER = record({ address: '2001:db8::2', target: '/b', userAgent: 'GPTBot/1.2' });

  it('give each whole record', () => {
    expect(readAs('combined', `${LINE}${other}`)).toEqual([RECORD, OTHER]);
    expect(readAs('combined', `${other} "appended"${LINE}${other}`)).toEqual([OTHER, RECORD, OTHER]);
  });

  it('give each whole record of virtual hosts', () => {
    const line = `site.example:443 ${LINE}`;
    const withHost = { record: { ...RECORD.record, host: 'site.example:443' } };
    expect(readAs('vhost-combined', `${line}${line}`)).toEqual([withHost, withHost]);
  });

  it.each(Array.from(LINE, (_, length) => length).slice(LINE.indexOf('"'), -1))(
    'give the record behind one that breaks off after %d characters',
    (length) => {
      expect(readAs('combined', `${LINE.slice(0, length)} ${other}`)).toContainEqual(OTHER);
      expect(
        readAs('combined', `${LINE.slice(0, length)}${other}`).map((reading) => 'record' in reading),
      ).toContain(true);
    },
  );

  it.each(Array.from(LINE, (_, length) => length).slice(1, LINE.indexOf('"')))(
    'give no client of a record that breaks off after %d characters to the one behind it',
    (length) => {
      const broken = LINE.slice(0, length);
      for (const line of [`${broken} ${other}`, broken + other])
        for (const reading of readAs('combined', line))
          if ('record' in reading) expect(reading.record.address).toBe('2001:db8::2');
    },
  );

  it('give the record behind a broken address', () => {
    const next = LINE.replace('192.0.2.7', '198.51.100.9');
    const expected = { record: { ...RECORD.record, address: '198.51.100.9' } };
    for (const broken of ['192.0.2.', '192.0.2.7 -'])
      expect(readAs('combined', broken + next)).toEqual([CUT_OFF, expected]);
  });

  it('pass over what is left of a broken record, before or behind a whole one', () => {
    expect(readAs('combined', `"GET / HTTP/1.1" 200 5 "-" "Mozilla"${LINE}`)).toEqual([CUT_OFF, RECORD]);
    expect(readAs('combined', `${LINE}192.0.2.8 - - ${TIME} "GET /`)).toEqual([RECORD, CUT_OFF]);
  });

  it('are not made by a client that sends a record as its user agent', () => {
    for (const escape of [escapeAsApache, escapeAsNginx]) {
      const forged = `x" ${other}`;
      expect(read({ rest: `200 5 "-" "${escape(forged)}" "${escape(forged)}"` })).toEqual([
        record({ userAgent: forged }),
      ]);
    }
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
