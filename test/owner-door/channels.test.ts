import { describe, expect, it } from 'vitest';
import { TargetRefused } from '../../src/domain/channel.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { changeSecretsKey } from '../../src/operations/upkeep/stored-secrets.ts';
import { sql } from 'kysely';
import { createFakeChannels } from '../support/channels.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { type GatewayOptions, startGateway } from '../support/gateway.ts';
import { makeSite } from '../support/makers.ts';
import { ask, makeSignedIn } from './support.ts';

const LINKS = 'https://stats.example.com';
const SECRETS = createSecrets(Buffer.alloc(32, 1));
const TARGET = 'https://hooks.example.com/a-secret-path/k2Qd';
const FIELDS =
  'id kind name target confirmed enabled kinds siteIds digest pending givenUp lastDelivery { state attempts reason nextAt }';
const ALL = ['NEW_BOT', 'SURGE', 'SILENCE', 'ERRORS', 'IMPOSTORS', 'QUOTA'];

async function start(
  channels: ReturnType<typeof createFakeChannels> = createFakeChannels(),
  options: GatewayOptions = {},
) {
  const messaging = { channels, linkBase: LINKS };
  const gateway = startGateway({ secrets: SECRETS, messaging, ...options });
  const owner = await makeSignedIn(gateway);
  const run = async (document: string, cookie = owner.cookie) => {
    const { body } = await ask(gateway, cookie, document);
    const [error] = body.errors ?? [];
    return error === undefined ? body.data : `${error.extensions.code}: ${error.message}`;
  };
  const create = async (given: string) =>
    run(`mutation { createChannel(${given}) { secret channel { ${FIELDS} } } }`);
  const makeHook = async () => {
    const made = await create(`kind: WEBHOOK, name: "ops", target: "${TARGET}"`);
    return { ...made.createChannel, id: made.createChannel.channel.id as string };
  };
  return { ...owner, gateway, channels, run, create, makeHook };
}

