import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { SignJWT, createLocalJWKSet, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { createPushCheck } from '../../src/drain/push-check.ts';
import { countStored } from '../queries/support.ts';
import { NOW } from '../support/gateway.ts';
import {
  combinedLine,
  combinedLines,
  deliver,
  makeDrain,
  ndjson,
  rayRecord,
  startDrains,
  tally,
} from './support.ts';

const gateway = startDrains();
const { db } = gateway;
const NOW_MS = Date.parse(NOW);
const packed = (text: string | Uint8Array) => new Uint8Array(gzipSync(text));

describe('Cloudflare Logpush', () => {
  it.each(['{"content":"tests"}', '{"content": "tests"}\n', 'test', ''])(
    'tries the address with %j',
    async (body) => {
      const drain = await makeDrain(gateway);

      expect(await drain.send(packed(body))).toMatchObject({ status: 200, text: tally(0) });
    },
  );

  it('sends records with the rays of their requests, and those of Workers', async () => {
    const drain = await makeDrain(gateway);
    const inner = rayRecord(3, { ClientRequestSource: 'edgeWorkerFetch', ParentRayID: '1' });
    const body = packed(ndjson([rayRecord(1), rayRecord(2), inner]));

    expect((await drain.send(body, { 'content-encoding': 'gzip' })).text).toBe(tally(2, 0, 1));
    expect((await drain.send(body, { 'content-encoding': 'gzip' })).text).toBe(tally(0, 2, 1));
  });
});

describe('a Vercel drain', () => {
  const entry = (n: number, given: object = {}) => ({
    ...{ id: `log-${n}`, deploymentId: 'd', projectId: 'p', source: 'lambda', requestId: `request-${n}` },
    proxy: {
      ...{ timestamp: NOW_MS, method: 'GET', host: 'example.com', path: `/page/${n}`, statusCode: 200 },
      ...{ userAgent: ['Mozilla/5.0; GPTBot/1.2'], clientIp: '192.0.2.7' },
    },
    ...given,
  });
  const body = JSON.stringify([entry(1), entry(1, { id: 'another' }), entry(2)]);
  const signed = (text: string | Uint8Array) => ({
    'x-vercel-signature': createHmac('sha1', 'secret').update(text).digest('hex'),
  });

  it('sends several entries of a request, which count once', async () => {
    const drain = await makeDrain(gateway);

    expect((await drain.send(body, signed(body))).text).toBe(tally(2, 0, 1));
    expect((await drain.send(ndjson([entry(2), entry(3)]))).text).toBe(tally(1, 1));
  });

  it('is signed over what is sent, or over what it unpacks to', async () => {
    const drain = await makeDrain(gateway, { signatureSecret: 'secret' });

    for (const headers of [signed(packed(body)), signed(body)])
      expect((await drain.send(packed(body), headers)).status).toBe(200);
    for (const headers of [signed('other'), { 'x-vercel-signature': 'a' }, {}] as Record<string, string>[]) {
      const { status, text } = await drain.send(packed(body), headers);
      expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([401, 'INVALID_KEY']);
    }
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 2 });
  });

  it('reads its code in every answer', async () => {
    const { token, send } = await makeDrain(gateway, { verifyCode: 'code', signatureSecret: 'secret' });
    const answers = [
      await send('test', signed('test')),
      await send('test'),
      await deliver(gateway, `/drain/${token}`, {}),
      await deliver(gateway, `/drain/${token}`, { method: 'HEAD' }),
    ];

    expect(answers.map(({ status, headers }) => [status, headers.get('x-vercel-verify')])).toEqual([
      ...[
        [200, 'code'],
        [401, 'code'],
        [200, 'code'],
        [200, 'code'],
      ],
    ]);
  });
});

