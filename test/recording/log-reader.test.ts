import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES, type FormatName, LOG_FORMATS } from '../../src/recording/log-formats.ts';
import { createLogReader, stateForLinesBefore } from '../../src/recording/log-reader.ts';

const TIME = '[29/Oct/2026:09:20:17 +0000]';
const COMMON = `192.0.2.7 - - ${TIME} "GET / HTTP/1.1" 200 5`;
const COLUMNS = '#Fields: c-ip date time cs-uri-stem x-edge-location';
const ROW = '192.0.2.7\t2026-10-29\t09:20:17\t/\tLAX1';
const DRAINED = (requestId: string) =>
  `{"projectId":"p","source":"static","requestId":"${requestId}","proxy":{"timestamp":1793265617000,"path":"/"}}`;

/** The example of each format. */
const LINES = Object.fromEntries(LOG_FORMATS.map(({ name, example }) => [name, example])) as Readonly<
  Record<FormatName, string>
>;
const ALL_LINES = Object.entries(LINES) as [FormatName, string][];

const FAMILY: readonly FormatName[] = ['common', 'combined', 'vhost-combined', 'ingress-nginx'];
/** What a format also reads, if it is named: the general one of some, and the one with usual keys. */
const KIN: Partial<Record<FormatName, readonly FormatName[]>> = {
  common: FAMILY,
  combined: FAMILY,
  'nginx-json': ['fastly', 'netlify'],
};

const isRecord = (reading: object) => 'record' in reading;

describe('the format of a log', () => {
  it.each(ALL_LINES)('%s is told by its example, which is read', (format, line) => {
    const reader = createLogReader();
    expect(reader.format).toBeUndefined();
    const readings = reader.read(line);
    expect(readings.every(isRecord)).toBe(true);
    expect(reader.format).toBe(format);
  });

  it.each([
    ['vhost-combined', `site.example ${COMMON}`],
    ['vhost-combined', ` ${COMMON}`],
    ['vhost-combined', `site.example 2001:db8::1 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"`],
    ['vhost-combined', `site.example:80 client.example - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"`],
    ['combined', `2001:db8::1 - Ada King ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"`],
    ['combined', `client.example - ada ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"`],
    ['combined', `- - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"`],
    ['cloudfront', '#Version: 1.0'],
    ['cloudfront', '2026-10-29\t09:20:17\tL\t5\t192.0.2.7\tGET\td\t/\t200\t-\t-\t-\t-\tHit\tx\td'],
    ['vercel', `[${DRAINED('a')}]`],
  ])('%s is told by: %s', (format, line) => {
    const reader = createLogReader();
    reader.read(line);
    expect(reader.format).toBe(format);
  });

  it.each([
    '',
    'hello',
    '#Software: Microsoft Exchange Server',
    '#Fields: date time c-ip x-owner',
    '2026-10-29 09:20:17 INFO The server has started and is ready to take as many requests as there may be',
    '# a comment',
    '{"level":"info","ts":1793265617,"msg":"serving"}',
    '{"ts":1793265617,"request":{"uri":"/"},"sta',
    '{"EdgeStartTimestamp":"never"}',
    '192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET /',
    '[29/Oct',
    '[]',
  ])('is not told by: %s', (line) => {
    const reader = createLogReader();
    reader.read(line);
    expect(reader.format).toBeUndefined();
    expect(reader.state()).toBeUndefined();
  });

  it('is that of the first line that tells it: later ones must have it too', () => {
    const reader = createLogReader();
    const lines = ['hello', LINES.caddy, LINES.combined, LINES.caddy];
    expect(lines.flatMap((line) => reader.read(line)).map(isRecord)).toEqual([false, true, false, true]);
    expect(reader.format).toBe('caddy');
  });

  it.each(FORMAT_NAMES)('%s, when named, reads nothing of other formats', (format) => {
    const others = ALL_LINES.filter(
      ([other]) => other !== format && other !== 'cloudfront' && KIN[format]?.includes(other) !== true,
    );
    for (const [, line] of others) {
      expect(createLogReader({ format }).read(line)).toEqual([{ passedOver: 'not-a-log-line' }]);
    }
  });
});

