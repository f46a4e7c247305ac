import { describe, expect, it } from 'vitest';
import { itemsSchema } from '../../src/wire/items.ts';
import { startGateway } from '../support/gateway.ts';
import { makeBackend } from './support.ts';

const gateway = startGateway();
const { send } = await makeBackend(gateway);

const VISIT = { type: 'bot', page_path: '/', bot_name: 'GPTBot', bot_company: 'OpenAI' };
const REFERRAL = { type: 'referral', page_path: '/', source: 'chatgpt' };
const CONVERSION = { type: 'conversion', page_path: '/', event_name: 'purchase' };
const REQUEST = { type: 'request', method: 'GET', target: '/' };

const GOOD: readonly unknown[] = [
  VISIT,
  [VISIT, REFERRAL, CONVERSION, REQUEST],
  { ...VISIT, id: 7, status: 599, bytes: 1e12, country: 'DE', address: '203.0.113.9' },
  { ...VISIT, status: null, bytes: null, country: null, address: null, created_at: null, user_agent: null },
  { type: 'bot', page_path: '/', user_agent: 'GPTBot/1.2' },
  { type: 'referral', page_path: '/', referrer: 'https://chatgpt.com/', status: 100 },
  { ...CONVERSION, event_value: -0.5, created_at: '2026-03-01T12:00:00.5+01:00' },
  { ...CONVERSION, source: 'chatgpt', user_agent: 'Mozilla/5.0', address: '203.0.113.9' },
  { ...CONVERSION, source: null, user_agent: null },
  { ...REFERRAL, user_agent: '', address: '203.0.113.9' },
  { ...CONVERSION, event_name: 'x'.repeat(200), page_path: `/${'x'.repeat(2_047)}` },
  { ...REQUEST, status: 0, bytes: 0, host: 'example.com', user_agent: '', referrer: '-' },
  { ...REQUEST, status: 999 },
  [],
];

const BAD: readonly unknown[] = [
  {},
  [[VISIT]],
  [null],
  { ...VISIT, type: 'visit' },
  { ...VISIT, page_path: 'a' },
  { ...VISIT, page_path: `/${'x'.repeat(2_048)}` },
  { ...VISIT, bot_name: '' },
  { ...VISIT, bot_name: 'x'.repeat(201) },
  { ...VISIT, status: 99 },
  { ...VISIT, status: 600 },
  { ...VISIT, status: '200' },
  { ...VISIT, bytes: -1 },
  { ...VISIT, country: 'de' },
  { ...VISIT, created_at: '2026-03-01' },
  { ...VISIT, created_at: '2026-03-01T12:00:00' },
  { ...VISIT, colour: 'red' },
  { ...VISIT, source: 'chatgpt' },
  { ...CONVERSION, event_name: undefined },
  { ...CONVERSION, event_value: '1' },
  { ...CONVERSION, source: 'x'.repeat(201) },
  { ...CONVERSION, referrer: 'https://chatgpt.com/' },
  { ...REFERRAL, user_agent: 7 },
  { ...REQUEST, target: undefined },
  { ...REQUEST, status: 1_000 },
  { ...REQUEST, page_path: '/' },
];

const KNOWN_TO_THE_COLLECTOR: readonly unknown[] = [
  { type: 'bot', page_path: '/' },
  { type: 'bot', page_path: '/', user_agent: 'Mozilla/5.0' },
  { type: 'referral', page_path: '/', referrer: 'https://example.org/' },
  { ...VISIT, address: '203.0.113' },
  { ...VISIT, created_at: '2026-02-29T00:00:00Z' },
  { ...VISIT, page_path: '/\0' },
  { ...CONVERSION, event_value: 1e300 },
];

describe('the document and the collector judge', () => {
  it.each(GOOD)('as good: %j', async (body) => {
    expect([itemsSchema.safeParse(body).success, (await send(body)).status]).toEqual([true, 200]);
  });

  it.each(BAD)('as bad: %j', async (body) => {
    const { status, body: answer } = await send(body);
    expect([itemsSchema.safeParse(body).success, status, answer.code]).toEqual([
      false,
      400,
      'INVALID_PARAMETER',
    ]);
  });

  it('as too many: 1,001 items', async () => {
    const body = Array.from({ length: 1_001 }, () => REQUEST);
    expect([itemsSchema.safeParse(body).success, (await send(body)).status]).toEqual([false, 413]);
  });
});

it.each(KNOWN_TO_THE_COLLECTOR)('only the collector sees that %j is bad: it knows more', async (body) => {
  expect([itemsSchema.safeParse(body).success, (await send(body)).body.code]).toEqual([
    true,
    'INVALID_PARAMETER',
  ]);
});