describe('Amazon Data Firehose', () => {
  const record = (data: string | Uint8Array) => ({ data: Buffer.from(data).toString('base64') });
  const bodyOf = (...records: readonly object[]) =>
    JSON.stringify({ requestId: 'request-1', timestamp: NOW_MS, records });
  const headers = { 'x-amz-firehose-request-id': 'request-1', 'content-type': 'application/json' };
  const answer = (more: object = {}) => ({ requestId: 'request-1', timestamp: NOW_MS, ...more });

  it('sends lines in base64, one or several in a record, and reads exactly its id and a time', async () => {
    const drain = await makeDrain(gateway);
    const sent = await drain.send(bodyOf(record(combinedLines(2)), record(combinedLine(2))), headers);

    expect([sent.status, JSON.parse(sent.text), sent.headers.get('content-type')]).toEqual([
      ...[200, answer(), 'application/json'],
    ]);
    expect(sent.headers.get('content-encoding')).toBeNull();
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 3 });
  });

  it('sends a batch again with another time, which is recorded once', async () => {
    const drain = await makeDrain(gateway);
    const first = bodyOf(record(combinedLines(3)));
    await drain.send(packed(first), { ...headers, 'content-encoding': 'gzip' });
    await drain.send(first.replace(String(NOW_MS), String(NOW_MS + 1)), headers);

    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 3 });
  });

  it('packs what comes from CloudWatch once more', async () => {
    const drain = await makeDrain(gateway);
    const message = (messageType: string, from: number) =>
      packed(
        JSON.stringify({
          ...{ messageType, owner: '1', logGroup: 'g', logStream: 's' },
          logEvents: [0, 1].map((n) => ({
            id: String(n),
            timestamp: NOW_MS,
            message: combinedLine(from + n),
          })),
        }),
      );
    await drain.send(
      bodyOf(record(message('DATA_MESSAGE', 0)), record(message('CONTROL_MESSAGE', 2))),
      headers,
    );

    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 2 });
  });

  it('loses a record that is broken or too large, and no other', async () => {
    const drain = await makeDrain(gateway);
    const bomb = record(packed(Buffer.alloc(9 * 1_048_576)));
    const broken = [{}, { data: 7 }, record(Uint8Array.from([0x1f, 0x8b, 1, 2])), bomb];
    const sent = await drain.send(
      bodyOf(record(combinedLine(1)), ...broken, record(combinedLine(2))),
      headers,
    );

    expect(sent.status).toBe(200);
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 2 });
  });

  it('is told in its own words why it is refused', async () => {
    const sent = await deliver(gateway, '/drain', {
      method: 'POST',
      body: '{}',
      headers: { ...headers, 'x-amz-firehose-access-key': 'wrong' },
    });

    expect([sent.status, JSON.parse(sent.text)]).toEqual([
      401,
      answer({ errorMessage: expect.stringContaining('The key is unknown, or it is revoked.') as string }),
    ]);
  });
});

