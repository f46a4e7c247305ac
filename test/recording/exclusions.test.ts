import { describe, expect, it } from 'vitest';
import { isNetwork } from '../../src/ranges/networks.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { compileExclusions } from '../../src/recording/exclusions.ts';
import type { LogRecord } from '../../src/recording/log-record.ts';

const CRAWL: LogRecord = {
  ...{ timeMs: 0, method: 'GET', target: '/page?q=1', status: 200, hasAgentField: true },
  ...{
    address: '203.0.113.7',
    userAgent: 'GPTBot/1.2',
    host: undefined,
    bytes: undefined,
    referrer: undefined,
  },
};

function classify(exclusions: { addresses?: string[]; paths?: string[] }, given: Partial<LogRecord> = {}) {
  const all = { addresses: [], paths: [], ...exclusions };
  const found = createClassifier({ siteDomain: 'shop.example', exclusions: all })({ ...CRAWL, ...given });
  return 'passedOver' in found ? found.passedOver : 'recorded';
}

describe('a request', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.7'],
    ['203.0.113.0/24', '[::ffff:203.0.113.7]:443'],
    ['2001:db8::/32', '2001:db8:1::7'],
    ['fd00::/8', 'fd00::1'],
    ['10.0.0.0/8', '10.1.2.3:5123'],
    ['::1', '::1'],
  ])('of an address in %s is excluded: %s', (network, address) => {
    expect(classify({ addresses: ['198.51.100.0/24', network] }, { address })).toBe('excluded');
  });

  it.each(['203.0.114.7', '-', '', 'unknown', '2001:db8::7'])('of another address is not: %j', (address) => {
    expect(classify({ addresses: ['203.0.113.0/24'] }, { address })).toBe('recorded');
  });

  it('of an excluded page is excluded, by its path without the query, however it is encoded', () => {
    const paths = ['/admin/**', '/café', '/*/preview'];
    const targets = [
      '/admin/',
      '/admin/a/b?x',
      'https://shop.example/admin/c',
      '/caf%C3%A9#top',
      '/a/preview',
    ];
    expect(targets.map((target) => classify({ paths }, { target }))).toEqual(targets.map(() => 'excluded'));
    const others = ['/admin', '/', '/?/admin/', '/a/b/preview', undefined];
    expect(others.map((target) => classify({ paths }, { target }))).toEqual(others.map(() => 'recorded'));
  });

  it('is excluded whoever makes it, after requests to other hosts', () => {
    const addresses = ['203.0.113.7'];
    expect(classify({ addresses }, { userAgent: 'Mozilla/5.0', referrer: 'https://chatgpt.com/' })).toBe(
      'excluded',
    );
    expect(classify({ addresses }, { host: 'other.example' })).toBe('other-host');
  });
});

it('a site that excludes nothing has no test', () => {
  expect([compileExclusions(undefined), compileExclusions({ addresses: [], paths: [] })]).toEqual([
    undefined,
    undefined,
  ]);
});

describe('a network', () => {
  it.each([
    '203.0.113.7',
    '203.0.113.0/24',
    '10.0.0.0/8',
    '::1',
    '2001:db8::/32',
    'fd00::/8',
    '::ffff:10.0.0.0/104',
  ])('is %s', (text) => {
    expect(isNetwork(text)).toBe(true);
  });

  it.each([
    ...['', 'shop.example', '203.0.113', '203.0.113.0/33', '203.0.113.7/24', '0.0.0.0/0', '10.0.0.0/7'],
    ...[
      '::/0',
      '::/16',
      '::/80',
      '2000::/3',
      'fc00::/7',
      '2001:db8::/129',
      'fe80::1%eth0',
      '203.0.113.0/',
      '203.0.113.7 ',
    ],
  ])('is not %j', (text) => {
    expect(isNetwork(text)).toBe(false);
  });
});
