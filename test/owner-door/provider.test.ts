import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOpenidProvider } from '../../src/identity-provider/openid-provider.ts';
import { unlinkAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { insertAccount, markAccountDeleted } from '../../src/queries/accounts.ts';
import { type GatewayOptions, type TestGateway, startGateway } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';
import { type TestProvider, passProvider, startOpenidProvider } from '../support/openid-provider.ts';
import { OWN_ORIGIN, PASSWORD, ask, makeSignedIn, send } from './support.ts';

const CALLBACK = `${OWN_ORIGIN}/session/oidc/callback`;

let provider: TestProvider;
let gateway: TestGateway;

function startWith({ settings }: TestProvider, options: GatewayOptions = {}): TestGateway {
  return startGateway({ identityProvider: createOpenidProvider(settings, () => 0), ...options });
}

beforeAll(async () => {
  provider = await startOpenidProvider(CALLBACK);
  gateway = startWith(provider);
});

/** Somebody at the provider, with what it says of them. */
function makePerson(email: string | undefined, isVerified = true, at = provider): string {
  const name = randomUUID();
  at.people.set(name, email === undefined ? {} : { email, email_verified: isVerified });
  return name;
}

/** An account whose address begins with a letter. */
async function makeNamed(letter: string) {
  const email = `${letter}${randomUUID()}@example.com`;
  const accountId = await insertAccount(gateway.db, { email, plan: 'free', createdAtMs: 0 });
  return { email, accountId };
}

/** A GET by a browser: where it leads, and the cookies that it sets, by name. */
async function get(at: TestGateway, url: string | URL, cookie = '', address = '203.0.113.1') {
  const request = new Request(url, { headers: { cookie } });
  const { status, headers } = await at.fetch(request, { client: () => address, cut: () => undefined });
  const cookies = headers.getSetCookie().map((set) => /^([^=]+)=([^;]*)(.*)$/.exec(set)?.slice(1) ?? []);
  const location = headers.get('location') ?? '';
  return { status, location, headers, cookies: new Map(cookies.map(([name = '', ...rest]) => [name, rest])) };
}

async function begin(at = gateway, to = '/settings') {
  const { location, cookies } = await get(at, `${OWN_ORIGIN}/session/oidc?to=${encodeURIComponent(to)}`);
  return { location, cookie: `sign-in=${cookies.get('sign-in')?.[0] ?? ''}` };
}

/** Signs in at the provider, or turns back there without a name. */
async function enter(name: string | undefined, at = gateway) {
  const { location, cookie } = await begin(at);
  return get(at, await passProvider(location, name), cookie);
}

function sessionOf({ cookies }: Awaited<ReturnType<typeof get>>): string {
  return `session=${cookies.get('session')?.[0] ?? ''}`;
}

async function emailOf(cookie: string): Promise<unknown> {
  return (await ask(gateway, cookie, '{ account { email } }')).body.data?.account.email;
}

function failed(code: string, to = '/settings'): string {
  return `${OWN_ORIGIN}/sign-in?failed=${code}&to=${encodeURIComponent(to)}`;
}

describe('a sign-in at the provider', () => {
  it('starts a session of the account with the verified address, and leads back to the page', async () => {
    const { email } = await makeOwner(gateway.db);

    const signedIn = await enter(makePerson(email.toUpperCase()));

    expect([signedIn.status, signedIn.location]).toEqual([303, `${OWN_ORIGIN}/settings`]);
    expect(signedIn.cookies.get('session')?.[1]).toBe('; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax');
    expect(signedIn.cookies.get('sign-in')).toEqual(['', '; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
    expect(signedIn.headers.get('cache-control')).toBe('private, no-store');
    const { body } = await ask(
      gateway,
      sessionOf(signedIn),
      '{ account { email audit { action detail by } } }',
    );
    expect(body.data.account).toEqual({
      email,
      audit: [
        { action: 'session.start', detail: '', by: email },
        { action: 'identity.link', detail: provider.settings.issuer, by: email },
      ],
    });
  });

  it('reads the address in the ID token, if it is there', async () => {
    const other = await startOpenidProvider(CALLBACK, { emailInToken: true });
    const { email } = await makeOwner(gateway.db);
    const signedIn = await enter(makePerson(email, true, other), startWith(other));
    expect(await emailOf(sessionOf(signedIn))).toBe(email);
    expect(other.requests.filter((path) => path.endsWith('/me'))).toEqual([]);
  });

  it.each([
    ['the Kelvin sign', 'k', '\u212A'],
    ['a capital I with a dot', 'i', '\u0130'],
  ])('with an address that has %s enters nobody else and links nothing', async (_, letter, like) => {
    const { email, accountId } = await makeNamed(letter);
    const name = makePerson(like + email.slice(1));

    expect((await enter(name)).location).toBe(failed('unknown'));

    const { rows } = await sql`select 1 from identities where account_id = ${accountId}`.execute(gateway.db);
    expect(rows).toEqual([]);
    provider.people.set(name, { email: email.toUpperCase(), email_verified: true });
    expect(await emailOf(sessionOf(await enter(name)))).toBe(email);
  });

  it('goes by the subject afterwards, whatever the address is', async () => {
    const [first, other] = [await makeOwner(gateway.db), await makeOwner(gateway.db)];
    const name = makePerson(first.email);
    await enter(name);
    for (const claims of [{ email: other.email, email_verified: true }, {}]) {
      provider.people.set(name, claims);
      expect(await emailOf(sessionOf(await enter(name)))).toBe(first.email);
    }
  });

  it('may end at another process than the one where it began', async () => {
    const { email } = await makeOwner(gateway.db);
    const { location, cookie } = await begin(startWith(provider));
    const signedIn = await get(gateway, await passProvider(location, makePerson(email)), cookie);
    expect(await emailOf(sessionOf(signedIn))).toBe(email);
  });

  it('ends the session that the browser had before', async () => {
    const { email, cookie: before } = await makeSignedIn(gateway);
    const { location, cookie } = await begin();
    await get(gateway, await passProvider(location, makePerson(email)), `${cookie}; ${before}`);
    expect(await emailOf(before)).toBeUndefined();
  });

  it('is closed to scripts, to other sites and, behind TLS, to other hosts of the domain', async () => {
    const secure = startWith(provider, { publicUrl: 'https://stats.example.com' });
    const { status, headers, location } = await get(secure, `${OWN_ORIGIN}/session/oidc`);
    expect(status).toBe(303);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-sign-in=[\w-]{43}\.Lw; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'site-traffic',
      response_type: 'code',
      redirect_uri: 'https://stats.example.com/session/oidc/callback',
      scope: 'openid email',
      code_challenge_method: 'S256',
      ...Object.fromEntries(
        ['state', 'nonce', 'code_challenge'].map((name) => [name, expect.stringMatching(/^[\w-]{43}$/)]),
      ),
    });
  });
});

describe('no session starts', () => {
  it('without a verified address, whether or not it has an account', async () => {
    const { email } = await makeOwner(gateway.db);
    for (const address of [email, 'nobody@example.com', undefined]) {
      const { location, cookies } = await enter(makePerson(address, false));
      expect([location, cookies.has('session')]).toEqual([failed('unverified'), false]);
    }
  });

  it('without an account, and none is created', async () => {
    const email = `${randomUUID()}@example.com`;
    expect((await enter(makePerson(email))).location).toBe(failed('unknown'));
    expect((await enter(makePerson(email))).location).toBe(failed('unknown'));
  });

  it('for another person who has the address of a linked account later, until it is unlinked', async () => {
    const { email } = await makeOwner(gateway.db);
    await enter(makePerson(email));
    const later = makePerson(email);
    expect((await enter(later)).location).toBe(failed('taken'));
    expect((await unlinkAccount(byOperator(gateway.db, 0), email)).links).toBe(1);
    const cookie = sessionOf(await enter(later));
    const { body } = await ask(gateway, cookie, '{ account { audit { action detail by } } }');
    expect(body.data.account.audit[2]).toEqual({
      action: 'account.unlink',
      detail: email,
      by: 'command line',
    });
  });

  it('for a deleted account; a new one with the address is linked in its place', async () => {
    const { email, accountId } = await makeOwner(gateway.db);
    const name = makePerson(email);
    await enter(name);
    await markAccountDeleted(gateway.db, accountId, 0);
    expect((await enter(name)).location).toBe(failed('unknown'));
    await insertAccount(gateway.db, { email, plan: 'free', createdAtMs: 0 });
    expect(await emailOf(sessionOf(await enter(name)))).toBe(email);
  });

  it('when the owner turns back at the provider', async () => {
    expect((await enter(undefined)).location).toBe(failed('refused'));
  });

  it('with a code that was used before', async () => {
    const { email } = await makeOwner(gateway.db);
    const { location, cookie } = await begin();
    const returned = await passProvider(location, makePerson(email));
    expect((await get(gateway, returned, cookie)).location).toBe(`${OWN_ORIGIN}/settings`);
    expect((await get(gateway, returned, cookie)).location).toBe(failed('refused'));
  });

  it('in a browser that did not begin it, and the provider is not contacted', async () => {
    const { email } = await makeOwner(gateway.db);
    const [one, other] = [await begin(), await begin()];
    const returned = await passProvider(one.location, makePerson(email));
    const tokens = () => provider.requests.filter((request) => request === 'POST /token').length;
    const before = tokens();
    const changed = new URL(returned);
    changed.searchParams.set('state', 'x');
    const nowhere = `${OWN_ORIGIN}/sign-in?failed=expired`;
    expect((await get(gateway, returned)).location).toBe(nowhere);
    expect((await get(gateway, returned, 'sign-in=x.Lw')).location).toBe(nowhere);
    expect((await get(gateway, returned, `${one.cookie}; ${one.cookie}`)).location).toBe(nowhere);
    expect((await get(gateway, returned, other.cookie)).location).toBe(failed('expired'));
    expect((await get(gateway, changed, one.cookie)).location).toBe(failed('expired'));
    expect((await get(gateway, CALLBACK, one.cookie)).location).toBe(failed('expired'));
    expect(tokens()).toBe(before);
    expect((await get(gateway, returned, one.cookie)).location).toBe(`${OWN_ORIGIN}/settings`);
  });

  it('after thirty failures from one address, and passwords have failed too then', async () => {
    const limited = startWith(provider);
    const { email } = await makeOwner(gateway.db);
    const { location, cookie } = await begin(limited);
    const wrong = new URL(CALLBACK);
    wrong.searchParams.set('state', new URL(location).searchParams.get('state') ?? '');
    wrong.searchParams.set('iss', provider.settings.issuer);
    wrong.searchParams.set('code', 'wrong');
    for (let times = 0; times < 30; times += 1)
      expect((await get(limited, wrong, cookie)).location).toBe(failed('refused'));
    const returned = await passProvider(location, makePerson(email));
    expect((await get(limited, returned, cookie)).location).toBe(failed('limited'));
    const byPassword = await send(limited, { email, password: PASSWORD }, { address: '203.0.113.1' });
    expect(byPassword.status).toBe(429);
    expect((await get(limited, returned, cookie, '203.0.113.2')).location).toBe(`${OWN_ORIGIN}/settings`);
  });
});

describe('a provider', () => {
  it('that does not answer is said to be unavailable, passwords go on, and it is contacted again by the next sign-in', async () => {
    const late = await startOpenidProvider(CALLBACK);
    const at = startWith(late);
    const { email } = await makeSignedIn(gateway);
    late.setUp(false);
    const down = await get(at, `${OWN_ORIGIN}/session/oidc?to=/sites/x`);
    expect([down.status, down.location]).toEqual([303, failed('unavailable', '/sites/x')]);
    expect((await send(at, { email, password: PASSWORD })).status).toBe(200);

    late.setUp(true);
    const { location, cookie } = await begin(at);
    const returned = await passProvider(location, makePerson(email, true, late));
    late.setUp(false);
    expect((await get(at, returned, cookie)).location).toBe(failed('unavailable'));
    late.setUp(true);
    expect(await emailOf(sessionOf(await get(at, returned, cookie)))).toBe(email);
    const described = late.requests.filter((request) => request.includes('/.well-known/'));
    expect(described).toHaveLength(2);
  });

  it('describes itself once an hour', async () => {
    const other = await startOpenidProvider(CALLBACK);
    let nowMs = 0;
    const at = startGateway({ identityProvider: createOpenidProvider(other.settings, () => nowMs) });
    const described: number[] = [];
    for (nowMs of [0, 3_599_999, 3_600_000]) {
      await Promise.all([begin(at), begin(at)]);
      described.push(other.requests.length);
    }
    expect(described).toEqual([1, 1, 2]);
  });

  it('that signs nobody in is logged with a reason, and without any secret', async () => {
    const late = await startOpenidProvider(CALLBACK);
    const at = startWith(late);
    const { location, cookie } = await begin(at);
    const returned = await passProvider(location, makePerson('nobody@example.com', true, late));
    late.setUp(false);
    await get(at, returned, cookie);
    late.setUp(true);
    await get(at, returned, cookie);
    await get(at, returned, cookie);
    const problems = at.logged().filter(({ msg }) => msg === 'sign-in at the provider failed');
    expect(problems.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['unavailable', expect.stringMatching(/^fetch failed: \w+$/)],
      ['refused', 'server responded with an error in the response body: "invalid_grant"'],
    ]);
    const secrets = [
      late.settings.clientSecret,
      returned.searchParams.get('code') ?? '',
      cookie.slice(8, 51),
    ];
    for (const secret of secrets) expect(JSON.stringify(at.logged())).not.toContain(secret);
  });
});