describe('createChannel', () => {
  it('makes a webhook with its secret, which is shown once, and a target that is never shown', async () => {
    const { makeHook, run, gateway } = await start();
    const { channel, secret, id } = await makeHook();

    expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
    const shown = {
      ...{ id, kind: 'WEBHOOK', name: 'ops', target: 'https://hooks.example.com/…k2Qd' },
      ...{ confirmed: true, enabled: true, kinds: ALL, siteIds: null, digest: false },
      ...{ pending: 0, givenUp: 0, lastDelivery: null },
    };
    expect(channel).toEqual(shown);
    expect(await run(`{ account { channels { ${FIELDS} } } }`)).toEqual({ account: { channels: [shown] } });
    const { account } = await run('{ account { audit(first: 1) { action detail } } }');
    expect(account.audit).toEqual([
      {
        action: 'channel.create',
        detail: `ops (webhook to https://hooks.example.com/…k2Qd, channel ${id.slice('channel_'.length)})`,
      },
    ]);
    const { rows } = await sql<{ row: string }>`
      select c::text as row from channels as c where id = ${Number(id.slice('channel_'.length))}`.execute(
      gateway.db,
    );
    expect(rows[0]?.row).not.toMatch(new RegExp(`a-secret-path|${secret}`));
    expect(JSON.stringify(gateway.logged())).not.toContain('a-secret-path');
  });

  it('asks who has another address to confirm it, and sends nothing else before', async () => {
    const { create, run, gateway, email, channels } = await start();
    const own = await create(`kind: EMAIL, name: "me", target: "${email.toUpperCase()}"`);
    expect(own.createChannel).toMatchObject({ secret: null, channel: { confirmed: true, pending: 0 } });

    const other = await create('kind: EMAIL, name: "Ann", target: "ann@example.org", digest: true');
    expect(other.createChannel.channel).toMatchObject({
      ...{ target: 'ann@example.org', confirmed: false, enabled: true, digest: true, pending: 1 },
    });
    const { id } = other.createChannel.channel;
    expect(await run(`mutation { testChannel(id: "${id}") { state } }`)).toMatch(
      /^CHANNEL_REFUSED: Who has the address must confirm it first/,
    );
    expect(await run(`mutation { sendDigest { state } }`)).toEqual({ sendDigest: [] });
    expect(channels.sent).toEqual([]);
    expect(JSON.stringify(gateway.logged())).not.toContain('ann@example.org');
  });

  it.each([
    ['kind: WEBHOOK, name: "x", target: "https://x.example/", kinds: []', 'INVALID_PARAMETER'],
    ['kind: WEBHOOK, name: " ", target: "https://x.example/"', 'INVALID_NAME'],
    ['kind: WEBHOOK, name: "x", target: "https://x.example/", siteIds: ["site_nobody"]', 'SITE_NOT_FOUND'],
    ['kind: WEBHOOK, name: "x", target: "http://x.example/"', 'CHANNEL_REFUSED: It must be an https address'],
  ])('refuses %s', async (given, refusal) => {
    const strict = {
      ...createFakeChannels(),
      parseTarget(_: string, text: string) {
        if (text.startsWith('https:')) return text;
        throw new TargetRefused('it must be an https address');
      },
    };
    expect(await (await start(strict)).create(given)).toContain(refusal);
  });

  it('is refused without a key for secrets, without messages, and without PUBLIC_URL for mails', async () => {
    const given = 'kind: WEBHOOK, name: "x", target: "https://x.example/"';
    const channels = createFakeChannels();
    const withoutKey = await start(channels, { secrets: undefined });
    expect(await withoutKey.create(given)).toMatch(/^CHANNEL_REFUSED: .*SECRETS_KEY/);
    expect(await (await start(channels, { messaging: undefined })).create(given)).toMatch(/^CHANNEL_REFUSED/);
    const unlinked = await start(channels, { messaging: { channels, linkBase: '' } });
    expect(await unlinked.create('kind: EMAIL, name: "x", target: "x@example.com"')).toMatch(
      /^CHANNEL_REFUSED: .*PUBLIC_URL/,
    );
  });

  it('makes twenty, and no more', async () => {
    const { makeHook, create } = await start();
    await Promise.all(Array.from({ length: 20 }, makeHook));
    expect(await create('kind: SLACK, name: "x", target: "https://x.example/"')).toMatch(
      /^TOO_MANY_CHANNELS/,
    );
  });
});

