import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { badParameter, makeCaller } from './support.ts';

const gateway = startGateway();
const AT = '2026-03-15T10:00:00.000Z';

type Listed = { readonly id: number; readonly type: string; readonly created_at: string };

async function withEvents(events: readonly NewEvent[]) {
  const caller = await makeCaller(gateway);
  await record(gateway.db, caller.site, events);
  return caller;
}

describe('GET /api/v1/sites/{siteId}/events', () => {
  it('answers each type with the fields of its own, in this order, newest first', async () => {
    const { ask } = await withEvents([
      botVisit('2026-03-15T10:00:00.001Z', { pagePath: '/a', country: 'US' }),
      referral('2026-03-15T10:00:00.002Z', { pagePath: '/b?c=d', country: 'XX' }),
      conversion('2026-03-15T10:00:00.003Z', { country: 'DE', eventName: 'buy', eventValue: 49.9 }),
      conversion('2026-03-15T10:00:00.004Z', { country: 'DE', eventName: 'buy', eventValue: null }),
    ]);
    const { status, headers, text, body } = await ask('events');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const ids = (body as { events: Listed[] }).events.map(({ id }) => id);
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    const bought = { page_path: '/', country: 'DE' };
    expect(text).toBe(
      JSON.stringify({
        events: [
          {
            id: ids[0],
            type: 'conversion',
            ...bought,
            created_at: '2026-03-15T10:00:00.004Z',
            event_name: 'buy',
            event_value: null,
          },
          {
            id: ids[1],
            type: 'conversion',
            ...bought,
            created_at: '2026-03-15T10:00:00.003Z',
            event_name: 'buy',
            event_value: 49.9,
          },
          {
            id: ids[2],
            type: 'referral',
            page_path: '/b?c=d',
            country: 'XX',
            created_at: '2026-03-15T10:00:00.002Z',
            source: 'chatgpt',
          },
          {
            id: ids[3],
            type: 'bot',
            page_path: '/a',
            country: 'US',
            created_at: '2026-03-15T10:00:00.001Z',
            bot_name: 'GPTBot',
            bot_company: 'OpenAI',
          },
        ],
        next_cursor: null,
      }),
    );
    expect(new Set(ids).size).toBe(4);
  });

  it('answers a site without events with an empty list and no cursor', async () => {
    const { ask } = await makeCaller(gateway);
    const { status, text } = await ask('events');
    expect([status, text]).toEqual([200, '{"events":[],"next_cursor":null}']);
  });

  it('sorts events of one millisecond by id, the later recorded first', async () => {
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    const { ask } = await withEvents(paths.map((pagePath) => botVisit(AT, { pagePath })));
    const { events } = (await ask('events')).body as { events: (Listed & { page_path: string })[] };
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(events.map(({ page_path }) => page_path)).toEqual(paths.toReversed());
  });

  it('lists nothing of another site', async () => {
    const caller = await makeCaller(gateway);
    await withEvents([botVisit(AT)]);
    expect((await caller.ask('events')).body).toEqual({ events: [], next_cursor: null });
  });

  it('shows a new event in the next answer', async () => {
    const { ask, site } = await makeCaller(gateway);
    for (const count of [1, 2, 3]) {
      await record(gateway.db, site, [botVisit(AT)]);
      expect((await ask('events')).body.events).toHaveLength(count);
    }
  });
});

