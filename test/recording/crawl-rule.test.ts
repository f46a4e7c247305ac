import { describe, expect, it } from 'vitest';
import {
  type CrawlRule,
  EVERY_REQUEST,
  isCountedCrawl,
  parseMethods,
  parseStatuses,
} from '../../src/recording/crawl-rule.ts';
import type { LogRecord } from '../../src/recording/log-record.ts';

function crawl(parts: Partial<LogRecord>): LogRecord {
  return {
    timeMs: 0,
    address: '192.0.2.7',
    host: undefined,
    method: 'GET',
    target: '/guide',
    status: 200,
    bytes: undefined,
    referrer: undefined,
    hasAgentField: true,
    userAgent: 'GPTBot/1.2',
    ...parts,
  };
}

describe('isCountedCrawl', () => {
  const rule = (parts: Partial<CrawlRule>): CrawlRule => ({ ...EVERY_REQUEST, ...parts });
  const counted = (given: CrawlRule, records: readonly Partial<LogRecord>[]) =>
    records.filter((parts) => isCountedCrawl(given, crawl(parts)));

  it('counts every request unless told otherwise', () => {
    const records = [{}, { status: 500 }, { status: undefined }, { method: undefined, target: undefined }];
    expect(counted(EVERY_REQUEST, [...records, { target: '/a.css' }])).toEqual([
      ...records,
      { target: '/a.css' },
    ]);
  });

  it('counts the statuses of its ranges, both ends included', () => {
    const records = [199, 200, 250, 299, 300, 303, 304, 305, undefined].map((status) => ({ status }));
    const statuses = [[200, 299] as const, [304, 304] as const];
    expect(counted(rule({ statuses }), records)).toEqual([200, 250, 299, 304].map((status) => ({ status })));
  });

  it('counts the methods that it names', () => {
    const records = ['GET', 'HEAD', 'POST', undefined].map((method) => ({ method }));
    expect(counted(rule({ methods: new Set(['GET', 'HEAD']) }), records)).toEqual([
      { method: 'GET' },
      { method: 'HEAD' },
    ]);
  });

  it('counts pages and documents without the files that pages are made of', () => {
    const records = ['/', '/a.pdf', '/a.css?v=1', '/a.PNG', undefined].map((target) => ({ target }));
    expect(counted(rule({ assets: false }), records)).toEqual([
      { target: '/' },
      { target: '/a.pdf' },
      { target: undefined },
    ]);
  });
});

describe('a rule in words', () => {
  it('has statuses and ranges of them, whatever the spaces', () => {
    const ranges = [
      [200, 299],
      [304, 304],
    ];
    expect([parseStatuses('200-299,304'), parseStatuses(' 200 - 299 , 304 ')]).toEqual([ranges, ranges]);
  });

  it('has methods in any letter case', () => {
    expect(parseMethods('get, M-Search')).toEqual(new Set(['GET', 'M-SEARCH']));
  });

  it.each(['', '99', '600', '2xx', '299-200', '200-', '200,,304', '200 299', '-200'])(
    'has no statuses %j',
    (text) => {
      expect(parseStatuses(text)).toBeUndefined();
    },
  );

  it.each(['', 'GET,', 'GET HEAD', '1', 'GET;'])('has no methods %j', (text) => {
    expect(parseMethods(text)).toBeUndefined();
  });
});
