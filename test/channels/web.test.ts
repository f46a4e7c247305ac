import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { CHANNEL_KINDS, type ChannelKind, type Receiver } from '../../src/domain/channel.ts';
import { DISCORD } from '../../src/channels/discord.ts';
import { SLACK } from '../../src/channels/slack.ts';
import { MESSAGE, NOW_MS, openChannels, startReceiver } from './receiver.ts';

const SECRETS = [1, 2].map((n) => `whsec_${Buffer.alloc(24, n).toString('base64')}`);

function receiverAt(kind: ChannelKind, target: string, secrets: readonly string[] = []): Receiver {
  return { kind, target, secrets };
}

describe('a webhook', () => {
  it('is signed as Standard Webhooks are, with both secrets after a rotation', async () => {
    const { received, origin } = await startReceiver({ status: 204 });
    const target = `${origin}/hooks/alerts?team=1`;
    expect(await openChannels().send(receiverAt('webhook', target, SECRETS), MESSAGE)).toEqual({
      state: 'delivered',
    });
    const [request] = received;
    expect(request).toMatchObject({
      ...{ method: 'POST', path: '/hooks/alerts?team=1' },
      headers: {
        ...{ 'content-type': 'application/json', 'user-agent': 'site-traffic' },
        ...{ 'webhook-id': MESSAGE.id, 'webhook-timestamp': String(Math.floor(NOW_MS / 1_000)) },
      },
    });
    const { body = '', headers = {} } = request ?? {};
    const expected = { type: 'alert', timestamp: '2026-03-15T11:00:00.000Z', data: MESSAGE.data };
    vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
    try {
      for (const secret of SECRETS)
        expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(expected);
      const other = new Webhook(Buffer.alloc(24, 3).toString('base64'));
      expect(() => other.verify(body, headers as Record<string, string>)).toThrow('No matching signature');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is gone by 410', async () => {
    const { origin } = await startReceiver({ status: 410, body: 'no more' });
    expect(await openChannels().send(receiverAt('webhook', `${origin}/`, SECRETS), MESSAGE)).toEqual({
      ...{ state: 'gone', reason: '410 Gone: no more' },
    });
  });
});

describe('each other kind', () => {
  it.each(['slack', 'discord'] as const)('%s is not gone by 410', async (kind) => {
    const { origin } = await startReceiver({ status: 410, body: 'channel_is_archived' });
    expect(await openChannels().send(receiverAt(kind, `${origin}/`), MESSAGE)).toEqual({
      ...{ state: 'failed', reason: '410 Gone: channel_is_archived' },
    });
  });

  it('of ntfy is at most 4,096 bytes of text, so that it is no file', async () => {
    const { received, origin } = await startReceiver();
    const text = '/päth/€/😀 '.repeat(900);
    await openChannels().send(receiverAt('ntfy', `${origin}/topic`), { ...MESSAGE, text });
    const { message } = JSON.parse(received[0]?.body ?? '') as { message: string };
    expect(Buffer.byteLength(message)).toBeGreaterThan(4_090);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
    expect(message).toMatch(/…$/);
    expect(message).not.toContain('\ufffd');
  });

  it('sends what its service reads', async () => {
    const { received, origin } = await startReceiver();
    const channels = openChannels();
    await channels.send(receiverAt('slack', `${origin}/services/T0/B0/x`), MESSAGE);
    await channels.send(receiverAt('discord', `${origin}/api/webhooks/1/x`), MESSAGE);
    await channels.send(
      receiverAt('ntfy', `${origin.replace('//', '//ann:s%20cret@')}/base/my-topic`),
      MESSAGE,
    );
    await channels.send(receiverAt('apprise', `${origin}/notify/ops`), MESSAGE);
    const [title, text] = ['Example:\u200b GPTBot', 'Most read: /\u200bblog.'];
    const sent = received.map(({ path, headers, body }) => ({
      path,
      authorization: headers.authorization,
      body: JSON.parse(body) as unknown,
    }));
    const plain = (part: string) => ({
      type: 'plain_text',
      text: expect.stringContaining(part),
      emoji: false,
    });
    const url = MESSAGE.link?.url;
    expect(sent).toEqual([
      {
        path: '/services/T0/B0/x',
        authorization: undefined,
        body: {
          ...{
            text: expect.stringContaining('GPTBot read 412 pages'),
            unfurl_links: false,
            unfurl_media: false,
            mrkdwn: false,
          },
          blocks: [
            { type: 'section', text: plain('GPTBot read') },
            { type: 'section', text: plain(text) },
            { type: 'section', text: { type: 'mrkdwn', text: `<${url}|See the day>` } },
          ],
        },
      },
      {
        path: '/api/webhooks/1/x',
        authorization: undefined,
        body: {
          embeds: [{ title: expect.any(String), description: expect.stringContaining('Sundays'), url }],
          allowed_mentions: { parse: [] },
        },
      },
      {
        path: '/base/',
        authorization: `Basic ${Buffer.from('ann:s cret').toString('base64')}`,
        body: {
          topic: 'my-topic',
          title: expect.any(String),
          message: expect.stringContaining(text),
          click: url,
        },
      },
      {
        path: '/notify/ops',
        authorization: undefined,
        body: {
          ...{ title: expect.any(String), type: 'info', format: 'text' },
          body: expect.stringMatching(/Sundays[^]*\n\nSee the day: https:\/\/stats/),
        },
      },
    ]);
    expect(title).not.toBe('');
  });

  it('makes no markup, mention or link of what visitors chose', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '<!channel>',
        '<@U1>',
        '@everyone',
        '@here',
        '[x](https://evil.example)',
        '<https://evil.example|x>',
        '**',
        '`',
        'https://evil.example/',
        'www.evil.example',
        '&lt;',
        '\\',
        'a',
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const message = { ...MESSAGE, title: parts.join(''), text: parts.join(' '), link: undefined };
        const slack = JSON.parse(
          (SLACK.requestOf(receiverAt('slack', ''), message, 0) as { body: string }).body,
        ) as {
          text: string;
          blocks: { text: { type: string } }[];
        };
        expect(slack.text).not.toMatch(/[<>]/);
        expect(slack.blocks.every(({ text }) => text.type === 'plain_text')).toBe(true);
        const { body } = DISCORD.requestOf(receiverAt('discord', ''), message, 0) as { body: string };
        const [embed] = (JSON.parse(body) as { embeds: { title: string; description: string }[] }).embeds;
        const shown = `${embed?.title}\n${embed?.description}`.replaceAll(/\\./g, '');
        expect(shown).not.toMatch(/[*_~`|<>[\]()#@]|https?:\/\/|www\.e/);
      }),
    );
  });
});

describe('a refusal', () => {
  it.each([
    [{ status: 404, body: 'no_service' }, '404 Not Found: no_service', undefined],
    [{ status: 500 }, '500 Internal Server Error', undefined],
    [{ status: 429, headers: { 'retry-after': '30' } }, '429 Too Many Requests', 30_000],
    [
      { status: 429, headers: { 'retry-after': 'Sun, 15 Mar 2026 12:01:00 GMT' } },
      '429 Too Many Requests',
      59_750,
    ],
    [{ status: 503, headers: { 'retry-after': '9'.repeat(30) } }, '503 Service Unavailable', 24 * 3_600_000],
    [{ status: 503, headers: { 'retry-after': '-5' } }, '503 Service Unavailable', undefined],
    [{ status: 429, body: '{"retry_after": 0.65}' }, '429 Too Many Requests: {"retry_after": 0.65}', 650],
    [
      { status: 302, headers: { location: 'https://other.example/secret-path' } },
      '302 Found: it redirects to other.example, which is not followed',
      undefined,
    ],
    [
      { status: 400, body: 'not found: /hooks/k2Qd-secret\n  at line 2\u202e' },
      '400 Bad Request: not found: …',
      undefined,
    ],
  ])('%j is told as %s', async (answer, reason, retryAfterMs) => {
    const { origin, received } = await startReceiver(answer);
    const outcome = await openChannels().send(receiverAt('discord', `${origin}/hooks/k2Qd-secret`), MESSAGE);
    expect(outcome).toEqual({ state: 'failed', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) });
    expect(received).toHaveLength(1);
  });

  it('is told in time of a receiver that does not answer, trickles, or never ends', async () => {
    const silent = await startReceiver(() => undefined);
    const trickling = await startReceiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const endless = await startReceiver((response) => {
      response.writeHead(400);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        response.once('drain', write);
      };
      write();
    });
    const send = async ({ origin }: { origin: string }, withinMs: number) =>
      openChannels({ withinMs }).send(receiverAt('slack', `${origin}/`), MESSAGE);
    const late = { state: 'failed', reason: 'no answer within 0.1 seconds' };
    expect(await send(silent, 100)).toEqual(late);
    expect(await send(trickling, 100)).toEqual(late);
    expect(await send(endless, 60_000)).toMatchObject({
      reason: expect.stringMatching(/^400 Bad Request: x{100}/),
    });
  });

  it('is told in words where there is no connection', async () => {
    const { origin } = await startReceiver();
    const port = Number(new URL(origin).port);
    const send = async (target: string, lookup?: () => Promise<never[]>) =>
      openChannels(lookup && { lookup }).send(receiverAt('webhook', target, SECRETS), MESSAGE);
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({
      ...{ state: 'failed', reason: 'TLS could not be agreed on' },
    });
    const unknown = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    expect(await send('https://nowhere.example/', unknown)).toEqual({
      ...{ state: 'failed', reason: 'the name is unknown' },
    });
  });
});

describe('an address', () => {
  const PUBLIC = { address: '93.184.215.14', family: 4 };

  it.each([
    ['http://example.com/', 'https address'],
    ['ftp://example.com/', 'https address'],
    ['example.com', 'an address such as'],
    ['https://localhost/', 'a name of this machine'],
    ['https://a.localhost./', 'a name of this machine'],
    ['https://127.1/', 'private network'],
    ['https://0x7f.1/', 'private network'],
    ['https://2130706433/', 'private network'],
    ['https://0177.0.0.1/', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://[::ffff:10.0.0.1]/', 'private network'],
    ['https://[64:ff9b::a00:1]/', 'to which nothing is sent'],
    ['https://169.254.169.254/latest', 'private network'],
    ['https://192.168.1.1/', 'private network'],
    ['https://0.0.0.0/', 'to which nothing is sent'],
    ['https://user:pass@example.com/', 'no user'],
    ['https://example.com/#x', 'fragment'],
    ['https://example.com/#', 'fragment'],
    [`https://example.com/${'x'.repeat(2_000)}`, 'an address such as'],
    ['https://example.com/\nx', 'an address such as'],
  ])('%s is refused when it is given', (target, reason) => {
    const channels = openChannels({ allowsPrivate: false });
    expect(() => channels.parseTarget('webhook', target)).toThrow(reason);
  });

  it('may be private, and then http, where the operator allows it', () => {
    const channels = openChannels();
    for (const target of ['http://127.0.0.1:8080/x', 'https://10.0.0.1/', 'http://alertmanager.lan/x'])
      expect(channels.parseTarget('webhook', target)).toBe(target);
    expect(() => channels.parseTarget('webhook', 'http://93.184.215.14/')).toThrow('must begin with https');
    expect(() => channels.parseTarget('webhook', 'https://224.0.0.1/')).toThrow('to which nothing is sent');
  });

  it.each([
    ['ntfy', 'https://ntfy.sh/', 'topic'],
    ['ntfy', 'https://ntfy.sh/a b', 'an address such as'],
    ['ntfy', 'https://user:100%@ntfy.sh/topic', 'as %25'],
    ['apprise', 'https://apprise.example.com/', 'notify'],
  ] as const)('of %s such as %s is refused', (kind, target, reason) => {
    expect(() => openChannels({ allowsPrivate: false }).parseTarget(kind, target)).toThrow(reason);
  });

  it('is judged by what its name leads to at the delivery, by each of these, and looked up once', async () => {
    const { received, origin } = await startReceiver();
    const { port } = new URL(origin);
    const target = `http://rebinding.example:${port}/`;
    let looked = 0;
    const send = async (allowsPrivate: boolean, ...addresses: readonly (typeof PUBLIC)[]) => {
      const lookup = async () => {
        looked += 1;
        return Promise.resolve(addresses);
      };
      return openChannels({ allowsPrivate, lookup }).send(receiverAt('webhook', target, SECRETS), MESSAGE);
    };
    const here = { address: '127.0.0.1', family: 4 };
    expect(await send(true, here)).toEqual({ state: 'delivered' });
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.host).toBe(`rebinding.example:${port}`);
    expect(looked).toBe(1);
    for (const refused of [await send(false, here), await send(true, here, PUBLIC), await send(true)])
      expect(refused).toMatchObject({ state: 'failed' });
    expect(await send(false, here)).toEqual({
      state: 'failed',
      reason:
        'rebinding.example leads to an address of a private network; the operator may allow these with NOTIFY_PRIVATE_NETWORKS=yes',
    });
    expect(received).toHaveLength(1);
  });

  it('is connected to where it was judged, though its name leads elsewhere a moment later', async () => {
    const [judged, other] = [await startReceiver(), await startReceiver()];
    const answers = [{ address: '127.0.0.1', family: 4 }];
    const lookup = async () => Promise.resolve(answers.splice(0, 1));
    const target = `http://rebinding.example:${new URL(judged.origin).port}/`;
    const channels = openChannels({ lookup });
    expect(await channels.send(receiverAt('slack', target), MESSAGE)).toEqual({ state: 'delivered' });
    expect([judged.received.length, other.received.length]).toEqual([1, 0]);
    expect(await channels.send(receiverAt('slack', target), MESSAGE)).toEqual({
      ...{ state: 'failed', reason: 'the name rebinding.example has no address' },
    });
  });

  it('that is not reached is followed by the next one of the name', async () => {
    const { received, origin } = await startReceiver();
    const addresses = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const target = `http://both.example:${new URL(origin).port}/`;
    const channels = openChannels({ lookup: async () => Promise.resolve(addresses) });
    expect(await channels.send(receiverAt('slack', target), MESSAGE)).toEqual({ state: 'delivered' });
    expect(received).toHaveLength(1);
  });
});

it('no kind lacks a sender', () => {
  const channels = openChannels({ smtpUrl: 'smtp://127.0.0.1', mailFrom: 'a@example.com' });
  const targets = {
    email: 'a@example.com',
    ntfy: 'https://ntfy.sh/x',
    apprise: 'https://x.example/notify/x',
  };
  for (const kind of CHANNEL_KINDS) {
    const target = kind in targets ? targets[kind as keyof typeof targets] : 'https://x.example/';
    expect(channels.parseTarget(kind, target)).toBe(target);
  }
});
