import { describe, expect, it } from 'vitest';
import { NOW, startGateway } from '../support/gateway.ts';
import { readUsage } from '../support/usage.ts';
import { PURCHASE, REFERRAL, VISIT, makeBackend, outcome, storedEvents } from './support.ts';

const NOW_MS = Date.parse(NOW);
const gateway = startGateway({
  recording: {
    countryOf: (address) => (address === '203.0.113.9' ? 'NZ' : 'XX'),
    verdictOf: (botName, address) =>
      botName === 'GPTBot' && address === '203.0.113.9' ? 'verified' : 'outside',
    conversionRules: [{ goal: 'thanks', method: 'GET', path: '/thanks', valueParameter: 'total' }],
  },
});

const STATUS = 'an HTTP status, a whole number from 100 to 599';
const BOT_AGENT = 'Mozilla/5.0; compatible; GPTBot/1.2; +https://openai.com/gptbot';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const REQUEST = {
  type: 'request',
  method: 'GET',
  target: '/guide?x=1',
  status: 200,
  user_agent: BROWSER,
  referrer: 'https://chatgpt.com/',
  host: 'example.com',
  address: '203.0.113.9',
  created_at: '2026-03-14T10:00:00.125Z',
};

it('names the fields of a request in each answer, for senders that know more', async () => {
  const { send } = await makeBackend(gateway);
  const names =
    'type, method, target, status, bytes, user_agent, referrer, host, address, created_at, id, scheme, signature, signature_input, signature_agent';

  for (const body of [VISIT, { ...REQUEST, colour: 'red' }, ''])
    expect((await send(body)).headers.get('collect-fields')).toBe(names);
});

function refused(error: string) {
  return { status: 400, body: { error, code: 'INVALID_PARAMETER' } };
}

describe('an event', () => {
  it('keeps its fields, and happened now if it has no date or null', async () => {
    const { send, site } = await makeBackend(gateway);
    await send([
      { ...PURCHASE, country: 'DE', created_at: '2026-03-01T12:00:00.5+01:00' },
      { type: 'conversion', page_path: '/c?d=e', event_name: 'signup', created_at: null },
    ]);

    expect(await storedEvents(gateway.db, site)).toEqual([
      {
        type: 'conversion',
        createdAtMs: Date.parse('2026-03-01T11:00:00.500Z'),
        pagePath: '/buy',
        country: 'DE',
        eventName: 'purchase',
        eventValue: 9.5,
      },
      {
        type: 'conversion',
        createdAtMs: NOW_MS,
        pagePath: '/c?d=e',
        country: 'XX',
        eventName: 'signup',
        eventValue: null,
      },
    ]);
  });

  it('may give the user agent for its bot, the referrer for its source, the address for its country and its verdict', async () => {
    const { send, site } = await makeBackend(gateway);
    const address = '203.0.113.9';
    await send([
      { type: 'bot', page_path: '/', user_agent: BOT_AGENT, bot_name: null, address, country: null },
      {
        type: 'referral',
        page_path: '/',
        referrer: 'https://www.perplexity.ai/search',
        address: '192.0.2.1',
      },
      { ...PURCHASE, address },
    ]);

    const stored = await storedEvents(gateway.db, site);
    expect(stored).toMatchObject([
      { botName: 'GPTBot', botCompany: 'OpenAI', country: 'NZ', verdict: 'verified' },
      { source: 'perplexity', country: 'XX' },
      { country: 'NZ' },
    ]);
    expect(JSON.stringify(stored)).not.toContain(address);
  });

  it('goes by the fields it names, whatever raw fields come with them', async () => {
    const { send, site } = await makeBackend(gateway);
    await send([
      { ...VISIT, bot_name: 'MyBot', user_agent: BOT_AGENT, country: 'FR', address: '203.0.113.9' },
      { ...REFERRAL, source: 'mine', referrer: 'https://chatgpt.com/' },
    ]);

    expect(await storedEvents(gateway.db, site)).toMatchObject([
      { botName: 'MyBot', country: 'FR' },
      { source: 'mine' },
    ]);
  });
});

