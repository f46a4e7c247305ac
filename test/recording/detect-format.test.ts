import { describe, expect, it } from 'vitest';
import { SAMPLE_LINES, detectFormat, tryFormats } from '../../src/recording/detect-format.ts';
import { FORMAT_NAMES, LOG_FORMATS } from '../../src/recording/log-formats.ts';

const TIME = '[29/Oct/2026:09:20:17 +0000]';
const REQUEST = `- - ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"`;
const COMMON = `192.0.2.7 - - ${TIME} "GET / HTTP/1.1" 200 5`;
const INGRESS = `192.0.2.7 ${REQUEST} 89 0.001 [default-web-80] [] 10.0.0.5:80 5 0.000 200 a1b2c3`;

describe('the format of several lines', () => {
  it.each(LOG_FORMATS.filter(({ name }) => name !== 'cloudfront'))(
    'is that of its example: $name',
    ({ name, example }) => {
      expect(detectFormat(['', example, 'hello'])).toBe(name);
    },
  );

  it.each([
    ['combined', [COMMON, `192.0.2.7 ${REQUEST}`]],
    ['common', [COMMON, COMMON]],
    ['combined', [INGRESS, `192.0.2.7 ${REQUEST} 0.001`]],
    ['vhost-combined', [`203.0.113.9 192.0.2.7 ${REQUEST}`, `site.example 192.0.2.7 ${REQUEST}`]],
    ['combined', [`20.171.207.5 10.0.0.7 ${REQUEST}`, `20.171.207.5, 10.0.0.7 ${REQUEST}`]],
    ['nginx-json', ['{"time":1793265617,"request":"GET / HTTP/1.1"}']],
    [
      'netlify',
      [
        '{"log_type":"functions","timestamp":1}',
        '{"log_type":"traffic","timestamp":1793265617,"url":"/","method":"GET"}',
      ],
    ],
    [
      'iis',
      [
        '#Version: 1.0',
        '#Fields: date time cs-method cs-uri-stem sc-status',
        '2026-10-29 09:20:17 GET / 200',
      ],
    ],
    [
      'cloudfront',
      [
        '#Version: 1.0',
        '#Fields: date time x-edge-location c-ip cs-uri-stem',
        '2026-10-29\t09:20:17\tLAX1\t192.0.2.7\t/',
      ],
    ],
    [undefined, ['#Version: 1.0', 'hello', '{"a":1}']],
    [undefined, []],
  ])('is %s', (format, lines) => {
    expect(detectFormat(lines)).toBe(format);
  });

  it('is decided by so many lines at most', () => {
    const strange = Array.from({ length: SAMPLE_LINES }, () => 'hello');
    expect(detectFormat([...strange.slice(1), COMMON])).toBe('common');
    expect(detectFormat([...strange, COMMON])).toBeUndefined();
  });
});

it('each format is tried, the best first', () => {
  const trials = tryFormats([INGRESS, 'hello']);
  expect(trials.map(({ format }) => format).toSorted()).toEqual([...FORMAT_NAMES].toSorted());
  expect(trials.slice(0, 4).map(({ format, lines }) => [format, lines])).toEqual([
    ['common', 1],
    ['combined', 1],
    ['ingress-nginx', 1],
    ['vhost-combined', 0],
  ]);
});