describe('a channel', () => {
  it('is changed by what is given, and given up what waits when it is switched off', async () => {
    const { makeHook, run, gateway, accountId } = await start();
    const site = await makeSite(gateway.db, accountId);
    const { id } = await makeHook();
    const change = async (given: string) =>
      (await run(`mutation { changeChannel(id: "${id}", ${given}) { ${FIELDS} } }`)).changeChannel;
    expect(await change(`name: "other", kinds: [ERRORS, ERRORS], siteIds: ["${site.id}"]`)).toMatchObject({
      ...{ name: 'other', kinds: ['ERRORS'], siteIds: [site.id], digest: false, enabled: true },
    });
    expect(await change('siteIds: [], digest: true')).toMatchObject({
      ...{ name: 'other', kinds: ['ERRORS'], siteIds: null, digest: true },
    });
    expect(await change('enabled: false')).toMatchObject({ enabled: false });
    expect(await run(`mutation { testChannel(id: "${id}") { state } }`)).toMatch(/^CHANNEL_REFUSED/);
    expect(await run(`mutation { retryChannel(id: "${id}") { id } }`)).toMatch(/^CHANNEL_REFUSED/);
  });

  it('is tested at once, and says how that went', async () => {
    const delivered = await start();
    const { id } = await delivered.makeHook();
    expect(
      await delivered.run(`mutation { testChannel(id: "${id}") { state attempts reason nextAt } }`),
    ).toEqual({
      testChannel: { state: 'DELIVERED', attempts: 1, reason: null, nextAt: null },
    });
    expect(delivered.channels.sent).toMatchObject([
      { message: { type: 'test', data: { channel: { id, name: 'ops' } } } },
    ]);

    const failed = await start(createFakeChannels(() => ({ state: 'failed', reason: '404 no_service' })));
    const other = await failed.makeHook();
    const outcome = { state: 'FAILED', attempts: 1, reason: '404 no_service', nextAt: null };
    expect(
      await failed.run(`mutation { testChannel(id: "${other.id}") { state attempts reason nextAt } }`),
    ).toEqual({
      testChannel: outcome,
    });
    const { account } = await failed.run(`{ account { channels { ${FIELDS} } } }`);
    expect(account.channels).toMatchObject([
      { enabled: true, pending: 0, givenUp: 0, lastDelivery: outcome },
    ]);
  });

  it('is switched off by a receiver that is gone', async () => {
    const { makeHook, run } = await start(createFakeChannels(() => ({ state: 'gone', reason: '410 Gone' })));
    const { id } = await makeHook();
    expect(await run(`mutation { testChannel(id: "${id}") { state reason } }`)).toEqual({
      testChannel: { state: 'FAILED', reason: '410 Gone' },
    });
    expect(await run('{ account { channels { enabled } } }')).toEqual({
      account: { channels: [{ enabled: false }] },
    });
  });

  it('is tested sixty times in an hour, and no more', async () => {
    const { makeHook, run, gateway } = await start();
    const { id } = await makeHook();
    const test = `mutation { testChannel(id: "${id}") { state } }`;
    for (let n = 0; n < 60; n++) await run(test);
    expect(await run(test)).toMatch(/^RATE_LIMITED/);
    gateway.clock.advance(3_600_001);
    expect(await run(test)).toEqual({ testChannel: { state: 'DELIVERED' } });
  });

  it('asks for a confirmation ten times in a day, and no more', async () => {
    const { create, run, gateway } = await start();
    const add = async (n: number) => {
      const made = await create(`kind: EMAIL, name: "x", target: "x${n}@example.org"`);
      if (typeof made === 'string') return made;
      await run(`mutation { deleteChannel(id: "${made.createChannel.channel.id}") }`);
      return 'made';
    };
    for (let n = 0; n < 10; n++) expect(await add(n)).toBe('made');
    gateway.clock.advance(20 * 3_600_000);
    expect(await add(20)).toMatch(/^RATE_LIMITED: The account may ask for a confirmation 10 times/);
    gateway.clock.advance(4 * 3_600_000 + 1);
    expect(await add(20)).toBe('made');
  });

  it('gets another secret, and for a day is signed with both', async () => {
    const { makeHook, run, channels, gateway } = await start();
    const { id, secret } = await makeHook();
    const { rotateChannelSecret } = await run(`mutation { rotateChannelSecret(id: "${id}") { secret } }`);
    expect(rotateChannelSecret.secret).not.toBe(secret);
    await run(`mutation { testChannel(id: "${id}") { state } }`);
    gateway.clock.advance(24 * 3_600_000);
    await run(`mutation { testChannel(id: "${id}") { state } }`);
    expect(channels.sent.map(({ receiver }) => receiver.secrets)).toEqual([
      [rotateChannelSecret.secret, secret],
      [rotateChannelSecret.secret],
    ]);
  });

  it('is nothing that others, or keys, know of', async () => {
    const { makeHook, run, gateway, key } = await start();
    const { id } = await makeHook();
    const stranger = await makeSignedIn(gateway);
    for (const mutation of [
      `changeChannel(id: "${id}", name: "x") { id }`,
      `deleteChannel(id: "${id}")`,
      `testChannel(id: "${id}") { state }`,
      `rotateChannelSecret(id: "${id}") { secret }`,
      `retryChannel(id: "${id}") { id }`,
      'deleteChannel(id: "channel_x")',
    ])
      expect(await run(`mutation { ${mutation} }`, stranger.cookie)).toMatch(/^CHANNEL_NOT_FOUND/);
    const response = await gateway.fetch(
      new Request('http://site-traffic.test/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ account { channels { id } digest { every } } }' }),
      }),
    );
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['OWNER_REQUIRED', 'OWNER_REQUIRED']);
  });

  it('is deleted', async () => {
    const { makeHook, run } = await start();
    const { id } = await makeHook();
    expect(await run(`mutation { deleteChannel(id: "${id}") }`)).toEqual({ deleteChannel: id });
    expect(await run('{ account { channels { id } } }')).toEqual({ account: { channels: [] } });
  });

  it('survives another key for secrets', async () => {
    const db = openPool(await freshDatabase(), 2);
    const before = await start(createFakeChannels(), { db });
    const { id, secret } = await before.makeHook();
    await before.run(`mutation { rotateChannelSecret(id: "${id}") { secret } }`);
    await before.create(`kind: EMAIL, name: "me", target: "${before.email}"`);
    const other = createSecrets(Buffer.alloc(32, 2));
    // two targets, a secret with the one before, and the token of mails
    expect(await changeSecretsKey(db, { from: SECRETS, to: other })).toEqual({ changed: 5, unread: [] });

    const messaging = { channels: before.channels, linkBase: LINKS };
    const after = startGateway({ db, secrets: other, messaging });
    await ask(after, before.cookie, `mutation { testChannel(id: "${id}") { state } }`);
    expect(before.channels.sent[0]?.receiver).toMatchObject({
      target: TARGET,
      secrets: [expect.any(String), secret],
    });
  });
});

