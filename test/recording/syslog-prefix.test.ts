import { describe, expect, it } from 'vitest';
import { LOG_FORMATS } from '../../src/recording/log-formats.ts';
import { createLogReader } from '../../src/recording/log-reader.ts';
import { withoutSyslogPrefix } from '../../src/recording/syslog-prefix.ts';

const PREFIXES = [
  'Nov 20 10:00:00 web1 nginx: ',
  'Nov  2 10:00:00 web1 nginx[7]: ',
  '<190>Nov 20 10:00:00 web1 nginx: ',
  '<190>Nov 20 10:00:00 nginx: ',
  'Nov 20 10:00:00 2001:db8::1 nginx: ',
  '2026-11-20T10:00:00.123456+00:00 web1 nginx: ',
  '2026-11-20T10:00:00Z web1.site.example nginx[12345]:  ',
  '<190>1 2026-11-20T10:00:00.123Z web1 nginx 7 - - ',
  '1 2026-11-20T10:00:00+01:00 - nginx - ID47 [x@32473 a="b\\]\\"" c="d"][y@1] \uFEFF',
  '<190>1 - web1 nginx - - - ',
  '<45>1 2026-11-20T10:00:00+00:00 host app web.1 - ',
  '2026-11-20T10:00:00.123456789Z stdout F ',
];
const RECORDS = LOG_FORMATS.filter(({ name }) => name !== 'cloudfront');

describe.each(PREFIXES)('the prefix "%s"', (prefix) => {
  it.each(RECORDS)('is removed before a line of $name', ({ name, example }) => {
    const expected = createLogReader().read(example);
    const reader = createLogReader();
    expect(reader.read(prefix + example)).toEqual(expected);
    expect(reader.format).toBe(name);
  });
});

it('needs no tag before an address or an object', () => {
  expect(withoutSyslogPrefix('Nov 20 10:00:00 web1 192.0.2.7 - - [')).toBe('192.0.2.7 - - [');
  expect(withoutSyslogPrefix('Nov 20 10:00:00 web1 {"a":1}')).toBe('{"a":1}');
});

it.each([
  '192.0.2.7 - - [20/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "Nov 20 10:00:00 web1 nginx: "',
  '2026-10-29 09:20:17 10.0.0.4 GET / - 443 - 192.0.2.7 - - 200 0 0 5',
  '2026-10-29T09:20:17Z',
  'Nov 20 was a day',
  '1 2 3',
  '<x>',
  '{"a":1}',
])('leaves this line: %s', (line) => {
  expect(withoutSyslogPrefix(line)).toBe(line);
});
