import { expect, it } from 'vitest';
import type { LogRecord } from '../../src/recording/log-record.ts';
import { sampleOf } from '../../src/recording/sample.ts';

const RECORD: LogRecord = {
  ...{ timeMs: 0, address: '203.0.113.9', host: 'example.com', method: 'GET', target: '/a/b' },
  ...{ status: 200, bytes: 5, referrer: 'https://chatgpt.com/', hasAgentField: true, userAgent: 'curl' },
};

it.each<[string, Partial<LogRecord>, string]>([
  ['its method, host and path', {}, 'GET example.com/a/b'],
  ['no query', { target: '/a?token=1234#x' }, 'GET example.com/a'],
  ['the path of a whole address', { target: 'http://other.example/a?b' }, 'GET example.com/a'],
  ['no host that it lacks', { host: undefined }, 'GET /a/b'],
  ['a dash for a request line that is broken', { method: undefined, target: undefined }, '- example.com/'],
  ['nothing that cannot be stored', { host: 'a\u0000b\u202Ec' }, 'GET a b c/a/b'],
  ['200 characters', { target: `/${'😀'.repeat(300)}` }, `GET example.com/${'😀'.repeat(184)}`],
])('a record that was read is shown by %s', (_, given, sample) => {
  expect(sampleOf('the line itself', { ...RECORD, ...given })).toBe(sample);
});

it.each([
  ['203.0.113.9 - Jürgen [1/Mar] "GET /ä?t=Ab3"', '999.9.999.9 - aaaaaa [9/aaa] "aaa /a?a=aa9"'],
  ['٣ 漢字 e\u0301', '9 aa aa'],
  ['\tline\u0000', ' aaaa'],
  ['x9'.repeat(500), 'a9'.repeat(100)],
  ['', ''],
])('of %j that could not be read, only the form is kept', (line, sample) => {
  expect(sampleOf(line, undefined)).toBe(sample);
});
