import { expect, it } from 'vitest';
import { prettyLine } from '../../src/cli/pretty-line.ts';

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
});