describe('any line', () => {
  it.each([
    ['blank-line', ''],
    ['blank-line', ' \t\r'],
    ['blank-line', '\uFEFF'],
    ['not-a-log-line', 'hello'],
    ['too-long', 'x'.repeat(65_537)],
  ])('is passed over as %s, whatever the format: %.20s', (passedOver, line) => {
    for (const format of [undefined, ...FORMAT_NAMES]) {
      expect(createLogReader({ format }).read(line)).toEqual([{ passedOver }]);
    }
  });

  it('may have 65,536 characters', () => {
    const readings = createLogReader().read(LINES.combined);
    expect(createLogReader().read(`${LINES.combined} ${'x'.repeat(65_535 - LINES.combined.length)}`)).toEqual(
      readings,
    );
  });

  it.each(ALL_LINES.filter(([format]) => format !== 'cloudfront'))(
    'of %s may end in a carriage return, and begin with a byte order mark or U+0000',
    (format, line) => {
      const readings = createLogReader().read(line);
      for (const text of [`${line}\r`, `\uFEFF${line}`, `\0\0\0${line}`]) {
        const reader = createLogReader();
        expect(reader.read(text)).toEqual(readings);
        expect(reader.format).toBe(format);
      }
    },
  );

  it('is answered, also where it is hostile', () => {
    const parts = [
      '"',
      '\\',
      '[',
      ']',
      '{',
      '}',
      '{"a":',
      ' ',
      '-',
      '\t',
      '\\x',
      '\0',
      '\uD800',
      TIME,
      '200',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...parts, ...Object.values(LINES)),
      fc.constantFrom(...Object.values(LINES)).chain((line) => fc.nat(line.length).map((n) => line.slice(n))),
      fc.string({ unit: 'binary' }),
    );
    const line = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.constantFrom(undefined, ...FORMAT_NAMES), fc.array(line), (format, lines) => {
        const reader = createLogReader({ format });
        for (const reading of lines.flatMap((text) => reader.read(text))) {
          expect(Object.keys(reading)).toHaveLength(1);
        }
      }),
    );
  });

  it.each([
    `192.0.2.7 - - ${TIME} "`,
    `${COMMON} "-" "`,
    `${COMMON} "-" "x"`,
    `site.example:80 192.0.2.7 - - ${TIME} "`,
    `${TIME} - 200 200 - GET https h "`,
    LINES.alb,
    '2026-10-29\t09:20:17\t',
    '{"ts":1,"request":{"uri":"',
    '',
  ])('is answered at any length: %s', (beginning) => {
    const parts = [
      '"',
      '\\',
      '\\"',
      ' ',
      '1.',
      '1.1.1.1 ',
      ':',
      'a-',
      '- ',
      `1.1.1.1 - - ${TIME} `,
      TIME,
      '\t',
    ];
    for (const part of [...parts, '{"ts":', '}{', '%25', '\\x41', beginning]) {
      const line = beginning.padEnd(65_536, part === '' ? 'x' : part);
      for (const format of [undefined, ...FORMAT_NAMES]) {
        const readings = createLogReader({ format }).read(line);
        expect(readings.every((reading) => Object.keys(reading).length === 1)).toBe(true);
      }
    }
  });
});

describe('the state of a reader', () => {
  const LOGS = [
    [COLUMNS, ROW, ROW],
    [
      '#Version: 1.0',
      COLUMNS,
      ROW,
      '#Fields: cs-uri-stem c-ip time date x-edge-location',
      ROW,
      '/\t-\t0\t0\tx',
    ],
    [DRAINED('a'), DRAINED('b'), DRAINED('a'), DRAINED('c'), DRAINED('b'), DRAINED('d')],
    [`[${DRAINED('a')},${DRAINED('b')}]`, DRAINED('b'), DRAINED('a')],
    ['hello', LINES.alb, LINES.combined, LINES.alb],
    ['', LINES['vhost-combined'], COMMON, `site.example host.example - - ${TIME} "GET / HTTP/1.1" 200 5`],
  ];

  it.each(LOGS)('lets another reader go on anywhere in a log that begins with %s', (...log) => {
    const whole = createLogReader();
    const expected = log.flatMap((line) => whole.read(line));
    for (const cut of log.keys()) {
      const first = createLogReader();
      const before = log.slice(0, cut).flatMap((line) => first.read(line));
      const second = createLogReader({ state: first.state() });
      expect(second.state()).toBe(first.state());
      expect([...before, ...log.slice(cut).flatMap((line) => second.read(line))]).toEqual(expected);
      expect(second.state()).toBe(whole.state());
    }
  });

  it.each([
    '',
    'x',
    'null',
    '[]',
    '1',
    '{}',
    '{"format":"caddy"}',
    '{"format":"caddy","memory":"x"}',
    '{"format":"cloudfront","memory":[1]}',
    '{"format":"of-a-later-release","memory":[]}',
    '{"format":"constructor","memory":[]}',
  ])('is ignored where it is none: %s', (state) => {
    expect(createLogReader({ state }).format).toBeUndefined();
    expect(createLogReader({ state, format: 'alb' }).format).toBe('alb');
  });

  it('is ignored where another format is named', () => {
    const reader = createLogReader();
    reader.read(LINES.caddy);
    expect(createLogReader({ state: reader.state(), format: 'alb' }).format).toBe('alb');
  });
});

describe('lines before a place', () => {
  /** What a reader says of a line that was read before a place, after another log was read up to there. */
  const again = (...lines: readonly string[]) => {
    const reader = createLogReader();
    for (const line of lines) reader.read(line);
    const state = stateForLinesBefore(reader.state() ?? null) ?? undefined;
    return createLogReader({ state }).read(lines.at(-1) ?? '');
  };

  it('have the columns of those behind them', () => {
    expect(again(COLUMNS, ROW)).toEqual(readAfter(COLUMNS, ROW));
  });

  it('are requests that were not seen before', () => {
    expect(again(DRAINED('a'), DRAINED('b'))).toEqual(readAfter(DRAINED('b')));
    expect(again(DRAINED('a'), DRAINED('b')).every(isRecord)).toBe(true);
  });

  it('are read as those of any log before something is known of it', () => {
    expect([stateForLinesBefore(null), stateForLinesBefore('no state')]).toEqual([null, null]);
  });
});

/** How the last of some lines is read. */
function readAfter(...lines: readonly string[]) {
  const reader = createLogReader();
  return lines.map((line) => reader.read(line)).at(-1);
}
