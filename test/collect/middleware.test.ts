import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { type TrafficProblem, siteTraffic } from '../../src/middleware/site-traffic.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeBackend, storedEvents } from './support.ts';

const gateway = startGateway({
  recording: { countryOf: (address) => (address === '8.8.8.8' ? 'US' : 'XX') },
});

it('records what the middleware sends, whatever addresses its clients claim to have', async () => {
  const { site, key } = await makeBackend(gateway);
  const problems: TrafficProblem[] = [];
  const traffic = siteTraffic({
    url: 'http://site-traffic.test',
    site: site.id,
    key,
    trustProxy: true,
    now: () => Date.parse(NOW),
    fetch: (url, init) => gateway.fetch(new Request(url, init)),
    onError: (problem) => void problems.push(problem),
  });
  for (const forwarded of [
    '8.8.8.8, 10.0.0.1',
    '[2001:db8::9]:4711',
    '8.8.8.888',
    ':::',
    'unknown',
    undefined,
  ]) {
    const response = Object.assign(new EventEmitter(), { statusCode: 200, headersSent: true });
    const headers = { 'user-agent': 'GPTBot/1.2', host: 'example.com', 'x-forwarded-for': forwarded };
    const request = {
      method: 'GET',
      url: '/guide',
      headers,
      socket: { remoteAddress: 'fe80::1%eth0', bytesWritten: 0 },
    };
    traffic.express(request, response, () => undefined);
    response.emit('close');
  }
  await traffic.close();

  expect(problems).toEqual([]);
  const visit = {
    type: 'bot',
    createdAtMs: Date.parse(NOW),
    pagePath: '/guide',
    botName: 'GPTBot',
    botCompany: 'OpenAI',
    status: 200,
    bytes: null,
    verdict: 'unknown',
  };
  const countries = ['US', 'XX', 'XX', 'XX', 'XX', 'XX'];
  expect(await storedEvents(gateway.db, site)).toEqual(countries.map((country) => ({ ...visit, country })));
});