describe('the digest', () => {
  it('is off until the owner sets it, all at once', async () => {
    const { run } = await start();
    const fields = '{ every weekday hour nextAt }';
    const off = { every: null, weekday: 1, hour: 7, nextAt: null };
    expect(await run(`{ account { digest ${fields} } }`)).toEqual({ account: { digest: off } });
    // 2026-03-15 is a Sunday
    expect(await run(`mutation { setDigest(every: WEEKLY, weekday: 3, hour: 6) ${fields} }`)).toEqual({
      setDigest: { every: 'WEEKLY', weekday: 3, hour: 6, nextAt: '2026-03-18T06:00:00.000Z' },
    });
    expect(await run(`mutation { setDigest(every: MONTHLY) ${fields} }`)).toEqual({
      setDigest: { every: 'MONTHLY', weekday: 1, hour: 7, nextAt: '2026-04-01T07:00:00.000Z' },
    });
    expect(await run(`mutation { setDigest ${fields} }`)).toEqual({ setDigest: off });
    expect(await run(`mutation { setDigest(every: WEEKLY, weekday: 8) ${fields} }`)).toMatch(
      /^INVALID_PARAMETER/,
    );
    expect(await run(`mutation { setDigest(every: WEEKLY, hour: 24) ${fields} }`)).toMatch(
      /^INVALID_PARAMETER/,
    );
  });

  it('is on from the first channel on that takes it, unless the owner has chosen', async () => {
    const { run, create } = await start();
    const digest = async () => (await run('{ account { digest { every nextAt } } }')).account.digest;
    await create('kind: WEBHOOK, name: "hook", target: "https://x.example/w", digest: true');
    expect(await digest()).toEqual({ every: 'WEEKLY', nextAt: '2026-03-16T07:00:00.000Z' });
    await run('mutation { setDigest { every } }');
    await create('kind: SLACK, name: "chat", target: "https://x.example/s", digest: true');
    expect(await digest()).toEqual({ every: null, nextAt: null });
  });

  it('is sent now to each channel that wants it, and what failed is tried again', async () => {
    const channels = createFakeChannels(({ receiver }) =>
      receiver.kind === 'slack' ? { state: 'failed', reason: '500' } : { state: 'delivered' },
    );
    const { run, create } = await start(channels);
    await create('kind: SLACK, name: "chat", target: "https://x.example/s", digest: true');
    await create('kind: WEBHOOK, name: "hook", target: "https://x.example/w", digest: true');
    await create('kind: WEBHOOK, name: "none", target: "https://x.example/n"');
    expect(await run('mutation { sendDigest { state attempts reason } }')).toEqual({
      sendDigest: [
        { state: 'FAILED', attempts: 1, reason: '500' },
        { state: 'DELIVERED', attempts: 1, reason: null },
      ],
    });
    expect(await run('{ account { channels { name pending } } }')).toEqual({
      account: {
        channels: [
          { name: 'chat', pending: 1 },
          { name: 'hook', pending: 0 },
          { name: 'none', pending: 0 },
        ],
      },
    });
  });

  it('is shown to its owner as a document that can do nothing', async () => {
    const { gateway, cookie } = await start();
    const get = async (headers: Record<string, string>) =>
      gateway.fetch(new Request('http://site-traffic.test/digest/preview', { headers }));
    const packed = await get({ cookie, 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    // the headers of one answer are not those of the next
    const response = await get({ cookie, 'accept-encoding': 'identity' });
    expect(response.status).toBe(200);
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(response.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.text()).toContain('<!doctype html>');
    const refused = await get({});
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'OWNER_REQUIRED' }]);
  });
});

