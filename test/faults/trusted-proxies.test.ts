import { expect, it } from 'vitest';
import { generateApiKey } from '../../src/domain/api-key.ts';
import { testDatabase } from '../support/gateway.ts';
import { type Served, readWhole, serve } from './http.ts';

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
