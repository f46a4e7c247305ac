import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/domain/session.ts';
import { markAccountDeleted } from '../../src/queries/accounts.ts';
import { deleteEndedSessions, findSession } from '../../src/queries/sessions.ts';
import { pathOf } from '../collect/support.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { makeSite } from '../support/makers.ts';
import { BUDGETS } from '../twins/support.ts';
import { OWN_ORIGIN, PASSWORD, ask, cookieOf, makeInvitation, makeSignedIn, send } from './support.ts';

const gateway = startGateway();
const HOUR_MS = 3_600_000;
const SITES = '{ sites { id } }';

async function isSignedIn(at: TestGateway, cookie: string): Promise<boolean> {
  const { status, body } = await ask(at, cookie, SITES);
  if (status === 200) return true;
  const message = 'The session has ended. Sign in again.';
  expect([status, body]).toEqual([401, { errors: [{ message, extensions: { code: 'SESSION_ENDED' } }] }]);
  return false;
}

describe('the cookie of a session', () => {
  it('is closed to scripts and to other sites', async () => {
    const { email } = await makeSignedIn(gateway);
    const { headers } = await send(gateway, { email, password: PASSWORD });
    expect(headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('is, behind TLS, bound to the host, and the only one that is read', async () => {
    const secure = startGateway({ publicUrl: 'https://stats.example.com' });
    const headers = { origin: 'https://stats.example.com' };
    const { email } = await makeSignedIn(gateway);
    const signedIn = await send(secure, { email, password: PASSWORD }, { headers });
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const cookie = cookieOf(signedIn);
    expect((await ask(secure, cookie, SITES, headers)).status).toBe(200);
    const plain = await ask(secure, cookie.replace('__Host-', ''), SITES, headers);
    expect(plain.body.errors[0].extensions.code).toBe('MISSING_KEY');
  });

  it('counts for nothing beside another of its name', async () => {
    const { cookie } = await makeSignedIn(gateway);
    expect(await isSignedIn(gateway, `other=1; ${cookie}`)).toBe(true);
    expect(await isSignedIn(gateway, `session=x; ${cookie}`)).toBe(false);
  });
});

describe('a session', () => {
  it('ends when it is not used for its idle time, and at its longest time however often it is used', async () => {
    const limits = { idleMs: 2 * HOUR_MS, maxMs: 5 * HOUR_MS };
    const used = startGateway({ sessionLimits: limits });
    const idle = await makeSignedIn(used);
    const { cookie } = await makeSignedIn(used);
    const states: boolean[] = [];
    for (let hours = 1; hours <= 5; hours += 1) {
      used.clock.advance(HOUR_MS);
      states.push(await isSignedIn(used, cookie));
      // what is noted beside the request is there before the clock moves on
      if (states.at(-1) === true) await expect.poll(() => lastUse(used, cookie)).toBe(used.clock.now());
    }
    expect(states).toEqual([true, true, true, true, false]);
    expect(await isSignedIn(used, idle.cookie)).toBe(false);
  });

  it('is deleted once it has ended', async () => {
    const past = startGateway({ now: '1990-01-01T00:00:00Z' });
    const { cookie } = await makeSignedIn(past);
    const endMs = past.clock.now() + 168 * HOUR_MS;
    await deleteEndedSessions(past.db, endMs, 1_000);
    expect(await lastUse(past, cookie)).toBe(past.clock.now());
    await deleteEndedSessions(past.db, endMs + 1, 1_000);
    expect(await lastUse(past, cookie)).toBe(0);
  });

  it('that is made on one gateway works on another, and is ended there for both', async () => {
    const other = startGateway();
    const { cookie } = await makeSignedIn(gateway);
    expect(await isSignedIn(other, cookie)).toBe(true);

    const { status, headers } = await send(other, undefined, { method: 'DELETE', headers: { cookie } });

    expect([status, headers.get('set-cookie')]).toEqual([
      204,
      'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    expect(await isSignedIn(gateway, cookie)).toBe(false);
    expect((await send(other, undefined, { method: 'DELETE' })).status).toBe(204);
  });

  it('ends with its account', async () => {
    const { accountId, cookie } = await makeSignedIn(gateway);
    await markAccountDeleted(gateway.db, accountId, 0);
    expect(await isSignedIn(gateway, cookie)).toBe(false);
  });

  it('opens GraphQL by GET and POST, and neither REST nor the collector', async () => {
    const { cookie, accountId } = await makeSignedIn(gateway);
    const site = await makeSite(gateway.db, accountId);
    const got = await gateway.rest(`/graphql?query=${encodeURIComponent(SITES)}`, undefined, {
      headers: { cookie },
    });
    expect(got.body.data).toEqual({ sites: [{ id: site.id }] });
    const rest = await gateway.rest('/api/v1/sites', undefined, { headers: { cookie } });
    const collected = await send(gateway, {}, { path: pathOf(site.id), headers: { cookie } });
    expect([rest.body.code, collected.body.code]).toEqual(['MISSING_KEY', 'MISSING_KEY']);
  });

  it('has budgets apart from those of keys, with the numbers of the plan', async () => {
    const { key, cookie } = await makeSignedIn(gateway, 'free');
    for (let times = 0; times < 60; times += 1) await gateway.rest('/api/v1/sites', key);
    expect((await gateway.rest('/api/v1/sites', key)).status).toBe(429);

    const { body } = await ask(gateway, cookie, BUDGETS);

    const operations = ['sites', 'timeseries', 'stats', 'events', 'graphql', 'insight'];
    expect(body.data.account.budgets).toEqual(
      operations.map((operation) => ({ operation, limit: 60, remaining: operation === 'graphql' ? 59 : 60 })),
    );
  });

  it('is not looked at beside a key', async () => {
    const { key, cookie } = await makeSignedIn(gateway);
    const headers = { authorization: `Bearer ${key}`, origin: 'http://evil.example' };
    expect((await ask(gateway, cookie, SITES, headers)).status).toBe(200);
    expect((await ask(gateway, 'session=x', SITES, headers)).status).toBe(200);
    const wrong = await ask(gateway, cookie, SITES, { authorization: 'Bearer wrong' });
    expect(wrong.body.errors[0].extensions.code).toBe('INVALID_KEY');
  });

  it('leaves no token and no password in the log', async () => {
    const logging = startGateway();
    const { email, cookie } = await makeSignedIn(logging);
    const token = await makeInvitation(logging, email);
    await send(logging, { email, password: 'a wrong password' });
    await send(logging, { token, password: PASSWORD });
    await send(logging, { token: 'x' }, { path: `/session?token=${token}`, headers: { cookie } });
    const log = JSON.stringify(logging.logged());
    for (const secret of [token, cookie.slice('session='.length), PASSWORD, 'a wrong password'])
      expect(log).not.toContain(secret);
    expect(log).toContain('"/session"');
  });
});

async function lastUse({ db }: TestGateway, cookie: string): Promise<number> {
  const session = await findSession(db, hashToken(cookie.slice('session='.length)));
  return session?.lastUsedAtMs ?? 0;
}

it('answers the methods of /session', async () => {
  const answer = await gateway.rest('/session', undefined, { headers: { origin: OWN_ORIGIN } });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, DELETE, OPTIONS']);
});
