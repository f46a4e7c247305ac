import { describe, expect, it } from 'vitest';
import { markAccountDeleted } from '../../src/queries/accounts.ts';
import { startGateway } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';
import { OWN_ORIGIN, PASSWORD, ask, cookieOf, makeInvitation, makeSignedIn, send } from './support.ts';

const gateway = startGateway();
const DAY_MS = 86_400_000;
const SITES = '{ sites { id } }';

const FAILED = { error: 'The e-mail address or the password is wrong.', code: 'SIGN_IN_FAILED' };
const INVALID = {
  error:
    'The sign-in link was used before, has expired, or is void: a newer one, a changed password or the end of all sessions voids it.',
  code: 'INVITATION_INVALID',
};

describe('a sign-in link', () => {
  it('sets a password and signs in, once', async () => {
    const { email } = await makeOwner(gateway.db);
    const token = await makeInvitation(gateway, email);

    const first = await send(gateway, { token, password: PASSWORD });

    expect([first.status, first.body]).toEqual([200, { email }]);
    expect((await ask(gateway, cookieOf(first), SITES)).body).toEqual({ data: { sites: [] } });
    const again = await send(gateway, { token, password: 'another password' });
    expect([again.status, again.body]).toEqual([401, INVALID]);
    expect((await send(gateway, { email: email.toUpperCase(), password: PASSWORD })).body).toEqual({ email });
  });

  it('that asks for a password stays valid until it gets one of 10 to 1,000 characters', async () => {
    const { email } = await makeOwner(gateway.db);
    const token = await makeInvitation(gateway, email);

    const checked = await send(gateway, { token, check: true });
    const without = await send(gateway, { token });
    const refused = ['too short', '🔑'.repeat(9), 'x'.repeat(1_001)].map((password) =>
      send(gateway, { token, password }),
    );

    expect([checked.status, checked.body]).toEqual([200, { asks_for_password: true }]);
    expect(cookieOf(checked)).toBe('');
    expect([without.status, without.body.code]).toEqual([403, 'PASSWORD_REQUIRED']);
    for (const { status, body } of await Promise.all(refused))
      expect([status, body]).toEqual([
        400,
        { error: 'The password must have 10 to 1,000 characters.', code: 'INVALID_PASSWORD' },
      ]);
    expect((await send(gateway, { token, password: PASSWORD })).status).toBe(200);
  });

  it('that asks for none signs straight in', async () => {
    const { email } = await makeOwner(gateway.db);
    const token = await makeInvitation(gateway, email, false);

    const checked = await send(gateway, { token, check: true });
    const signedIn = await send(gateway, { token });

    expect(checked.body).toEqual({ asks_for_password: false });
    expect(signedIn.body).toEqual({ email });
    expect((await ask(gateway, cookieOf(signedIn), SITES)).body).toEqual({ data: { sites: [] } });
    for (const body of [{ token }, { token, check: true }])
      expect((await send(gateway, body)).body).toEqual(INVALID);
  });

  it('is void after a newer one, after 24 hours, and without its account', async () => {
    const fresh = startGateway();
    const { email, accountId } = await makeOwner(fresh.db);
    const [older, newer] = [await makeInvitation(fresh, email), await makeInvitation(fresh, email)];
    const use = async (token: string) => (await send(fresh, { token, password: PASSWORD })).status;

    expect(await use(older)).toBe(401);
    fresh.clock.advance(DAY_MS);
    expect(await use(newer)).toBe(401);
    const last = await makeInvitation(fresh, email);
    fresh.clock.advance(DAY_MS - 1);
    await markAccountDeleted(fresh.db, accountId, 0);
    expect(await use(last)).toBe(401);
  });

  it('works once if it is opened twice at the same time', async () => {
    const { email } = await makeOwner(gateway.db);
    const token = await makeInvitation(gateway, email);
    const opened = await Promise.all([1, 2].map(() => send(gateway, { token, password: PASSWORD })));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('that sets a password ends all sessions of the account', async () => {
    const { email, cookie } = await makeSignedIn(gateway);
    await send(gateway, { token: await makeInvitation(gateway, email), password: 'a new password' });

    expect((await ask(gateway, cookie, SITES)).body.errors[0].extensions.code).toBe('SESSION_ENDED');
    expect((await send(gateway, { email, password: PASSWORD })).body).toEqual(FAILED);
  });
});

describe('a sign-in with a password', () => {
  it('gets the same answer whether the account is unknown, deleted, without a password, or has another', async () => {
    const { email } = await makeSignedIn(gateway);
    const without = await makeOwner(gateway.db);
    const deleted = await makeSignedIn(gateway);
    await markAccountDeleted(gateway.db, deleted.accountId, 0);

    const answers = [
      await send(gateway, { email, password: 'wrong password' }),
      await send(gateway, { email: `nobody-${email}`, password: PASSWORD }),
      await send(gateway, { email: without.email, password: PASSWORD }),
      await send(gateway, { email: deleted.email, password: PASSWORD }),
    ];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [401, FAILED]));
  });

  it('may be 1,000 characters of any script long', async () => {
    const { email } = await makeOwner(gateway.db);
    const password = '🔑'.repeat(1_000);
    await send(gateway, { token: await makeInvitation(gateway, email), password });
    expect((await send(gateway, { email, password })).body).toEqual({ email });
    expect((await send(gateway, { email, password: `${password}x` })).body).toEqual(FAILED);
  });

  it('ends the session that the browser had before', async () => {
    const { email, cookie } = await makeSignedIn(gateway);
    const again = await send(gateway, { email, password: PASSWORD }, { headers: { cookie } });

    expect(cookieOf(again)).not.toBe(cookie);
    expect((await ask(gateway, cookie, SITES)).status).toBe(401);
    expect((await ask(gateway, cookieOf(again), SITES)).status).toBe(200);
  });

  it.each([
    ['no JSON object', [], 'INVALID_JSON'],
    ['neither', {}, 'INVALID_PARAMETER'],
    ['an address alone', { email: 'a@b.c' }, 'INVALID_PARAMETER'],
    ['both forms', { email: 'a@b.c', password: PASSWORD, token: 'x' }, 'INVALID_PARAMETER'],
    ['a number', { email: 'a@b.c', password: 1 }, 'INVALID_PARAMETER'],
    ['U+0000', { email: 'a\0@b.c', password: PASSWORD }, 'INVALID_PARAMETER'],
    ['a long text', { token: 'x'.repeat(1_001) }, 'INVALID_PARAMETER'],
  ])('is refused for a body of %s, without repeating it', async (_, body, code) => {
    const answer = await send(gateway, body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
  });

  it('is refused with a body of more than 16 kB', async () => {
    const answer = await send(gateway, { token: 'x'.repeat(20_000) });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('is refused without JSON as its content type', async () => {
    const { email } = await makeSignedIn(gateway);
    const body = { email, password: PASSWORD };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await send(gateway, body, { headers: { 'content-type': type } });
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('the Origin header', () => {
  it.each([
    'https://site-traffic.test',
    'http://site-traffic.test.evil.example',
    'null',
    'http://evil.example',
  ])('of a sign-in must not be %s, which the log says too', async (origin) => {
    const { email } = await makeOwner(gateway.db);
    const token = await makeInvitation(gateway, email);
    const answer = await send(gateway, { token, password: PASSWORD }, { headers: { origin } });
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        error: `The Origin header must be ${OWN_ORIGIN}, the address of this service; got "${origin}". If you open the service at another address, its operator must set PUBLIC_URL to that.`,
        code: 'ORIGIN_REFUSED',
      },
    ]);
    const requestId = answer.headers.get('x-request-id');
    expect(gateway.logged().find((line) => line['requestId'] === requestId)).toMatchObject({
      ...{ level: 40, origin, expected: [OWN_ORIGIN] },
      msg: 'ORIGIN_REFUSED: if owners open the service at this origin, set PUBLIC_URL to it',
    });
  });

  it('is required to sign out and to POST a document with a cookie, whatever the Host header says', async () => {
    const { cookie } = await makeSignedIn(gateway);
    for (const [method, path] of [
      ['DELETE', '/session'],
      ['POST', '/graphql'],
    ] as const) {
      const request = new Request(`http://evil.example${path}`, {
        method,
        headers: { cookie, host: 'evil.example', 'content-type': 'application/json' },
        body: method === 'POST' ? '{"query":"{ sites { id } }"}' : null,
      });
      const response = await gateway.fetch(request);
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining('ORIGIN_REFUSED'),
      ]);
      const requestId = response.headers.get('x-request-id');
      expect(gateway.logged().find((line) => line['requestId'] === requestId)).toMatchObject({
        origin: null,
        msg: 'ORIGIN_REFUSED: the client sent no Origin header, which browsers send with such requests, so it is a program; it must use an API key in place of a session',
      });
    }
    expect((await ask(gateway, cookie, SITES)).status).toBe(200);
  });
});
