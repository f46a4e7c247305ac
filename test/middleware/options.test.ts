import { describe, expect, it, vi } from 'vitest';
import {
  type SiteTrafficOptions,
  type TrafficProblem,
  siteTraffic,
} from '../../src/middleware/site-traffic.ts';
import { KEY } from './collector.ts';

const GIVEN = { url: 'https://traffic.example', site: 'site_abc', key: KEY };

it.each<[option: string, value: unknown, message: string]>([
  ['batchSize', 0, 'siteTraffic: batchSize must be a whole number from 1 to 1000'],
  ['batchSize', 1_001, 'siteTraffic: batchSize must be a whole number from 1 to 1000'],
  ['batchSize', '500', 'siteTraffic: batchSize must be a number'],
  ['flushMs', 2 ** 31, 'siteTraffic: flushMs must be a whole number from 1 to 2147483647'],
  ['maxQueue', NaN, 'siteTraffic: maxQueue must be a whole number from 1 to 2147483647'],
  ['closeWithinMs', 1.5, 'siteTraffic: closeWithinMs must be a whole number from 1 to 2147483647'],
  ['trustProxy', 1, 'siteTraffic: trustProxy must be a boolean'],
  ['filter', true, 'siteTraffic: filter must be a function'],
  ['onError', 'console', 'siteTraffic: onError must be a function'],
])('refuses %s %s', (option, value, message) => {
  expect(() => siteTraffic({ ...GIVEN, [option]: value })).toThrow(new TypeError(message));
});

describe('without what it needs to send, the site lives, and is told once', () => {
  const RIGHT = {
    url: 'an http or https URL without user name, query or fragment',
    site: 'a site id, such as site_0123456789abcdef',
    key: 'an API key of scope collect for the site',
  };
  const missing = (name: keyof typeof RIGHT) =>
    `${name} is missing: set it to ${RIGHT[name]}; if it comes from a variable of the environment, set that`;
  const wrong = (name: keyof typeof RIGHT) => `${name} is wrong: set it to ${RIGHT[name]}`;

  it.each<[option: string, value: unknown, message: string]>([
    ['url', undefined, missing('url')],
    ['url', 'traffic.example', wrong('url')],
    ['url', 'ftp://traffic.example', wrong('url')],
    ['url', `https://user:${KEY}@traffic.example`, wrong('url')],
    ['url', `https://traffic.example/?key=${KEY}`, wrong('url')],
    ['site', undefined, missing('site')],
    ['site', '', missing('site')],
    ['key', undefined, missing('key')],
    ['key', '', missing('key')],
    ['key', `${KEY}\n`, wrong('key')],
  ])('for %s %s', async (option, value, message) => {
    const problems: TrafficProblem[] = [];
    const fetch = vi.fn<typeof globalThis.fetch>();
    const onError = (problem: TrafficProblem) => void problems.push(problem);
    const traffic = siteTraffic({ ...GIVEN, fetch, onError, [option]: value });
    const next = vi.fn();
    for (let times = 0; times < 2; times++) traffic.express(REQUEST, answered(), next);
    traffic.everyServer();
    await traffic.close();
    expect([next.mock.calls.length, fetch.mock.calls]).toEqual([2, []]);
    expect(problems).toEqual([
      { code: 'NOT_CONFIGURED', message: `no requests are recorded: ${message}`, lost: 0 },
    ]);
  });

  it('by console.error, if it has no other way', () => {
    const complained = vi.spyOn(console, 'error').mockReturnValue(undefined);
    // as a caller in JavaScript may
    siteTraffic(undefined as unknown as SiteTrafficOptions);
    const all = [missing('url'), missing('site'), missing('key')].join('; ');
    expect(complained.mock.calls).toEqual([[`site-traffic: no requests are recorded: ${all}`]]);
    complained.mockRestore();
  });
});

const REQUEST = { method: 'GET', url: '/', headers: {}, socket: { bytesWritten: 0 } };

function answered() {
  return { statusCode: 200, headersSent: true, once: (_: string, told: () => void) => told() };
}

it.each([
  ['https://traffic.example/', 'https://traffic.example/collect/sites/site_abc/events'],
  ['http://traffic.example:4000/stats/', 'http://traffic.example:4000/stats/collect/sites/site_abc/events'],
  [new URL('https://traffic.example'), 'https://traffic.example/collect/sites/site_abc/events'],
])('posts to the collector below %s', async (url, endpoint) => {
  const asked: unknown[] = [];
  const fetch = (target: unknown) => {
    asked.push(target);
    return Promise.resolve(Response.json({ recorded: 1, passed_over: 0 }));
  };
  // those that are not set count as not given
  const traffic = siteTraffic({ ...GIVEN, url, fetch, batchSize: undefined, filter: undefined });
  traffic.express(REQUEST, answered(), () => undefined);
  await traffic.close();
  expect(asked).toEqual([endpoint]);
});