describe('stored text', () => {
  it.each([
    ['a question', '/search?q=a&b=%20#c'],
    ['quotes and backslashes', `/"'\`\\/\\n`],
    ['markup', '/<script>alert(1)</script>'],
    ['SQL', `/'); drop table events; --`],
    ['blanks', '/ a\tb\r\nc '],
    ['control characters', '/\u0001\u001f\u007f\u2028\ufeff'],
    ['letters of the world', '/ü/日本語/ру́сский/עברית/😀👩‍👩‍👧'],
    ['accents apart and together', '/e\u0301/\u00e9'],
    ['2,048 characters', `/${'é'.repeat(2047)}`],
  ])('with %s comes back verbatim', async (_, text) => {
    const { ask } = await withEvents([
      botVisit(AT, { pagePath: text, botName: text.slice(0, 200), botCompany: text.slice(0, 200) }),
      referral(AT, { pagePath: text, source: text.slice(0, 200) }),
      conversion(AT, { pagePath: text, eventName: text.slice(0, 200) }),
    ]);
    const name = text.slice(0, 200);
    const { events } = (await ask('events')).body as { events: Record<string, unknown>[] };
    const common = { page_path: text, country: 'XX', created_at: AT };
    expect(events.map(({ id, ...event }) => [typeof id, event])).toEqual([
      ['number', { type: 'conversion', ...common, event_name: name, event_value: null }],
      ['number', { type: 'referral', ...common, source: name }],
      ['number', { type: 'bot', ...common, bot_name: name, bot_company: name }],
    ]);
  });

  it.each([0.1, 49.9, 0, -19.99, 1e15, 999_999_999_999_999.9, 1e-7, 123_456_789.123_456_7])(
    'of the value %d is the same number',
    async (eventValue) => {
      const { ask } = await withEvents([conversion(AT, { eventValue })]);
      expect((await ask('events')).body.events[0].event_value).toBe(eventValue);
    },
  );

  it('of a moment keeps its milliseconds in every year', async () => {
    const moments = [
      '9999-12-31T23:59:59.999Z',
      '1970-01-01T00:00:00.001Z',
      '1969-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00.001Z',
    ];
    const { ask } = await withEvents(moments.map((at) => botVisit(at)));
    const { events } = (await ask('events?start=0001-01-01&end=9999-12-31')).body as { events: Listed[] };
    expect(events.map(({ created_at }) => created_at)).toEqual(moments);
  });
});

describe('type', () => {
  it('filters one kind of event, and left out lists all', async () => {
    const { ask } = await withEvents([botVisit(AT), referral(AT), conversion(AT), botVisit(AT)]);
    const types = async (question: string) =>
      ((await ask(question)).body as { events: Listed[] }).events.map(({ type }) => type);
    expect(await types('events?type=bot')).toEqual(['bot', 'bot']);
    expect(await types('events?type=referral')).toEqual(['referral']);
    expect(await types('events?type=conversion')).toEqual(['conversion']);
    expect(await types('events')).toEqual(['bot', 'conversion', 'referral', 'bot']);
  });

  it.each(['Bot', 'bots', 'bot,referral', 'all', ' bot', 'bot\u0000', '*'])(
    '%j is refused',
    async (given) => {
      const { ask } = await makeCaller(gateway);
      const { status, body } = await ask(`events?type=${encodeURIComponent(given)}`);
      expect([status, body]).toEqual([400, badParameter('type', '"bot", "referral" or "conversion"', given)]);
    },
  );
});

describe('limit', () => {
  it.each([
    '0',
    '1001',
    '-1',
    '-0',
    '1.0',
    '1.5',
    '1e2',
    '+5',
    ' 5',
    '5 ',
    '0x10',
    '5n',
    '1_000',
    '٥',
    'ten',
    'null',
    '9'.repeat(30),
    '5\u0000',
  ])('of %j is refused', async (given) => {
    const { ask } = await makeCaller(gateway);
    const { status, body } = await ask(`events?limit=${encodeURIComponent(given)}`);
    expect([status, body]).toEqual([400, badParameter('limit', 'a whole number from 1 to 1000', given)]);
  });

  it('is 100 when left out, otherwise as given from 1 to 1000', async () => {
    const { ask } = await withEvents(Array.from({ length: 1001 }, () => botVisit(AT)));
    const page = async (question: string) => {
      const { body } = await ask(question);
      return [body.events.length, typeof body.next_cursor] as unknown;
    };
    expect(await page('events')).toEqual([100, 'string']);
    expect(await page('events?limit=1')).toEqual([1, 'string']);
    expect(await page('events?limit=99')).toEqual([99, 'string']);
    expect(await page('events?limit=1000')).toEqual([1000, 'string']);
  });

  it('of exactly as many as there are leaves no further page', async () => {
    const { ask } = await withEvents(Array.from({ length: 3 }, () => botVisit(AT)));
    const more = async (limit: number) => typeof (await ask(`events?limit=${limit}`)).body.next_cursor;
    expect([await more(2), await more(3), await more(4)]).toEqual(['string', 'object', 'object']);
  });
});