describe('the page to return to', () => {
  it.each([
    ['/sites/site_1?range=7d', '/sites/site_1?range=7d'],
    ['/sites', '/sites'],
    ['/', '/'],
    ['/?range=7d', '/?range=7d'],
    ['https://evil.example/sites', '/'],
    ['//evil.example/sites', '/'],
    ['/\\evil.example/sites', '/'],
    ['/sites/..//evil.example', '/'],
    ['/sites/../../session', '/'],
    ['/graphql', '/'],
    ['sites', '/'],
    ['javascript:alert(1)', '/'],
    [`/sites/${'x'.repeat(1_000)}`, '/'],
  ])('%s leads to %s', async (to, path) => {
    const { email } = await makeOwner(gateway.db);
    const { location, cookie } = await begin(gateway, to);
    const signedIn = await get(gateway, await passProvider(location, makePerson(email)), cookie);
    expect(signedIn.location).toBe(OWN_ORIGIN + path);
  });

  it('is not taken from a cookie that names another host', async () => {
    const { email } = await makeOwner(gateway.db);
    const { location, cookie } = await begin();
    const to = Buffer.from('//evil.example/sites').toString('base64url');
    const forged = cookie.replace(/\..*/, `.${to}`);
    const signedIn = await get(gateway, await passProvider(location, makePerson(email)), forged);
    expect(signedIn.location).toBe(`${OWN_ORIGIN}/`);
  });
});

it('without a provider there are no such routes', async () => {
  const without = startGateway();
  for (const path of ['/session/oidc', '/session/oidc/callback'])
    expect((await without.rest(path, undefined)).body.code).toBe('NOT_FOUND');
});
