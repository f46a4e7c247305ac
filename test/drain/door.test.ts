import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countStored } from '../queries/support.ts';
import { combinedLine, deliver, makeDrain, rayRecord, startDrains } from './support.ts';

const gateway = startDrains();
const { db } = gateway;
const ndjson = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `${combinedLine(from + n)}\n`).join('');

describe('what comes', () => {
  it.each([
    ['lines of a log', lines(3)],
    ['lines without a last line feed', lines(3).trimEnd()],
    ['NDJSON', ndjson([1, 2, 3].map((n) => rayRecord(n)))],
    ['an array', JSON.stringify([1, 2, 3].map((n) => rayRecord(n)))],
    [
      'an array over several lines',
      JSON.stringify(
        [1, 2, 3].map((n) => rayRecord(n)),
        null,
        2,
      ),
    ],
    ['objects one after the other', [1, 2, 3].map((n) => JSON.stringify(rayRecord(n))).join('')],
    ['objects over several lines', [1, 2, 3].map((n) => JSON.stringify(rayRecord(n), null, 2)).join('\n')],
    ['an array under "records"', JSON.stringify({ records: [1, 2, 3].map((n) => rayRecord(n)) })],
  ])('is recorded and counted: %s', async (_, body) => {
    const drain = await makeDrain(gateway);

    expect(await drain.send(body)).toMatchObject({
      status: 200,
      text: '{"recorded":3,"repeated":0,"passed_over":0}',
    });
    expect(await countStored(db, drain.site.id)).toEqual({ events: 3, inDays: 3, inBuckets: 3 });
  });

  it('may be packed with gzip, whatever the header says', async () => {
    const packed = new Uint8Array(gzipSync(lines(2)));
    for (const headers of [{ 'content-encoding': 'gzip' }, {}] as const) {
      const drain = await makeDrain(gateway);
      expect((await drain.send(packed, headers)).text).toBe('{"recorded":2,"repeated":0,"passed_over":0}');
    }
    const drain = await makeDrain(gateway);
    expect((await drain.send(lines(2), { 'content-encoding': 'gzip' })).status).toBe(200);
  });

  it('may be broken in a line, which loses that line', async () => {
    const drain = await makeDrain(gateway);
    const body = `${lines(1)}nonsense\n${lines(1, 1)}`;
    expect((await drain.send(body)).text).toBe('{"recorded":2,"repeated":0,"passed_over":1}');
  });
});

describe('a batch that comes again', () => {
  it('is recorded once, by its body', async () => {
    const drain = await makeDrain(gateway);
    await drain.send(lines(3));
    expect((await drain.send(lines(3))).text).toBe('{"recorded":0,"repeated":3,"passed_over":0}');
    expect((await drain.send(lines(2))).text).toBe('{"recorded":2,"repeated":0,"passed_over":0}');
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 5 });
  });

  it('is recorded once when it comes several times at the same time', async () => {
    const drain = await makeDrain(gateway);
    const answers = await Promise.all(Array.from({ length: 4 }, () => drain.send(lines(6_000))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 6_000 });
  });
});

describe('the caller', () => {
  it('is known by a key in the path or in a header', async () => {
    const { token } = await makeDrain(gateway);
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    for (const headers of [
      { authorization: `Bearer ${token}` },
      basic(`token:${token}`),
      basic(`${token}:`),
      { 'x-api-key': token },
      { 'x-amz-firehose-access-key': token },
    ] as const)
      for (const path of ['/drain', '/drain/v1/logs'])
        expect((await deliver(gateway, path, { method: 'POST', body: 'test', headers })).status).toBe(200);
    for (const path of [`/drain/${token}`, `/drain/${token}/v1/logs`])
      expect((await deliver(gateway, path, { method: 'POST', body: 'test' })).status).toBe(200);
  });
});
