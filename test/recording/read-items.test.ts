import { expect, it } from 'vitest';
import { digestOfClient } from '../../src/recording/client-digest.ts';
import { readItems } from '../../src/recording/read-items.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const VISITOR = { address: '[::ffff:203.0.113.9]:443', user_agent: 'Mozilla/5.0 Firefox/140.0' };
const client = digestOfClient('203.0.113.9', 'Mozilla/5.0 Firefox/140.0');

const read = (value: object) => readItems({ values: [value], isOne: true }, NOW_MS);
const common = { createdAtMs: NOW_MS, pagePath: '/a', country: 'XX' };

it.each([
  [
    { type: 'referral', page_path: '/a', source: 'claude' },
    { source: 'claude', status: null },
  ],
  [
    { type: 'referral', page_path: '/a', referrer: 'https://claude.ai/' },
    { source: 'claude', status: null },
  ],
  [
    { type: 'conversion', page_path: '/a', event_name: 'sale' },
    { eventName: 'sale', eventValue: null },
  ],
  [
    { type: 'conversion', page_path: '/a', event_name: 'sale', source: 'claude' },
    { eventName: 'sale', eventValue: null, sentBy: 'claude' },
  ],
])('the client of %j is that of its address and its user agent', (fields, told) => {
  const { type } = fields;
  const { address, user_agent } = VISITOR;
  const event = { type, ...common, ...told };
  expect(read({ ...fields, address, user_agent })).toEqual([{ event: { ...event, client }, address }]);
  expect(read({ ...fields, address, user_agent: null })).toEqual([{ event, address }]);
  expect(read({ ...fields, user_agent })).toEqual([{ event }]);
});

it('a bot has no client', () => {
  const named = { bot_name: 'GPTBot', bot_company: 'OpenAI' };
  expect(read({ type: 'bot', page_path: '/a', ...named, ...VISITOR })).not.toHaveProperty('0.event.client');
});
