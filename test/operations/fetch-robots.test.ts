import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { NotRetrieved, fetchRobots } from '../../src/operations/retrieving/update-robots.ts';
import { startTlsHost } from '../support/tls-host.ts';

const HOST = 'site.example';

type Respond = (response: ServerResponse, path: string) => void;

/** What is fetched from a host that answers so, and the requests that it got. */
async function fetched(respond: Respond, allowsPrivate = true) {
  const requests: { readonly path: string; readonly agent: string | undefined }[] = [];
  const asked = await startTlsHost(HOST, ({ url = '', headers }, response) => {
    requests.push({ path: url, agent: headers['user-agent'] });
    respond(response, url);
  });
  const work = fetchRobots(HOST, { ...asked, allowsPrivate, userAgent: 'site-traffic/test' });
  const text = await work.catch((error: unknown) => {
    expect(error).toBeInstanceOf(NotRetrieved);
    return error as NotRetrieved;
  });
  return { text: text instanceof NotRetrieved ? { problem: text.message } : text, requests };
}

const sends = (status: number, body: string | Buffer) => (response: ServerResponse) =>
  response.writeHead(status).end(body);

/** Leads on so many times, then answers. */
const redirects =
  (times: number): Respond =>
  (response, path) => {
    const nth = Number(/\d+$/.exec(path)?.[0] ?? 0);
    if (nth === times) response.end('Disallow: /');
    else response.writeHead(301, { location: `/${nth + 1}` }).end();
  };

describe('a robots.txt', () => {
  it('is asked for at its address, under a user agent that names the product', async () => {
    const { text, requests } = await fetched(sends(200, 'User-agent: *\r\nDisallow: /\0'));
    expect(text).toBe('User-agent: *\r\nDisallow: /\0');
    expect(requests).toEqual([{ path: '/robots.txt', agent: 'site-traffic/test' }]);
  });

  it.each([400, 401, 404, 410, 429, 499])('that is answered with %d allows everything', async (status) => {
    expect((await fetched(sends(status, 'User-agent: *\nDisallow: /'))).text).toBe('');
  });

  it.each([304, 500, 503])('that is answered with %d is not known', async (status) => {
    const problem = `https://site.example/robots.txt answered ${status}`;
    expect((await fetched(sends(status, ''))).text).toEqual({ problem });
  });

  it('is found behind five redirects, and behind no sixth', async () => {
    expect((await fetched(redirects(5))).text).toBe('Disallow: /');
    const { text, requests } = await fetched(redirects(6));
    expect(text).toEqual({ problem: 'https://site.example/robots.txt: more than 5 redirects' });
    expect(requests).toHaveLength(6);
  });

  it('is not asked for in a private network', async () => {
    const { text, requests } = await fetched(sends(200, ''), false);
    expect(text).toEqual({
      problem: expect.stringMatching(
        /^https:\/\/site\.example\/robots\.txt: site\.example leads to an address of a private network; /,
      ) as string,
    });
    expect(requests).toEqual([]);
  });

  it('is read to its 500th KiB, and what is no UTF-8 is replaced', async () => {
    expect((await fetched(sends(200, '#'.repeat(600_000)))).text).toBe('#'.repeat(512_000));
    const latin1 = Buffer.from('Disallow: /caf\u00E9\n', 'latin1');
    expect((await fetched(sends(200, latin1))).text).toBe('Disallow: /caf\uFFFD\n');
  });
});
