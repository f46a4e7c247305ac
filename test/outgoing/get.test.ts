import { type ServerResponse, createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type GetParts, type Got, get } from '../../src/outgoing/get.ts';
import { NoResponse } from '../../src/outgoing/no-response.ts';
import { readBegin } from '../../src/outgoing/response.ts';
import { userAgentOf } from '../../src/outgoing/user-agent.ts';
import { listenHere } from '../support/listen-here.ts';
import { startTlsHost } from '../support/tls-host.ts';

const PARTS: GetParts = { allowsPrivate: true, userAgent: 'site-traffic/test', withinMs: 20_000 };

const HERE = { address: '127.0.0.1', family: 4 };
const PUBLIC = { address: '93.184.215.14', family: 4 };

/** A server with an answer for each path, and the requests that it got. */
async function startServer(answers: Readonly<Record<string, (response: ServerResponse) => void>>) {
  const requests: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers });
    (answers[url] ?? ((missing) => missing.writeHead(404).end()))(response);
  });
  return { requests, origin: `http://127.0.0.1:${await listenHere(server)}` };
}

const redirect = (status: number, location: string) => (response: ServerResponse) =>
  response.writeHead(status, { location }).end('moved');

async function readText({ status, url, body }: Got) {
  const { octets, isCut } = await readBegin(body, 10);
  return { status, url, text: octets.toString(), isCut };
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NoResponse);
  return (error as Error).message;
}

describe('a response', () => {
  it('is handed over as it was sent, with the begin of its body', async () => {
    const { origin, requests } = await startServer({
      '/a?b': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('0123456789'),
      '/long': (response) => response.writeHead(404).end('0123456789x'),
    });
    expect(await get(`${origin}/a?b`, PARTS, readText)).toEqual({
      ...{ status: 200, url: `${origin}/a?b`, text: '0123456789', isCut: false },
    });
    expect(await get(`${origin}/long`, PARTS, readText)).toEqual({
      ...{ status: 404, url: `${origin}/long`, text: '0123456789', isCut: true },
    });
    expect(await get(`${origin}/a?b`, PARTS, ({ headers }) => headers['content-type'])).toBe('text/plain');
    expect(requests[0]?.headers).toMatchObject({
      ...{ 'user-agent': 'site-traffic/test', 'accept-encoding': 'identity', connection: 'close' },
    });
  });

  it('closes its connection once it is read, though it has no end, and though reading it fails', async () => {
    let open = 0;
    const { origin } = await startServer({
      '/endless': (response) => {
        open += 1;
        response.on('close', () => (open -= 1));
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
          response.once('drain', write);
        };
        write();
      },
    });
    expect(await get(`${origin}/endless`, PARTS, readText)).toMatchObject({ isCut: true });
    const failing = get(`${origin}/endless`, PARTS, () => Promise.reject(new RangeError('mine')));
    await expect(failing).rejects.toThrow(RangeError);
    await expect.poll(() => open).toBe(0);
  });

  it('comes in time or not at all, whatever is waited for', async () => {
    const { origin } = await startServer({
      '/silent': () => undefined,
      '/trickling': (response) => {
        const timer = setInterval(() => response.write('.'), 5);
        response.on('close', () => clearInterval(timer));
      },
      '/quick': (response) => response.end('x'),
    });
    const parts = { ...PARTS, withinMs: 100 };
    const late = 'no answer within 0.1 seconds';
    const all = async ({ body }: Got) => readBegin(body, 1_000_000);
    const never = async () => new Promise<never>(() => undefined);
    expect(await problemOf(get(`${origin}/silent`, parts, readText))).toBe(late);
    expect(await problemOf(get(`${origin}/trickling`, parts, all))).toBe(late);
    expect(await problemOf(get(`${origin}/quick`, parts, never))).toBe(late);
    expect(await problemOf(get('https://slow.example/', { ...parts, lookup: never }, readText))).toBe(late);
  });

  it('comes in time or not at all, though memory is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { origin } = await startServer({ '/': () => undefined });
    const collecting = setInterval(collect, 20);
    try {
      expect(await problemOf(get(origin, { ...PARTS, withinMs: 500 }, readText))).toBe(
        'no answer within 0.5 seconds',
      );
    } finally {
      clearInterval(collecting);
    }
  });

  it('is unpacked, though it was not to be packed', async () => {
    const text = 'a'.repeat(9);
    const packed = { gzip: gzipSync(text), br: brotliCompressSync(text), deflate: deflateSync(text) };
    const answer = (coding: string, body: Buffer | string) => (response: ServerResponse) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    const { origin } = await startServer({
      ...Object.fromEntries(
        Object.entries(packed).map(([coding, body]) => [`/${coding}`, answer(coding, body)]),
      ),
      '/bomb': answer('gzip', gzipSync(Buffer.alloc(5_000_000))),
      '/plain': answer('gzip', text),
      '/cut': answer('br', packed.br.subarray(0, 5)),
      '/zstd': answer('zstd', text),
    });
    for (const coding of Object.keys(packed))
      expect(await get(`${origin}/${coding}`, PARTS, readText)).toMatchObject({ text, isCut: false });
    expect(await get(`${origin}/bomb`, PARTS, readText)).toMatchObject({ isCut: true });
    const reason = (path: string) => problemOf(get(origin + path, PARTS, readText));
    expect(await reason('/plain')).toBe('the answer is not packed by gzip, as it says');
    expect(await reason('/cut')).toBe('the answer is not packed by br, as it says');
    expect(await reason('/zstd')).toBe('the answer is packed in a way that was not asked for');
  });

  it('that breaks off is told in words', async () => {
    const { origin } = await startServer({
      '/cut': (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      },
    });
    const whole = get(`${origin}/cut`, PARTS, async ({ body }) => readBegin(body, 1_000));
    expect(await problemOf(whole)).toBe('the connection was closed before the answer');
  });
});

