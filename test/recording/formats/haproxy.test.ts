import { describe, expect, it } from 'vitest';
import { readAs, recordOf } from './readings.ts';

const SESSION = 'www~ app/web1 10/0/30/69/109 200 7967 - - ---- 1/1/1/1/0 0/0';
const CLIENT = '192.0.2.7:33317';
const PLAIN = `${CLIENT} [29/Oct/2026:09:20:17.123] ${SESSION} "GET /guide?a=b HTTP/1.1"`;
const ID = 'C0000207:8225_0A000002:01BB_6903F021_0003:790E';
const OURS = `${CLIENT} [29/Oct/2026:10:20:17 +0100] ${SESSION} {site.example|Mozilla/5.0 (X#22#C3#A9)|https://chatgpt.com/||||} {} "GET /guide?a=b HTTP/2.0" id=${ID}`;
const TIME_MS = Date.UTC(2026, 9, 29, 9, 20, 17);
const RECORD = recordOf({ timeMs: TIME_MS, target: '/guide?a=b', bytes: 7967 });
const LACKING = { record: { ...RECORD.record, timeMs: TIME_MS + 123, hasAgentField: false } };
const WHOLE = {
  record: {
    ...RECORD.record,
    host: 'site.example',
    userAgent: 'Mozilla/5.0 (X"é)',
    referrer: 'https://chatgpt.com/',
    requestId: ID,
  },
};

describe('the log of HAProxy', () => {
  it('tells all fields of the documented format', () => {
    expect(readAs('haproxy', OURS)).toEqual([WHOLE]);
  });

  it('tells what httplog has, in UTC, and that it has no user agents', () => {
    expect(readAs('haproxy', PLAIN)).toEqual([LACKING]);
    const captured = PLAIN.replace(' "GET', ' {site.example} {} "GET');
    expect(readAs('haproxy', captured)).toEqual([{ record: { ...LACKING.record, host: 'site.example' } }]);
  });

  it('is read behind what syslog writes', () => {
    expect(readAs('haproxy', `Oct 29 09:20:17 lb1 haproxy[14389]: ${PLAIN}`)).toEqual([LACKING]);
  });

  it('ignores what httpslog appends, which is no id', () => {
    expect(readAs('haproxy', `${PLAIN} 0/0/0/0/1 site.example/TLSv1.3/TLS_AES_256_GCM_SHA384`)).toEqual([
      LACKING,
    ]);
  });

  it('finds the client in X-Forwarded-For', () => {
    const line = OURS.replace(CLIENT, '10.0.0.7:5').replace('com/||||', 'com/|1.2.3.4, 20.171.207.5|||');
    expect(readAs('haproxy', line)).toEqual([{ record: { ...WHOLE.record, address: '20.171.207.5' } }]);
  });

  it.each(['2001:db8::1', '::ffff:192.0.2.7'])('has the client %s', (address) => {
    expect(readAs('haproxy', PLAIN.replace('192.0.2.7', address))).toEqual([
      { record: { ...LACKING.record, address } },
    ]);
  });

  it('has requests without an answer, and broken ones', () => {
    const line = `${CLIENT} [29/Oct/2026:09:20:17.123] www www/<NOSRV> -1/-1/-1/-1/+1 -1 +0 - - CR-- 1/1/0/0/+3 0/0 {||} "<BADREQ>"`;
    expect(readAs('haproxy', line)).toEqual([
      recordOf({ timeMs: TIME_MS + 123, method: undefined, target: undefined, status: undefined, bytes: 0 }),
    ]);
  });

  it('gives each whole record of fused lines', () => {
    expect(readAs('haproxy', PLAIN + PLAIN)).toEqual([LACKING, LACKING]);
    expect(readAs('haproxy', PLAIN.slice(0, 60) + PLAIN)).toEqual([{ passedOver: 'cut-off' }, LACKING]);
  });

  it('is not forged by a client that sends a record as its user agent or its path', () => {
    const escaped = PLAIN.replaceAll('"', '#22');
    const agent = OURS.replace('Mozilla/5.0 (X#22#C3#A9)', escaped);
    expect(readAs('haproxy', agent)).toEqual([{ record: { ...WHOLE.record, userAgent: PLAIN } }]);
    const cut = `${PLAIN.slice(0, PLAIN.indexOf('HTTP'))}${PLAIN.slice(0, PLAIN.indexOf('"'))}"`;
    expect(readAs('haproxy', cut)).toMatchObject([{ record: { address: '192.0.2.7' } }]);
  });

  it.each([
    ['bad-time', PLAIN.replace('29/Oct', '31/Feb')],
    ['cut-off', PLAIN.slice(0, -1)],
    ['not-a-log-line', 'Proxy www started.'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('haproxy', line)).toEqual([{ passedOver }]);
  });
});
