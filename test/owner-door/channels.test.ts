import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { TargetRefused } from '../../src/domain/channel.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { changeSecretsKey } from '../../src/operations/upkeep/stored-secrets.ts';
import { updateChannel } from '../../src/queries/channels.ts';
import { createFakeChannels } from '../support/channels.ts';
import { freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { startGateway } from '../support/gateway.ts';
import { makeSite } from '../support/makers.ts';
import { ask, makeSignedIn } from './support.ts';
import { FIELDS, LINKS, SECRETS, TARGET, startWithChannels } from './with-channels.ts';

const ALL = ['NEW_BOT', 'SURGE', 'SILENCE', 'ERRORS', 'IMPOSTORS', 'QUOTA'];

describe('createChannel', () => {
  it('makes a webhook with its secret, which is shown once, and a target that is never shown', async () => {
    const { makeHook, run, gateway } = await startWithChannels();
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
    const { create, run, gateway, email, channels } = await startWithChannels();
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
    expect(await (await startWithChannels(strict)).create(given)).toContain(refusal);
  });

  it('is refused without a key for secrets, without messages, and without PUBLIC_URL for mails', async () => {
    const given = 'kind: WEBHOOK, name: "x", target: "https://x.example/"';
    const channels = createFakeChannels();
    const withoutKey = await startWithChannels(channels, { secrets: undefined });
    expect(await withoutKey.create(given)).toMatch(/^CHANNEL_REFUSED: .*SECRETS_KEY/);
    expect(await (await startWithChannels(channels, { messaging: undefined })).create(given)).toMatch(
      /^CHANNEL_REFUSED/,
    );
    const unlinked = await startWithChannels(channels, { messaging: { channels, linkBase: '' } });
    expect(await unlinked.create('kind: EMAIL, name: "x", target: "x@example.com"')).toMatch(
      /^CHANNEL_REFUSED: .*PUBLIC_URL/,
    );
  });

  it('makes twenty, and no more', async () => {
    const { makeHook, create } = await startWithChannels();
    await Promise.all(Array.from({ length: 20 }, makeHook));
    expect(await create('kind: SLACK, name: "x", target: "https://x.example/"')).toMatch(
      /^TOO_MANY_CHANNELS/,
    );
  });
});

describe('a channel', () => {
  it('is changed by what is given, and given up what waits when it is switched off', async () => {
    const { makeHook, run, gateway, accountId } = await startWithChannels();
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

  it.runIf(onPostgres && !onCitus)(
    'keeps what its receiver decides while its owner changes something else',
    async () => {
      const { makeHook, run, gateway } = await startWithChannels();
      const { id } = await makeHook();
      let renamed: Promise<unknown> = Promise.resolve();
      await gateway.db.transaction().execute(async (tx) => {
        const unsubscribed = { isEnabled: false, confirmedAtMs: null };
        await updateChannel(tx, Number(id.slice('channel_'.length)), unsubscribed);
        renamed = run(`mutation { changeChannel(id: "${id}", name: "other") { name enabled confirmed } }`);
        const isAwaited = sql`
          select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
        await expect.poll(async () => (await isAwaited.execute(tx)).rows).toHaveLength(1);
      });
      const changed = { name: 'other', enabled: false, confirmed: false };
      expect(await renamed).toEqual({ changeChannel: changed });
      expect(await run('{ account { channels { name enabled confirmed } } }')).toEqual({
        account: { channels: [changed] },
      });
    },
  );

  it('is tested at once, and says how that went', async () => {
    const delivered = await startWithChannels();
    const { id } = await delivered.makeHook();
    expect(
      await delivered.run(`mutation { testChannel(id: "${id}") { state attempts reason nextAt } }`),
    ).toEqual({
      testChannel: { state: 'DELIVERED', attempts: 1, reason: null, nextAt: null },
    });
    expect(delivered.channels.sent).toMatchObject([
      { message: { type: 'test', data: { channel: { id, name: 'ops' } } } },
    ]);

    const failed = await startWithChannels(
      createFakeChannels(() => ({ state: 'failed', reason: '404 no_service' })),
    );
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
    const { makeHook, run } = await startWithChannels(
      createFakeChannels(() => ({ state: 'gone', reason: '410 Gone' })),
    );
    const { id } = await makeHook();
    expect(await run(`mutation { testChannel(id: "${id}") { state reason } }`)).toEqual({
      testChannel: { state: 'FAILED', reason: '410 Gone' },
    });
    expect(await run('{ account { channels { enabled } } }')).toEqual({
      account: { channels: [{ enabled: false }] },
    });
  });

  it('is tested sixty times in an hour, and no more', async () => {
    const { makeHook, run, gateway } = await startWithChannels();
    const { id } = await makeHook();
    const test = `mutation { testChannel(id: "${id}") { state } }`;
    for (let n = 0; n < 60; n++) await run(test);
    expect(await run(test)).toMatch(/^RATE_LIMITED/);
    gateway.clock.advance(3_600_001);
    expect(await run(test)).toEqual({ testChannel: { state: 'DELIVERED' } });
  });

  it('asks for a confirmation ten times in a day, and no more', async () => {
    const { create, run, gateway } = await startWithChannels();
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
    const { makeHook, run, channels, gateway } = await startWithChannels();
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
    const { makeHook, run, gateway, key } = await startWithChannels();
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
    const { makeHook, run } = await startWithChannels();
    const { id } = await makeHook();
    expect(await run(`mutation { deleteChannel(id: "${id}") }`)).toEqual({ deleteChannel: id });
    expect(await run('{ account { channels { id } } }')).toEqual({ account: { channels: [] } });
  });

  it('survives another key for secrets', async () => {
    const db = openPool(await freshDatabase(), 2);
    const before = await startWithChannels(createFakeChannels(), { db });
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
