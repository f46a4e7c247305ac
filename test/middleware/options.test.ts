import { expect, it } from 'vitest';
import { type SiteTrafficOptions, siteTraffic } from '../../src/middleware/site-traffic.ts';
import { KEY } from './collector.ts';

const GIVEN = { url: 'https://traffic.example', site: 'site_abc', key: KEY };
const URL_WRONG = 'siteTraffic: url must be an http or https URL without user name, query or fragment';
const KEY_WRONG = 'siteTraffic: key must be an API key; is its environment variable set?';

it.each<[option: string, value: unknown, message: string]>([
  ['url', undefined, URL_WRONG],
  ['url', 'traffic.example', URL_WRONG],
  ['url', 'ftp://traffic.example', URL_WRONG],
  ['url', `https://user:${KEY}@traffic.example`, URL_WRONG],
  ['url', `https://traffic.example/?key=${KEY}`, URL_WRONG],
  ['site', undefined, 'siteTraffic: site must be a site id'],
  ['site', '', 'siteTraffic: site must be a site id'],
  ['key', undefined, KEY_WRONG],
  ['key', '', KEY_WRONG],
  ['key', `${KEY}\n`, KEY_WRONG],
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

it('refuses to start without options', () => {
  // as a caller in JavaScript may
  expect(() => siteTraffic(undefined as unknown as SiteTrafficOptions)).toThrow(new TypeError(URL_WRONG));
});

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
  const response = { statusCode: 200, headersSent: true, once: (_: string, told: () => void) => told() };
  traffic.express(
    { method: 'GET', url: '/', headers: {}, socket: { bytesWritten: 0 } },
    response,
    () => undefined,
  );
  await traffic.close();
  expect(asked).toEqual([endpoint]);
});
