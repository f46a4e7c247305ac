import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../src/recording/log-reader.ts';

const TIME = '2026-11-20T10:00:00.123456789Z';
/** Both break what a container prints after so many bytes. */
const PART = 16_384;

const lineOf = (target: string, userAgent: string) =>
  `192.0.2.7 - - [20/Nov/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${userAgent}"`;

/** As a server writes it: no client can send a quote that ends a field. */
const FORGED = lineOf('/forged', 'GPTBot/1.2').replaceAll('"', '\\x22');

function partsOf(printed: string): readonly string[] {
  return printed.match(new RegExp(`.{1,${PART}}`, 'gs')) ?? [];
}

const KEPT_BY = {
  Docker: (line: string) =>
    partsOf(`${line}\n`).map((log) => JSON.stringify({ log, stream: 'stdout', time: TIME })),
  Kubernetes: (line: string) =>
    partsOf(line).map((part, n, { length }) => `${TIME} stdout ${n + 1 < length ? 'P' : 'F'} ${part}`),
};

describe.each(Object.entries(KEPT_BY))('a long line in the file that %s keeps of a container', (_, keep) => {
  it.each([
    ['target', lineOf(`/${'a'.repeat(PART)}`, 'GPTBot/1.2')],
    ['user agent', lineOf('/', `GPTBot/1.2 ${'a'.repeat(2 * PART)}`)],
    [
      'user agent with a line in it',
      lineOf('/', `${'a'.repeat(PART - lineOf('/', '').length + 1)}${FORGED}`),
    ],
  ])('is skipped with all its parts, and the next line is read: a long %s', (_, long) => {
    const reader = createLogReader();
    const next = lineOf('/guide', 'GPTBot/1.2');
    expect(keep(next).flatMap((line) => reader.read(line))).toEqual(createLogReader().read(next));
    const readings = keep(long).map((part) => reader.read(part));
    expect(readings).toEqual([
      [{ passedOver: 'cut-off' }],
      ...readings.slice(1).map(() => [{ passedOver: 'not-a-log-line' }]),
    ]);
    expect(readings.length).toBeGreaterThan(1);
    expect(keep(next).flatMap((line) => reader.read(line))).toEqual(createLogReader().read(next));
  });
});
