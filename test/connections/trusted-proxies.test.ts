import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/domain/api-key.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';
import { type Served, readWhole, serve } from '../faults/http.ts';

const db = testDatabase();

/** The status of a request with an invalid key, as a proxy on this machine forwards it for a client. */
async function forward({ open }: Served, client: string): Promise<number> {
  const headers = { 'x-forwarded-for': client };
  return (await readWhole(await open('/api/v1/sites', { key: generateApiKey(), headers }))).status;
}

async function forwardOften(server: Served, client: string): Promise<void> {
  for (let times = 0; times < 60; times += 1) expect(await forward(server, client)).toBe(401);
}

it('counts invalid keys by the client that a trusted proxy names, and does not lock out its other clients', async () => {
  const server = await serve(db, { env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  await forwardOften(server, '203.0.113.1, 198.51.100.7');

  expect(await forward(server, '203.0.113.2, 198.51.100.7')).toBe(429);
  expect(await forward(server, '198.51.100.8')).toBe(401);
});

it('counts them by the address of the connection where no proxy is trusted, whatever X-Forwarded-For says', async () => {
  const server = await serve(db);
  await forwardOften(server, '198.51.100.7');

  expect(await forward(server, '198.51.100.8')).toBe(429);
});

describe('the header with the user', () => {
  const EMAIL = '{account{email}}';

  async function readEmail({ open, url }: Served, headers: OutgoingHttpHeaders) {
    const path = `/graphql?query=${encodeURIComponent(EMAIL)}`;
    const { status, text } = await readWhole(await open(path, { headers: { origin: url, ...headers } }));
    const { data, errors } = JSON.parse(text) as {
      data?: { account: { email: string } };
      errors?: readonly { extensions: { code: string } }[];
    };
    return [status, data?.account.email ?? errors?.[0]?.extensions.code];
  }

  it('signs in whom a trusted proxy names, once, whatever X-Forwarded-For says', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', TRUSTED_USER_HEADER: 'X-User' };
    const server = await serve(db, { env });
    const { email } = await makeOwner(db);
    const other = await makeOwner(db);

    expect(await readEmail(server, { 'x-user': email })).toEqual([200, email]);
    expect(await readEmail(server, { 'x-user': email, 'x-forwarded-for': '203.0.113.1' })).toEqual([
      200,
      email,
    ]);
    expect(await readEmail(server, { 'x-user': [email, other.email] })).toEqual([403, 'PROXY_USER_REFUSED']);
    expect(await readEmail(server, { 'x-user': [email, email] })).toEqual([403, 'PROXY_USER_REFUSED']);
    expect(await readEmail(server, { 'x-user': '' })).toEqual([401, 'MISSING_KEY']);
  });

  it('counts for nothing from anybody else, even if X-Forwarded-For names the proxy', async () => {
    const { email } = await makeOwner(db);
    const sent = { 'x-user': email, 'x-forwarded-for': '10.0.0.1' };
    const elsewhere = { TRUSTED_PROXIES: '10.0.0.0/8', TRUSTED_USER_HEADER: 'X-User' };
    for (const env of [elsewhere, { TRUSTED_PROXIES: '127.0.0.1' }])
      expect(await readEmail(await serve(db, { env }), sent)).toEqual([401, 'MISSING_KEY']);
  });

  it('changes nothing for a page whose origin only the headers of the proxy tell', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', TRUSTED_USER_HEADER: 'X-User' };
    const server = await serve(db, { env });
    const { email } = await makeOwner(db);
    const rebound = { 'x-user': email, host: 'rebound.example', origin: 'http://rebound.example' };
    const sent = { ...rebound, 'x-forwarded-proto': 'http' };
    expect(await readEmail(server, sent)).toEqual([403, 'ORIGIN_REFUSED']);
    const named = { env: { ...env, PUBLIC_URL: 'http://rebound.example' } };
    expect(await readEmail(await serve(db, named), rebound)).toEqual([200, email]);
  });
});

describe('the origin that a proxy sends', () => {
  /** The status of signing out, and the log of what was refused. */
  async function signOut(env: NodeJS.ProcessEnv, headers: OutgoingHttpHeaders) {
    const { open, logged } = await serve(db, { env });
    const { status } = await readWhole(await open('/session', { method: 'DELETE', headers }));
    const refused = logged().find(({ msg }) => String(msg).startsWith('ORIGIN_REFUSED'));
    return { status, expected: refused?.['expected'], advice: String(refused?.['msg']) };
  }

  const SENT = { origin: 'https://a.example', host: 'a.example', 'x-forwarded-proto': 'https' };
  const LOCAL = expect.arrayContaining([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]) as unknown;

  it('counts if the proxy is trusted, and PUBLIC_URL before it', async () => {
    const trusted = { TRUSTED_PROXIES: '127.0.0.1' };
    expect(await signOut(trusted, SENT)).toMatchObject({ status: 204 });
    expect(await signOut({ ...trusted, PUBLIC_URL: 'https://b.example' }, SENT)).toMatchObject({
      ...{ status: 403, expected: ['https://b.example'] },
    });
    expect(await signOut(trusted, { ...SENT, origin: 'https://evil.example' })).toMatchObject({
      ...{ status: 403, expected: ['https://a.example'] },
    });
  });

  it('counts for nothing from anybody else: the log says what to set', async () => {
    for (const env of [{}, { TRUSTED_PROXIES: '10.0.0.0/8' }])
      expect(await signOut(env, SENT)).toEqual({
        status: 403,
        expected: LOCAL,
        advice: expect.stringContaining('set PUBLIC_URL to it, or TRUSTED_PROXIES to the address') as unknown,
      });
  });
});
