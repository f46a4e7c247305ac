import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { countStored } from '../queries/support.ts';
import { makeKey } from '../support/makers.ts';
import { combinedLines, deliver, makeDrain, ndjson, rayRecord, startDrains, tally } from './support.ts';

const gateway = startDrains();
const { db } = gateway;
const RAYS = [1, 2, 3].map((n) => rayRecord(n));
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

describe('what comes', () => {
  it.each([
    ['lines of a log', combinedLines(3)],
    ['lines without a last line feed', combinedLines(3).trimEnd()],
    ['NDJSON', ndjson(RAYS)],
    ['an array', JSON.stringify(RAYS)],
    ['an array over several lines', JSON.stringify(RAYS, null, 2)],
    ['objects one after the other', RAYS.map((ray) => JSON.stringify(ray)).join('')],
    ['objects over several lines', RAYS.map((ray) => JSON.stringify(ray, null, 2)).join('\n')],
    ['an array under "records"', JSON.stringify({ records: RAYS })],
  ])('is recorded and counted: %s', async (_, body) => {
    const drain = await makeDrain(gateway);

    expect(await drain.send(body)).toMatchObject({ status: 200, text: tally(3) });
    expect(await countStored(db, drain.site.id)).toEqual({ events: 3, inDays: 3, inBuckets: 3 });
  });

  it.each([
    ['gzip, as the header says', new Uint8Array(gzipSync(combinedLines(2))), 'gzip'],
    ['gzip, without the header', new Uint8Array(gzipSync(combinedLines(2))), 'identity'],
    ['unpacked on the way', combinedLines(2), 'gzip'],
  ])('may be packed: %s', async (_, body, encoding) => {
    const drain = await makeDrain(gateway);

    expect((await drain.send(body, { 'content-encoding': encoding })).text).toBe(tally(2));
  });

  it.each([
    ['a line of a log', `${combinedLines(1)}nonsense\n${combinedLines(1, 1)}`],
    ['a line of JSON', `${JSON.stringify(RAYS[0])}\n{"broken":\n${JSON.stringify(RAYS[1])}\n`],
    ['the first line', `{"broken": "\n${ndjson(RAYS.slice(0, 2))}`],
  ])('loses what is broken, and nothing else: %s', async (_, body) => {
    const drain = await makeDrain(gateway);

    expect((await drain.send(body)).text).toBe(tally(2, 0, 1));
  });

  it('may have more events than a transaction', async () => {
    const drain = await makeDrain(gateway);

    expect((await drain.send(combinedLines(11_000))).text).toBe(tally(11_000));
    expect(await countStored(db, drain.site.id)).toEqual({
      ...{ events: 11_000, inDays: 11_000, inBuckets: 11_000 },
    });
  });
});

describe('a batch that comes again', () => {
  it('is recorded once, by its body', async () => {
    const drain = await makeDrain(gateway);
    await drain.send(combinedLines(3));

    expect((await drain.send(combinedLines(3))).text).toBe(tally(0, 3));
    expect((await drain.send(combinedLines(2))).text).toBe(tally(2));
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 5 });
  });

  it('is recorded once, by its key', async () => {
    const drain = await makeDrain(gateway);
    const headers = { 'idempotency-key': 'one' };

    expect((await drain.send(combinedLines(3), headers)).text).toBe(tally(3));
    expect((await drain.send(combinedLines(3, 7), headers)).text).toBe(tally(0, 3));
    expect((await drain.send(combinedLines(3), { 'idempotency-key': 'two' })).text).toBe(tally(3));
  });

  it('is recorded where its records are new by their ids, whatever its key is', async () => {
    const drain = await makeDrain(gateway);
    const headers = { 'idempotency-key': 'one' };
    await drain.send(ndjson(RAYS), headers);

    expect((await drain.send(ndjson([...RAYS, rayRecord(4)]), headers)).text).toBe(tally(1, 3));
    expect((await drain.send(JSON.stringify([rayRecord(4), rayRecord(5)]))).text).toBe(tally(1, 1));
  });

  it('is recorded once when it comes several times at the same time', async () => {
    const drain = await makeDrain(gateway);
    const answers = await Promise.all(Array.from({ length: 4 }, () => drain.send(combinedLines(6_000))));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 6_000 });
  });
});