it('may tell the product that sent a conversion, which is kept as it is', async () => {
  const { send, site } = await makeBackend(gateway);
  const visitor = { user_agent: BROWSER, address: '203.0.113.9' };
  await send([
    { ...PURCHASE, source: 'claude' },
    { ...PURCHASE, source: 'Ours', ...visitor },
    { ...PURCHASE, source: null },
  ]);

  const stored = await storedEvents(gateway.db, site);
  const common = {
    type: 'conversion',
    createdAtMs: NOW_MS,
    pagePath: '/buy',
    eventName: 'purchase',
    eventValue: 9.5,
  };
  expect(stored).toEqual([
    { ...common, country: 'XX', sentBy: 'claude' },
    { ...common, country: 'NZ', sentBy: 'Ours' },
    { ...common, country: 'XX' },
  ]);
});

it.each([VISIT, { ...REQUEST, user_agent: BOT_AGENT }])(
  'does not tell a size that no response has',
  async (item) => {
    const { send, site } = await makeBackend(gateway);
    await send({ ...item, bytes: 2 ** 40 });
    await send({ ...item, bytes: 2 ** 40 + 1 });

    const stored = await storedEvents(gateway.db, site);
    expect(stored).toHaveLength(2);
    expect(stored).toMatchObject([{ bytes: 2 ** 40 }, { bytes: null }]);
  },
);

it('may tell the status and the bytes of a visit, and the status of a referral', async () => {
  const { send, site } = await makeBackend(gateway);
  await send([
    { ...VISIT, status: 404, bytes: 0 },
    { ...REFERRAL, status: 304 },
  ]);

  expect(await storedEvents(gateway.db, site)).toMatchObject([
    { status: 404, bytes: 0, verdict: 'unknown' },
    { status: 304 },
  ]);
});

it('may come as the events endpoint returns it, with nulls for what its type does not have', async () => {
  const { send, site } = await makeBackend(gateway);
  const others = { source: null, event_name: null, event_value: null, typo: null };
  await send([{ id: 17, ...VISIT, country: 'DE', created_at: '2026-03-01T11:00:00.500Z', ...others }]);

  expect(await storedEvents(gateway.db, site)).toMatchObject([{ botName: 'GPTBot', country: 'DE' }]);
});

it.each([
  '8.8.8.8',
  '8.8.8.8:4711',
  '2001:db8::9',
  '[2001:DB8::9]:4711',
  '[::1]',
  'fe80::1%eth0',
  '::ffff:8.8.8.8',
])('may give the address %s', async (address) => {
  const { send } = await makeBackend(gateway);

  expect(
    await send([
      { ...PURCHASE, address },
      { ...REQUEST, address },
    ]),
  ).toMatchObject({ status: 200 });
});

