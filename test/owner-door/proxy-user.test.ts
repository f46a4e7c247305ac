import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccount, markAccountDeleted } from '../../src/queries/accounts.ts';
import { pathOf } from '../collect/support.ts';
import { startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { BUDGETS } from '../twins/support.ts';
import { ask, makeSignedIn, send } from './support.ts';

const gateway = startGateway();
const EMAIL = '{ account { email } }';

/** A gateway whose pages only say whether the request names an owner. */
const withPages = startGateway({
  pages: {
    dashboard: {
      find: () => (_, visitor) => Response.json(visitor.namesOwner()),
      missing: () => new Response(null, { status: 404 }),
    },
  },
});

it.each([
  ['nothing', {}, false],
  ['the cookie of a session, which may have ended', { headers: { cookie: 'a=b; session=x' } }, true],
  ['another cookie', { headers: { cookie: 'not-session=x; share-7=y' } }, false],
  ['the word of a trusted proxy', { users: ['somebody@example.com'] }, true],
  ['a proxy that names nobody', { users: [] }, false],
])('a page that is asked for with %s knows whether an owner may be signed in', async (_, asking, names) => {
  expect((await send(withPages, undefined, { method: 'GET', path: '/', ...asking })).body).toBe(names);
});

/** Sends a document through a proxy that names its user. */
function askAs(users: readonly string[], query: string, headers: Readonly<Record<string, string>> = {}) {
  return send(gateway, { query }, { path: '/graphql', users, headers });
}

describe('an owner whom a trusted proxy names', () => {
  it('is signed in, by the address in any case, and changes what is theirs', async () => {
    const { email } = await makeOwner(gateway.db);
    const made = await askAs(
      [email.toUpperCase()],
      'mutation { createSite(domain: "a.example") { domain } }',
    );
    expect(made.body).toEqual({ data: { createSite: { domain: 'a.example' } } });
    const { body } = await askAs(
      [email],
      '{ sites { domain } account { audit { action by } sessions { id } } }',
    );
    expect(body.data).toEqual({
      sites: [{ domain: 'a.example' }],
      account: { audit: [{ action: 'site.create', by: email }], sessions: [] },
    });
  });

  it('is nobody by an address that a database may fold into theirs', async () => {
    const email = `ki-${randomUUID()}@example.com`;
    await insertAccount(gateway.db, { email, plan: 'free', createdAtMs: 0 });
    for (const like of [email.replace('k', '\u212A'), email.replace('i', '\u0130')])
      expect((await askAs([like], EMAIL)).body.errors[0].extensions.code).toBe('PROXY_USER_REFUSED');
    expect((await askAs([email.toUpperCase()], EMAIL)).body).toEqual({ data: { account: { email } } });
  });

  it('ends the sessions that the account has elsewhere', async () => {
    const { email, cookie } = await makeSignedIn(gateway);
    const { body } = await askAs([email], 'mutation { endOtherSessions }');
    expect(body).toEqual({ data: { endOtherSessions: 1 } });
    expect((await ask(gateway, cookie, EMAIL)).status).toBe(401);
  });

  it('counts before a session and after a key', async () => {
    const [named, other] = [await makeOwner(gateway.db), await makeSignedIn(gateway)];
    const beside = await askAs([named.email], EMAIL, { cookie: other.cookie });
    expect(beside.body).toEqual({ data: { account: { email: named.email } } });
    const headers = { authorization: `Bearer ${other.key}` };
    const { body } = await askAs([named.email], EMAIL, headers);
    expect(body.errors[0].extensions.code).toBe('OWNER_REQUIRED');
  });

  it('shares the budgets of sessions', async () => {
    const { email, cookie } = await makeSignedIn(gateway, 'free');
    await askAs([email], '{ sites { id } }');
    const { body } = await ask(gateway, cookie, BUDGETS);
    const left = body.data.account.budgets as readonly { operation: string; remaining: number }[];
    expect(left.slice(0, 1).map(({ operation, remaining }) => [operation, remaining])).toEqual([
      ['sites', 59],
    ]);
  });

  it('opens neither REST nor the collector', async () => {
    const { email, accountId } = await makeOwner(gateway.db);
    const { id } = await makeSite(gateway.db, accountId);
    const rest = await send(gateway, undefined, { method: 'GET', path: '/api/v1/sites', users: [email] });
    const collected = await send(gateway, {}, { path: pathOf(id), users: [email] });
    expect([rest.body.code, collected.body.code]).toEqual(['MISSING_KEY', 'MISSING_KEY']);
  });

  it.each(['http://evil.example', 'null'])('is refused a request of a page of %s', async (origin) => {
    const { email } = await makeOwner(gateway.db);
    const path = `/graphql?query=${encodeURIComponent(EMAIL)}`;
    const posted = await askAs([email], EMAIL, { origin });
    const got = await send(gateway, undefined, { method: 'GET', path, users: [email], headers: { origin } });
    for (const { status, body } of [posted, got])
      expect([status, body.errors[0].extensions.code]).toEqual([403, 'ORIGIN_REFUSED']);
  });
});

describe('a trusted proxy is refused', () => {
  async function refused(users: readonly string[]) {
    const { status, body } = await askAs(users, EMAIL);
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'PROXY_USER_REFUSED']);
    return body.errors[0].message as string;
  }

  it('when it names no account, or a deleted one', async () => {
    const { accountId, email } = await makeOwner(gateway.db);
    await markAccountDeleted(gateway.db, accountId, 0);
    for (const user of [email, 'nobody@example.com', '"'])
      expect(await refused([user])).toBe(
        `There is no account ${JSON.stringify(user)}. The proxy in front of the service must name the e-mail address of an account.`,
      );
  });

  it('when it names several users, even the same one twice', async () => {
    const { email } = await makeOwner(gateway.db);
    const message =
      'The proxy in front of the service sent its header with the user (TRUSTED_USER_HEADER) more than once. ' +
      'It must replace those that browsers send.';
    expect(await refused([email, email])).toBe(message);
    expect(await refused([email, 'nobody@example.com'])).toBe(message);
  });
});
