import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createGzip } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Served, ignore, readWhole, serve } from '../faults/http.ts';
import { countStored } from '../queries/support.ts';
import { combinedLine, combinedLines, makeDrain, startDrains } from './support.ts';

const gateway = startDrains();
const { db } = gateway;
const MIB = 1_048_576;

/** A POST whose headers are sent; its body is the test's. */
function open({ url }: Served, path: string, headers: OutgoingHttpHeaders = {}): ClientRequest {
  const asked = request(url + path, { method: 'POST', agent: false, headers });
  asked.on('error', ignore).flushHeaders();
  onTestFinished(() => {
    asked.destroy();
  });
  return asked;
}

async function answerTo(asked: ClientRequest) {
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const { status, text } = await readWhole(response);
  return { status, text, headers: response.headers };
}

describe('a server', () => {
  it('receives a batch beyond the bound of other routes in pieces, and says the length of its answer', async () => {
    const { token, site } = await makeDrain(gateway);
    const headers = { 'x-amz-firehose-request-id': 'a' };
    const asked = open(await serve(db), `/drain/${token}`, headers);
    const data = Buffer.from(combinedLine(1).padEnd(1_000)).toString('base64');
    asked.write('{"requestId":"a","records":[');
    for (let n = 0; n < 3_000; n++) asked.write(`${n === 0 ? '' : ','}{"data":"${data}"}`);
    asked.end(']}');
    const { status, text, headers: answered } = await answerTo(asked);

    expect([status, answered['content-length'], answered['transfer-encoding']]).toEqual([
      ...[200, String(text.length), undefined],
    ]);
    expect(await countStored(db, site.id)).toMatchObject({ events: 3_000 });
  });

  it.each([
    ['of an announced length', { 'content-length': 3 * MIB }],
    ['in chunks', {}],
  ])('records nothing of a body %s that is cut', async (_, headers) => {
    const { token, site } = await makeDrain(gateway);
    const server = await serve(db);
    const asked = open(server, `/drain/${token}`, headers);
    await new Promise((resolve) => asked.write(combinedLines(15_000), resolve));
    await server.live();
    asked.destroy();
    await server.stop();

    expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
    expect(server.logged().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('answers 401 once a short body has arrived, and at once before a long one', async () => {
    const server = await serve(db);
    const short = open(server, '/drain/nonsense', { 'content-length': 100 });
    short.end(Buffer.alloc(100, '{'));
    const long = open(server, '/drain/nonsense', { 'content-length': 10 * MIB });

    const [first, second] = await Promise.all([answerTo(short), answerTo(long)]);
    expect([first.status, first.headers.connection]).toEqual([401, 'close']);
    expect([second.status, second.headers.connection]).toEqual([401, 'close']);
  });

  it('refuses a body that is announced as too large before it arrives', async () => {
    const { token } = await makeDrain(gateway);
    const server = await serve(db);
    const asked = open(server, `/drain/${token}`, { 'content-length': 64 * MIB + 1 });
    const ofFirehose = { 'x-amz-firehose-request-id': 'a', 'content-length': 96 * MIB + 1 };

    expect(await answerTo(asked)).toMatchObject({
      status: 413,
      text: JSON.stringify({
        error:
          'A batch holds at most 64 MiB, unpacked, and 1,000,000 records. Set the sender to smaller batches.',
        code: 'BATCH_TOO_LARGE',
      }),
    });
    expect(await answerTo(open(server, `/drain/${token}`, ofFirehose))).toMatchObject({ status: 413 });
  });

  it('stops unpacking a body at the bound, in little memory, and records nothing of it', async () => {
    const { token, site } = await makeDrain(gateway);
    const asked = open(await serve(db), `/drain/${token}`, { 'content-encoding': 'gzip' });
    const packed = createGzip();
    packed.on('error', ignore).pipe(asked);
    const answered = answerTo(asked);
    packed.write(combinedLines(10));
    for (let n = 0; n < 66; n++) packed.write(Buffer.alloc(MIB, ' '));
    packed.end();

    expect((await answered).status).toBe(413);
    expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
  });
});