describe('a raw request', () => {
  it('counts once with the id that its host made, whoever sends it, with all of its events', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    const landing = { ...REQUEST, target: '/thanks', id: '8a1b2c3d4e5f6071-FRA' };

    const first = await send([landing, landing, { ...landing, id: 'other' }, { ...landing, id: null }]);
    const again = await send([{ ...landing, id: '8a1b2c3d4e5f6071' }, { ...landing, id: 'third' }, VISIT]);

    expect([first.text, again.text]).toEqual([
      '{"recorded":6,"passed_over":1}',
      '{"recorded":3,"passed_over":1}',
    ]);
    expect(await storedEvents(gateway.db, site)).toHaveLength(9);
    expect(await readUsage(gateway.db, accountId, NOW_MS)).toBe(9);
  });

  it.each([17, 'x'.repeat(201), ['a']])('is refused with the id %j', async (id) => {
    const { send } = await makeBackend(gateway);

    const { body } = await send({ ...REQUEST, id });

    expect(body).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect(body).toMatchObject({
      error: expect.stringMatching(/^id must be a string of at most 200 characters; got /) as unknown,
    });
  });

  it('counts with an unknown status if its own is none of HTTP, as in a log', async () => {
    const { send, site } = await makeBackend(gateway);
    const crawl = { ...REQUEST, user_agent: BOT_AGENT };

    await send([0, 99, 100, 599, 600, 999].map((status) => ({ ...crawl, status })));

    const stored = await storedEvents(gateway.db, site);
    expect(stored).toMatchObject([null, null, 100, 599, null, null].map((status) => ({ status })));
  });

  it('is classified like a line of a log, and passed over if there is nothing to record', async () => {
    const { send, site } = await makeBackend(gateway);
    const answer = await send([
      REQUEST,
      { ...REQUEST, user_agent: BOT_AGENT, status: 404, bytes: 0, referrer: null, method: 'HEAD' },
      { ...REQUEST, referrer: 'https://example.com/other', user_agent: BROWSER },
      { ...REQUEST, host: 'other.example' },
      { ...REQUEST, target: '/thanks?total=12.50', referrer: 'https://claude.ai/' },
      { type: 'request', method: 'GET', target: '/a?utm_source=chatgpt.com', status: 200 },
    ]);

    expect(answer.text).toBe('{"recorded":5,"passed_over":2}');
    const common = { createdAtMs: Date.parse('2026-03-14T10:00:00.125Z'), country: 'NZ' };
    expect(await storedEvents(gateway.db, site)).toEqual([
      { type: 'referral', ...common, pagePath: '/guide', source: 'chatgpt', status: 200 },
      {
        type: 'bot',
        ...common,
        pagePath: '/guide',
        botName: 'GPTBot',
        botCompany: 'OpenAI',
        status: 404,
        bytes: 0,
        verdict: 'verified',
      },
      { type: 'referral', ...common, pagePath: '/thanks', source: 'claude', status: 200 },
      { type: 'conversion', ...common, pagePath: '/thanks', eventName: 'thanks', eventValue: 12.5 },
      {
        type: 'referral',
        createdAtMs: NOW_MS,
        pagePath: '/a',
        country: 'XX',
        source: 'chatgpt',
        status: 200,
      },
    ]);
  });

  it('uses the monthly quota only if it is recorded', async () => {
    const { send, accountId } = await makeBackend(gateway);
    await send([REQUEST, { ...REQUEST, referrer: null }, { ...REQUEST, target: '/thanks' }]);

    expect(await readUsage(gateway.db, accountId, NOW_MS)).toBe(3);
  });
});