describe('a push of Google Cloud Pub/Sub', () => {
  const entry = (n: number) => ({
    insertId: `entry-${n}`,
    timestamp: '2026-03-15T10:00:00.123Z',
    resource: { type: 'http_load_balancer', labels: {} },
    httpRequest: {
      ...{
        requestMethod: 'GET',
        requestUrl: `https://example.com/page/${n}`,
        status: 200,
        responseSize: '512',
      },
      ...{ userAgent: 'Mozilla/5.0; GPTBot/1.2', remoteIp: '192.0.2.7' },
    },
  });
  const pushText = (messageId: string, text: string) =>
    JSON.stringify({
      message: { data: Buffer.from(text).toString('base64'), messageId, attributes: {} },
      subscription: 'projects/p/subscriptions/s',
    });
  const push = (messageId: string, data: object) => pushText(messageId, JSON.stringify(data));

  it('brings an entry, which counts once', async () => {
    const drain = await makeDrain(gateway);

    expect((await drain.send(push('1', entry(1)))).text).toBe(tally(1));
    expect((await drain.send(push('1', entry(1)))).text).toBe(tally(0, 1));
    expect((await drain.send(push('2', entry(1)))).text).toBe(tally(0, 1));
    expect((await drain.send(push('3', entry(2)))).text).toBe(tally(1));
    expect((await drain.send(push('4', { text: 'another log' }))).text).toBe(tally(0, 0, 1));
  });

  it('brings an entry that is nested however deep, on one line or on several', async () => {
    const drain = await makeDrain(gateway);
    const [deep, end] = ['['.repeat(20_000), ']'.repeat(20_000)];
    const nested = JSON.stringify({ ...entry(1), jsonPayload: 0 }).replace(':0}', `:${deep}${end}}`);

    expect(await drain.send(pushText('1', nested))).toMatchObject({ status: 200, text: tally(1) });
    expect((await drain.send(pushText('2', JSON.stringify(entry(2), null, 2)))).text).toBe(tally(1));
  });

  it.each([
    ['deliveryAttempt', 'message', 'subscription'],
    ['deliveryAttempt', 'subscription', 'message'],
    ['subscription', 'deliveryAttempt', 'message'],
    ['message', 'subscription', 'deliveryAttempt'],
  ])('has its fields in any order: %s, %s, %s', async (...names) => {
    const drain = await makeDrain(gateway);
    const envelope = { ...(JSON.parse(push('1', entry(1))) as object), deliveryAttempt: 1 };
    const fields = names.map((name) => [name, envelope[name as keyof typeof envelope]]);

    expect((await drain.send(JSON.stringify(Object.fromEntries(fields)))).text).toBe(tally(1));
  });

  it('is not what lines of JSON are that have a message among other fields', async () => {
    const drain = await makeDrain(gateway);
    const lines = [1, 2].map((n) => ({ ...rayRecord(n), message: { data: '' }, subscription: 'projects/p' }));

    expect((await drain.send(ndjson(lines))).text).toBe(tally(2));
  });

  it('has a token that Google made for the audience, if one is set', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const other = await generateKeyPair('RS256');
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'RS256' }] });
    const checked = startDrains({ checkPush: createPushCheck(keys, () => NOW_MS) });
    const drain = await makeDrain(checked, { audience: 'https://stats.example' });
    const tokenWith = async (given: {
      aud?: string;
      iss?: string;
      key?: typeof privateKey;
      expMs?: number;
    }) =>
      new SignJWT({ email: 'push@p.iam.gserviceaccount.com' })
        .setProtectedHeader({ alg: 'RS256', kid: 'a' })
        .setAudience(given.aud ?? 'https://stats.example')
        .setIssuer(given.iss ?? 'https://accounts.google.com')
        .setExpirationTime(Math.floor((given.expMs ?? NOW_MS + 60_000) / 1000))
        .sign(given.key ?? privateKey);
    const statusWith = async (token: string | undefined) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await drain.send(push('1', entry(1)), headers)).status;
    };

    expect(await statusWith(await tokenWith({}))).toBe(200);
    expect([
      await statusWith(undefined),
      await statusWith('nonsense'),
      await statusWith(await tokenWith({ aud: 'https://other.example' })),
      await statusWith(await tokenWith({ iss: 'https://issuer.example' })),
      await statusWith(await tokenWith({ key: other.privateKey })),
      await statusWith(await tokenWith({ expMs: NOW_MS - 600_000 })),
    ]).toEqual([401, 401, 401, 401, 401, 401]);
  });
});

describe("Heroku's Logplex", () => {
  const frame = (message: string) => {
    const text = `<158>1 2026-03-15T10:00:00+00:00 host app web.1 - ${message}\n`;
    return `${Buffer.byteLength(text)} ${text}`;
  };
  const headers = {
    'content-type': 'application/logplex-1',
    'logplex-frame-id': 'frame-1',
    'logplex-msg-count': '3',
  };

  it('counts the bytes of each message, and names a batch', async () => {
    const drain = await makeDrain(gateway);
    const body =
      frame(combinedLine(1)) + frame('State changed from starting to up – é') + frame(combinedLine(2));

    expect((await drain.send(body, headers)).text).toBe(tally(2, 0, 1));
    expect((await drain.send(body, headers)).text).toBe(tally(0, 2, 1));
  });
});