describe('the caller', () => {
  it('is known by a key in the path or in a header', async () => {
    const { token } = await makeDrain(gateway);
    const inHeaders = [
      { authorization: `Bearer ${token}` },
      basic(`token:${token}`),
      basic(`${token}:`),
      { 'x-api-key': token },
      { 'x-amz-firehose-access-key': token },
    ].flatMap((headers) => ['/drain', '/drain/v1/logs'].map((path) => ({ path, headers })));
    const inPaths = [`/drain/${token}`, `/drain/${token}/v1/logs`].map((path) => ({ path, headers: {} }));

    for (const { path, headers } of [...inHeaders, ...inPaths]) {
      const init = { body: 'test', headers: headers as Record<string, string> };
      for (const method of ['POST', 'PUT'])
        expect((await deliver(gateway, path, { ...init, method })).status).toBe(200);
      expect(await deliver(gateway, path, { headers: init.headers })).toMatchObject({
        status: 200,
        text: 'This drain takes logs by POST: one record a line, a JSON array, or what your sender sends by itself.\n',
      });
      expect((await deliver(gateway, path, { headers: init.headers, method: 'HEAD' })).status).toBe(200);
    }
  });

  it('is refused with another key, or with none', async () => {
    const { token, site } = await makeDrain(gateway);
    const { key: collects } = await makeKey(db, site.accountId, site.id);
    const { key: reads } = await makeKey(db, site.accountId);
    const statuses = [
      `/drain/${token}x`,
      '/drain/nonsense',
      '/drain',
      `/drain/${collects}`,
      `/drain/${reads}`,
    ].map(async (path) => {
      const [post, get] = await Promise.all([
        deliver(gateway, path, { method: 'POST', body: combinedLines(1) }),
        deliver(gateway, path, {}),
      ]);
      const { code } = JSON.parse(post.text) as { code: string };
      return [post.status, get.status, code];
    });

    expect(await Promise.all(statuses)).toEqual([
      [401, 401, 'INVALID_KEY'],
      [401, 401, 'INVALID_KEY'],
      [401, 401, 'MISSING_KEY'],
      [403, 403, 'SITE_NOT_FOUND'],
      [403, 403, 'SITE_NOT_FOUND'],
    ]);
  });

  it('is in no line of the log', async () => {
    const drain = await makeDrain(gateway);
    const almost = drain.token.slice(0, -1);
    await drain.send('test');
    await drain.send('test', {}, `/drain/${almost}`);
    await drain.send('test', {}, `/drain/${almost}/v1/logs`);

    const lines = gateway.logged().map((line) => JSON.stringify(line));
    expect(lines.filter((line) => line.includes(almost))).toEqual([]);
    expect(lines.filter((line) => line.includes('"/drain/[key]/v1/logs"')).length).toBeGreaterThan(0);
  });
});

describe('a refusal', () => {
  it.each(['zstd', 'snappy', 'br', 'gzip, zstd'])('of an encoding names gzip: %s', async (encoding) => {
    const drain = await makeDrain(gateway);
    const { status, text } = await drain.send('test', { 'content-encoding': encoding });

    expect([status, JSON.parse(text)]).toEqual([
      400,
      {
        error: `The batch is compressed with "${encoding}". Set the sender to gzip, once, or to no compression.`,
        code: 'INVALID_PARAMETER',
      },
    ]);
  });

  it('of what is compressed without saying so names gzip, too', async () => {
    const drain = await makeDrain(gateway);
    const zstd = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]);

    expect((await drain.send(zstd)).text).toContain('compressed with zstd. Set the sender to gzip, once');
  });

  it('asks for gzip data without its end again, and not for damaged data', async () => {
    const drain = await makeDrain(gateway);
    const whole = gzipSync(combinedLines(1_000));
    const damaged = Buffer.from(whole);
    damaged.fill(0, 100, 200);

    expect(await drain.send(new Uint8Array(whole.subarray(0, -20)))).toMatchObject({ status: 503 });
    expect(await drain.send(new Uint8Array(damaged))).toMatchObject({ status: 400 });
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 0 });
  });

  it.each(['gzip, gzip', 'gzip'])('of what gzip has packed twice asks for once: %s', async (encoding) => {
    const drain = await makeDrain(gateway);
    const twice = new Uint8Array(gzipSync(gzipSync(combinedLines(2))));
    const { status, text } = await drain.send(twice, { 'content-encoding': encoding });

    expect([status, JSON.parse(text)]).toEqual([
      400,
      {
        error: 'The batch is compressed with gzip twice. Set the sender to gzip, once, or to no compression.',
        code: 'INVALID_PARAMETER',
      },
    ]);
  });

  it('of a batch beyond the quota comes after what fits, and a repeat records the rest', async () => {
    const plans = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: 8 } };
    const poor = startDrains({ plans });
    const drain = await makeDrain(poor);
    await drain.send(combinedLines(6));
    const refused = await drain.send(combinedLines(5, 100));

    expect([refused.status, refused.headers.get('retry-after'), JSON.parse(refused.text)]).toEqual([
      429,
      '3600',
      {
        code: 'LIMIT_EXCEEDED',
        error: expect.stringContaining('2 records of this batch were recorded now') as string,
      },
    ]);
    const rich = {
      ...drain,
      send: (body: string) => deliver(gateway, `/drain/${drain.token}`, { method: 'POST', body }),
    };
    expect((await rich.send(combinedLines(5, 100))).text).toBe(tally(3, 2));
    expect((await drain.send(combinedLines(6))).status).toBe(200);
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 11 });
  });
});

describe('the challenge of Fastly', () => {
  it('is answered for any service', async () => {
    expect(await deliver(gateway, '/.well-known/fastly/logging/challenge', {})).toMatchObject({
      status: 200,
      text: '*\n',
    });
  });
});