describe('a bad item', () => {
  const TEXT = 'a string of at most 65,536 characters';
  const ADDRESS =
    'an IP address such as 203.0.113.9, 203.0.113.9:443, 2001:db8::9 or [2001:db8::9]:443, or left out';
  const NO_ADDRESSES = [
    '',
    '-',
    '1.2.3',
    '1.2.3.4.',
    '01.2.3.4',
    '1.2.3.256',
    '1:2',
    '[::1',
    '::1]/[',
    ':::',
  ];
  const FIELDS = 'type, page_path, country, address, created_at, id';

  it.each<[unknown, string]>([
    [{ ...VISIT, type: 'click' }, 'type must be "bot", "referral", "conversion" or "request"; got "click".'],
    [
      { ...REFERRAL, source: '' },
      'source must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got "".',
    ],
    [
      { type: 'bot', page_path: '/', user_agent: BROWSER },
      `user_agent must be the User-Agent of a listed AI bot; got "${BROWSER}".`,
    ],
    [
      { type: 'bot', page_path: '/' },
      'bot_name must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got nothing.',
    ],
    [
      { type: 'bot', page_path: '/', bot_name: 'A', user_agent: BOT_AGENT },
      'bot_company must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates; got nothing.',
    ],
    [
      { type: 'referral', page_path: '/', referrer: 'https://example.org/' },
      'referrer must be the address of a listed LLM product; got "https://example.org/".',
    ],
    [{ ...REFERRAL, user_agent: 5 }, `user_agent must be ${TEXT}; got 5.`],
    [{ ...PURCHASE, user_agent: {} }, `user_agent must be ${TEXT}; got an object.`],
    [
      { ...PURCHASE, source: '' },
      'source must be a string of 1 to 200 characters, without NUL characters or unpaired surrogates, or null if unknown; got "".',
    ],
    [{ ...PURCHASE, address: 5 }, `address must be ${ADDRESS}; got 5.`],
    [{ ...PURCHASE, country: 'DE', address: 'unknown' }, `address must be ${ADDRESS}; got "unknown".`],
    ...NO_ADDRESSES.map((address): [unknown, string] => [
      { ...REQUEST, address },
      `address must be ${ADDRESS}; got ${JSON.stringify(address)}.`,
    ]),
    [{ ...REQUEST, address: '1'.repeat(65_536) }, `address must be ${ADDRESS}; got "${'1'.repeat(75)}…".`],
    [
      { ...PURCHASE, evnt_value: 5 },
      `evnt_value is an unknown field; the fields of a conversion are ${FIELDS}, event_name, event_value, source, user_agent.`,
    ],
    [
      { ...VISIT, event_name: 'signup' },
      `event_name is an unknown field; the fields of a bot are ${FIELDS}, bot_name, bot_company, user_agent, status, bytes.`,
    ],
    [
      { ...REFERRAL, 'x y': { z: 1 } },
      `"x y" is an unknown field; the fields of a referral are ${FIELDS}, source, referrer, user_agent, status.`,
    ],
    [
      { ...REQUEST, [`f${'x'.repeat(200)}`]: true },
      `"f${'x'.repeat(74)}…" is an unknown field; the fields of a request are type, method, target, status, bytes, user_agent, referrer, host, address, created_at, id, scheme, signature, signature_input, signature_agent.`,
    ],
    [{ ...REQUEST, method: undefined }, `method must be ${TEXT}; got nothing.`],
    [{ ...REQUEST, target: null }, `target must be ${TEXT}; got null.`],
    [{ ...REQUEST, status: '200' }, 'status must be a whole number from 0 to 999; got "200".'],
    [{ ...REQUEST, status: 1000 }, 'status must be a whole number from 0 to 999; got 1000.'],
    [{ ...VISIT, status: 99 }, `status must be ${STATUS}, or null if unknown; got 99.`],
    [{ ...REFERRAL, status: 200.5 }, `status must be ${STATUS}, or null if unknown; got 200.5.`],
    [{ ...REQUEST, bytes: -1 }, 'bytes must be a whole number of bytes; got -1.'],
    [{ ...VISIT, bytes: '5' }, 'bytes must be a whole number of bytes, or null if unknown; got "5".'],
    [
      { ...VISIT, verdict: 'verified' },
      `verdict is an unknown field; the fields of a bot are ${FIELDS}, bot_name, bot_company, user_agent, status, bytes.`,
    ],
    [{ ...REQUEST, user_agent: 'x'.repeat(65_537) }, `user_agent must be ${TEXT}; got "${'x'.repeat(75)}…".`],
    [
      { ...REQUEST, created_at: 'now' },
      'created_at must be an ISO 8601 time with its zone, such as "2026-12-31T23:59:59.999Z", in years 0001 to 9999; got "now".',
    ],
  ])('is refused by its field: %j', async (item, error) => {
    const { send, site } = await makeBackend(gateway);

    expect(outcome(await send(item))).toEqual(refused(error));
    expect(outcome(await send([VISIT, item]))).toEqual(refused(`events[1].${error}`));
    expect(await storedEvents(gateway.db, site)).toEqual([]);
  });

  it('is numbered without the blank lines before it', async () => {
    const { send } = await makeBackend(gateway);
    const body = `${JSON.stringify(VISIT)}\n\n{"type":"bot"}`;

    expect(outcome(await send(body))).toEqual(
      refused(
        'events[1].page_path must be a string of at most 2,048 characters that starts with "/", without NUL characters or unpaired surrogates; got nothing.',
      ),
    );
  });

  it('that is not an object is refused with its position', async () => {
    const { send } = await makeBackend(gateway);

    expect(outcome(await send([VISIT, [VISIT]]))).toEqual(
      refused('events[1] must be a JSON object; got a list.'),
    );
    expect(outcome(await send('5\n6'))).toEqual(refused('events[0] must be a JSON object; got 5.'));
  });
});