describe('a redirect', () => {
  it('is followed five times, and no sixth time', async () => {
    const chain = Object.fromEntries(
      [301, 302, 303, 307, 308, 302].map((status, at) => [`/${at}`, redirect(status, `/${at + 1}`)]),
    );
    const { origin, requests } = await startServer({ ...chain, '/6': (response) => response.end('here') });
    expect(await get(`${origin}/1`, PARTS, readText)).toMatchObject({ url: `${origin}/6`, text: 'here' });
    expect(requests).toHaveLength(6);
    expect(await problemOf(get(`${origin}/0`, PARTS, readText))).toBe('more than 5 redirects');
    expect(requests).toHaveLength(12);
    expect(await problemOf(get(`${origin}/1`, { ...PARTS, maxRedirects: 2 }, readText))).toBe(
      'more than 2 redirects',
    );
  });

  it('waits for the turn of its host, which takes none of the time', async () => {
    const { origin } = await startServer({
      '/': redirect(302, '/a'),
      '/a': redirect(302, '/b'),
      '/b': (response) => response.end('here'),
    });
    const turns: string[] = [];
    const turnOf = async (host: string) => {
      turns.push(host);
      await new Promise(setImmediate);
    };
    expect(await get(origin, { ...PARTS, turnOf }, readText)).toMatchObject({ text: 'here' });
    const { host } = new URL(origin);
    expect(turns).toEqual([host, host, host]);
    const stopped = get(origin, { ...PARTS, turnOf: () => Promise.reject(new Error('stopped')) }, readText);
    await expect(stopped).rejects.toThrow('stopped');
  });

  it('that leads nowhere is named', async () => {
    const { origin } = await startServer({ '/': redirect(302, 'https://web.example/') });
    const lookup = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    expect(await problemOf(get(origin, { ...PARTS, lookup }, readText))).toBe(
      'it redirects to https://web.example: the name is unknown',
    );
  });

  it('without an address is a response, and so is 304', async () => {
    const { origin } = await startServer({
      '/bare': (response) => response.writeHead(302).end('where'),
      '/304': (response) => response.writeHead(304, { location: '/bare' }).end(),
    });
    expect(await get(`${origin}/bare`, PARTS, readText)).toMatchObject({ status: 302, text: 'where' });
    expect(await get(`${origin}/304`, PARTS, readText)).toMatchObject({ status: 304 });
  });

  it.each([
    ['http://93.184.215.14/', '93.184.215.14 leads to an address on the public Internet'],
    ['https://[64:ff9b::a00:1]/', '64:ff9b::a00:1 leads to an address to which nothing is sent'],
    ['file:///etc/passwd', 'file:// is no https address'],
    ['https://:0', 'it redirects to what is no address'],
  ])('to %s is not followed', async (location, problem) => {
    const { origin } = await startServer({ '/': redirect(302, location) });
    expect(await problemOf(get(`${origin}/`, PARTS, readText))).toContain(problem);
  });
});

describe('a name', () => {
  it('is judged by each of its addresses, at each request anew', async () => {
    const { origin, requests } = await startServer({ '/': redirect(302, '/next') });
    const { port } = new URL(origin);
    const answers = [[HERE], [HERE, PUBLIC]];
    const lookup = async () => Promise.resolve(answers.shift() ?? []);
    const asked = get(`http://rebinding.example:${port}/`, { ...PARTS, lookup }, readText);
    expect(await problemOf(asked)).toContain('rebinding.example leads to an address on the public Internet');
    expect(requests).toHaveLength(1);
    const none = get(`http://rebinding.example:${port}/`, { ...PARTS, lookup }, readText);
    expect(await problemOf(none)).toBe('the name rebinding.example has no address');
  });

  it('is asked by https only where private networks are not allowed, and for its certificate', async () => {
    const requests: string[] = [];
    const { testServer, lookup } = await startTlsHost('site.example', ({ url = '' }, response) => {
      requests.push(url);
      response.end('secure');
    });
    const { port } = testServer;
    const closed = { ...PARTS, allowsPrivate: false, lookup };
    expect(await problemOf(get(`http://site.example:${port}/`, closed, readText))).toBe(
      `http://site.example:${port} is no https address`,
    );
    expect(await problemOf(get(`https://site.example:${port}/`, closed, readText))).toMatch(
      /^site\.example leads to an address of a private network; .* NOTIFY_PRIVATE_NETWORKS=yes$/,
    );
    expect(await problemOf(get(`https://site.example:${port}/`, { ...PARTS, lookup }, readText))).toBe(
      'the certificate is not valid: its authority is not known',
    );
    expect(requests).toEqual([]);
    const trusting = { ...PARTS, lookup, testServer };
    expect(await get('https://user:word@site.example/robots.txt', trusting, readText)).toEqual({
      ...{ status: 200, url: 'https://site.example/robots.txt', text: 'secure', isCut: false },
    });
    expect(await problemOf(get('https://other.example/', trusting, readText))).toBe(
      'the certificate is not valid: it is for another name',
    );
    expect(requests).toEqual(['/robots.txt']);
  });
});

it('a request names the product, and where its operator is found', () => {
  expect(userAgentOf(undefined)).toMatch(/^site-traffic\/\d+\.\d+\.\d+$/);
  expect(userAgentOf('https://stats.example.com')).toMatch(
    /^site-traffic\/\d+\.\d+\.\d+ \(\+https:\/\/stats\.example\.com\)$/,
  );
});