describe('a link in a mail', () => {
  async function mail(options: GatewayOptions = {}) {
    const started = await start(createFakeChannels(), options);
    const made = await started.create('kind: EMAIL, name: "Ann", target: "ann@example.org"');
    const id = made.createChannel.channel.id as string;
    const { rows } = await sql<{ token: string }>`
      select token from channels where id = ${Number(id.slice('channel_'.length))}`.execute(
      started.gateway.db,
    );
    const token = SECRETS.open(rows[0]?.token ?? '', `channels.token ${id.slice('channel_'.length)}`);
    const open = async (method: string, link: string) => {
      const request = new Request(`http://site-traffic.test/mail/${link}`, {
        method,
        ...(method === 'POST' && {
          body: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      });
      const response = await started.gateway.fetch(request, {
        client: () => '192.0.2.7',
        cut: () => undefined,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const state = async () =>
      (await started.run('{ account { channels { confirmed enabled } } }')).account.channels[0];
    return { ...started, id, token, open, state };
  }

  it('asks before it does anything, and confirms', async () => {
    const { open, token, state, gateway } = await mail();
    const asked = await open('GET', `c_${token}`);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('<button>Confirm</button>')]);
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await state()).toEqual({ confirmed: false, enabled: true });
    expect((await open('POST', `c_${token}`)).text).toContain('<h1>Confirmed</h1>');
    expect((await open('POST', `c_${token}`)).status).toBe(200);
    expect(await state()).toEqual({ confirmed: true, enabled: true });
    expect(JSON.stringify(gateway.logged())).not.toContain(token);
  });

  it('unsubscribes with one click, and the owner must ask again', async () => {
    const { open, token, state, run, id } = await mail();
    await open('POST', `c_${token}`);
    expect((await open('GET', `u_${token}`)).text).toContain('<button>Unsubscribe</button>');
    expect(await state()).toEqual({ confirmed: true, enabled: true });
    expect((await open('POST', `u_${token}`)).text).toContain('<h1>Unsubscribed</h1>');
    expect(await state()).toEqual({ confirmed: false, enabled: false });
    // the link in the mail before confirms nothing now
    expect((await open('POST', `c_${token}`)).status).toBe(404);
    expect(await run(`mutation { changeChannel(id: "${id}", enabled: true) { pending confirmed } }`)).toEqual(
      {
        changeChannel: { pending: 1, confirmed: false },
      },
    );
  });

  it('of nobody changes nothing, and may not be guessed', async () => {
    const { open, state } = await mail();
    expect((await open('GET', 'x_nothing')).status).toBe(404);
    expect((await open('POST', `u_${'A'.repeat(43)}`)).status).toBe(404);
    expect(await state()).toEqual({ confirmed: false, enabled: true });
    for (let n = 0; n < 60; n++) await open('POST', `u_${String(n).padStart(43, 'A')}`);
    expect((await open('POST', `u_${'B'.repeat(43)}`)).status).toBe(429);
  });
});
