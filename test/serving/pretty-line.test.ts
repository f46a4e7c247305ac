import { expect, it } from 'vitest';
import { prettyLine } from '../../src/serving/pretty-line.ts';

const AT = Date.parse('2026-03-15T12:00:00.123Z');

function pretty(line: object): string {
  return prettyLine(JSON.stringify({ level: 30, time: AT, pid: 1, hostname: 'host', ...line }));
}

it('shows the time, the level, the message and the fields', () => {
  expect(pretty({ msg: 'request', requestId: 'a-1', path: '/api/v1/sites', status: 200, ms: 3 })).toBe(
    '12:00:00.123 INFO request requestId=a-1 path=/api/v1/sites status=200 ms=3\n',
  );
  expect(pretty({ level: 45, msg: 'other' })).toBe('12:00:00.123 45 other\n');
});

it('shows the stack of an error below, indented', () => {
  expect(pretty({ level: 50, msg: 'request failed', err: { stack: 'Error: no\n    at there' } })).toBe(
    '12:00:00.123 ERROR request failed\n  Error: no\n      at there\n',
  );
});

it('escapes what would change the line or the terminal', () => {
  expect(pretty({ msg: 'request', path: '/a b\n\u001b[31m"' })).toBe(
    '12:00:00.123 INFO request path="/a b\\n\\u001b[31m\\""\n',
  );
  expect(pretty({ msg: 'request', path: '/\u007f\u0085\u009b31m\u061c\u202e\u2069\u2028\u{e0041}é' })).toBe(
    String.raw`12:00:00.123 INFO request path="/\u007f\u0085\u009b31m\u061c\u202e\u2069\u2028\udb40\udc41é"` +
      '\n',
  );
  expect(pretty({ msg: 'a\u009bb', err: { stack: 'Error: \u001b[31m\r\n at\u202e' } })).toBe(
    '12:00:00.123 INFO a\\u{9b}b\n  Error: \\u{1b}[31m\\u{d}\n   at\\u{202e}\n',
  );
});
