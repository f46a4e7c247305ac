import { describe, expect, it } from 'vitest';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createSite } from '../../src/operations/owner/site-changes.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { PASSWORD, ask, cookieOf, makeInvitation, makeSignedIn, send } from './support.ts';

const gateway = startGateway();

/** The data of a document, or the codes and messages of its refusals. */
async function run(cookie: string, query: string) {
  const { body } = await ask(gateway, cookie, query);
  if (body.errors === undefined) return body.data;
  return body.errors.map(({ message, extensions }: { message: string; extensions: { code: string } }) => [
    extensions.code,
    message,
  ]);
}

async function auditOf(cookie: string) {
  const { account } = await run(cookie, '{ account { audit { action detail by } } }');
  return account.audit as readonly { action: string; detail: string; by: string }[];
}

describe('a caller with a key', () => {
  it.each([
    '{ account { email } }',
    '{ account { keys { id } } }',
    '{ account { sessions { id } } }',
    '{ account { audit { at } } }',
    'mutation { createKey(name: "x", scope: READ) { key } }',
    'mutation { renameKey(id: "key_1", name: "x") { id } }',
    'mutation { revokeKey(id: "key_1") { id } }',
    'mutation { createSite(domain: "x.example") { id } }',
    'mutation { renameSite(id: "x", name: "x") { id } }',
    'mutation { deleteSite(id: "x", domain: "x.example") }',
    'mutation { setRetention(siteId: "x", days: 1) { id } }',
    'mutation { changePassword(next: "a new password") { plan } }',
    'mutation { endSession(id: "session_1") }',
    'mutation { endOtherSessions }',
    'mutation { createShareLink(siteId: "x", name: "x") { token } }',
    'mutation { revokeShareLink(id: "share_1") }',
  ])('gets OWNER_REQUIRED for %s', async (query) => {
    const { key } = await makeOwner(gateway.db);
    const headers = { authorization: `Bearer ${key}` };
    const { status, body } = await send(gateway, { query }, { path: '/graphql', headers });
    expect([status, body.errors[0].extensions.code]).toEqual([200, 'OWNER_REQUIRED']);
  });
});

describe('an owner', () => {
  it('sees the account with its usage, keys and sessions', async () => {
    const { cookie, email, keyId, key } = await makeSignedIn(gateway);
    const frame = await run(
      cookie,
      `{ account { email plan usage { used limit }
           keys { id name lastFour scope siteId createdAt lastUsedAt revokedAt }
           sessions { id userAgent createdAt lastUsedAt endsAt isCurrent } } }`,
    );
    expect(frame).toEqual({
      account: {
        email,
        plan: 'PRO',
        usage: { used: 0, limit: 100_000 },
        keys: [
          {
            id: `key_${keyId}`,
            name: 'test',
            lastFour: key.slice(-4),
            scope: 'READ',
            siteId: null,
            createdAt: '2026-01-01T00:00:00.000Z',
            lastUsedAt: null,
            revokedAt: null,
          },
        ],
        sessions: [
          {
            id: expect.stringMatching(/^session_\d+$/) as unknown,
            userAgent: '',
            createdAt: NOW,
            lastUsedAt: NOW,
            endsAt: '2026-03-22T12:34:56.789Z',
            isCurrent: true,
          },
        ],
      },
    });
  });

  it('makes a key that works, renames it and revokes it', async () => {
    const { cookie, email } = await makeSignedIn(gateway);
    const made = await run(
      cookie,
      'mutation { createKey(name: "curl", scope: READ) { key apiKey { id name scope } } }',
    );
    const { key, apiKey } = made.createKey;
    expect((await gateway.rest('/api/v1/sites', key)).status).toBe(200);

    const renamed = await run(cookie, `mutation { renameKey(id: "${apiKey.id}", name: "shell") { name } }`);
    const revoked = await run(cookie, `mutation { revokeKey(id: "${apiKey.id}") { id revokedAt } }`);

    expect([renamed, revoked]).toEqual([
      { renameKey: { name: 'shell' } },
      { revokeKey: { id: apiKey.id, revokedAt: NOW } },
    ]);
    expect((await gateway.rest('/api/v1/sites', key)).body.code).toBe('INVALID_KEY');
    const id = apiKey.id.replace('_', ' ');
    expect((await auditOf(cookie)).slice(0, 3)).toEqual([
      { action: 'key.revoke', detail: `shell (${id})`, by: email },
      { action: 'key.rename', detail: `curl to shell (${id})`, by: email },
      { action: 'key.create', detail: `curl (${id}, read)`, by: email },
    ]);
  });

  it('makes a key that collects for a site of their own only', async () => {
    const [{ cookie, accountId }, other] = [await makeSignedIn(gateway), await makeOwner(gateway.db)];
    const own = await makeSite(gateway.db, accountId);
    const foreign = await makeSite(gateway.db, other.accountId);
    const create = (given: string) =>
      run(cookie, `mutation { createKey(name: "c", ${given}) { apiKey { scope siteId } } }`);

    expect(await create(`scope: COLLECT, siteId: "${own.id}"`)).toEqual({
      createKey: { apiKey: { scope: 'COLLECT', siteId: own.id } },
    });
    const code = (refusals: readonly (readonly string[])[]) => refusals.map(([first]) => first);
    expect(code(await create(`scope: COLLECT, siteId: "${foreign.id}"`))).toEqual(['SITE_NOT_FOUND']);
    expect(code(await create('scope: COLLECT'))).toEqual(['INVALID_PARAMETER']);
    expect(code(await create(`scope: READ, siteId: "${own.id}"`))).toEqual(['INVALID_PARAMETER']);
  });

  it('makes, renames, keeps and deletes a site, whose domain they must repeat', async () => {
    const { cookie, email } = await makeSignedIn(gateway);
    const made = await run(cookie, 'mutation { createSite(domain: "Shop.example") { id domain name } }');
    const { id } = made.createSite;
    await record(gateway.db, { id, accountId: 0, domain: '', name: '', createdAtMs: 0 }, [botVisit(NOW)]);

    const answers = [
      made,
      await run(cookie, 'mutation { createSite(domain: "shop.example") { id } }'),
      await run(cookie, `mutation { renameSite(id: "${id}", name: " Shop ") { name } }`),
      await run(cookie, `mutation { setRetention(siteId: "${id}", days: 90) { retentionDays } }`),
      await run(cookie, `mutation { setRetention(siteId: "${id}", days: 0) { retentionDays } }`),
      await run(cookie, `mutation { deleteSite(id: "${id}", domain: "shop.exampl") }`),
      await run(cookie, `mutation { deleteSite(id: "${id}", domain: "SHOP.example") }`),
      await run(cookie, '{ sites { id } }'),
    ];

    expect(answers).toEqual([
      { createSite: { id, domain: 'shop.example', name: 'shop.example' } },
      [['DOMAIN_TAKEN', `The account already has a site of shop.example: ${id}.`]],
      { renameSite: { name: 'Shop' } },
      { setRetention: { retentionDays: 90 } },
      [['INVALID_RETENTION', 'The days must be a whole number from 1 to 99999.']],
      [['DOMAIN_MISMATCH', 'The domain of the site is shop.example; nothing was deleted.']],
      { deleteSite: id },
      { sites: [] },
    ]);
    expect((await auditOf(cookie)).slice(0, 4)).toEqual([
      { action: 'site.delete', detail: `shop.example (${id})`, by: email },
      { action: 'site.set-retention', detail: `shop.example (${id}) to 90 days`, by: email },
      { action: 'site.rename', detail: `shop.example (${id}) to Shop`, by: email },
      { action: 'site.create', detail: `shop.example (${id})`, by: email },
    ]);
  });

  it('changes nothing of another account', async () => {
    const [{ cookie }, other] = [await makeSignedIn(gateway), await makeSignedIn(gateway)];
    const site = await makeSite(gateway.db, other.accountId);
    const { account } = await run(other.cookie, '{ account { sessions { id } } }');
    const answers = [
      await run(cookie, `mutation { renameKey(id: "key_${other.keyId}", name: "x") { id } }`),
      await run(cookie, `mutation { revokeKey(id: "key_${other.keyId}") { id } }`),
      await run(cookie, `mutation { revokeKey(id: "${other.keyId}") { id } }`),
      await run(cookie, `mutation { renameSite(id: "${site.id}", name: "x") { id } }`),
      await run(cookie, `mutation { deleteSite(id: "${site.id}", domain: "example.com") }`),
      await run(cookie, `mutation { setRetention(siteId: "${site.id}") { id } }`),
      await run(cookie, `mutation { endSession(id: "${account.sessions[0].id}") }`),
    ];
    expect(answers.map(([[code]]) => code)).toEqual([
      ...Array<string>(3).fill('KEY_NOT_FOUND'),
      ...Array<string>(3).fill('SITE_NOT_FOUND'),
      'SESSION_NOT_FOUND',
    ]);
    expect((await gateway.rest('/api/v1/sites', other.key)).body.sites).toMatchObject([{ name: 'Example' }]);
    expect((await ask(gateway, other.cookie, '{ sites { id } }')).status).toBe(200);
  });

  it('changes the password, which ends all other sessions', async () => {
    const { cookie, email } = await makeSignedIn(gateway);
    const other = cookieOf(await send(gateway, { email, password: PASSWORD }));
    const change = (current: string, next: string) =>
      run(cookie, `mutation { changePassword(current: "${current}", next: "${next}") { email } }`);

    expect(await change('a wrong password', 'a new password')).toEqual([
      ['WRONG_PASSWORD', 'The current password is wrong.'],
    ]);
    expect(await change(PASSWORD, 'short')).toEqual([
      ['INVALID_PASSWORD', 'The password must have 10 to 1,000 characters.'],
    ]);
    expect(await change(PASSWORD, 'a new password')).toEqual({ changePassword: { email } });

    expect((await ask(gateway, other, '{ sites { id } }')).status).toBe(401);
    expect((await send(gateway, { email, password: PASSWORD })).status).toBe(401);
    expect((await send(gateway, { email, password: 'a new password' })).status).toBe(200);
    const guesses = Array.from({ length: 8 }, (_, n) => change(`wrong password ${n}`, 'a new password'));
    expect((await Promise.all(guesses)).flat().filter(([code]) => code === 'RATE_LIMITED')).toHaveLength(0);
    expect((await change('wrong again', 'a new password'))[0]?.[0]).toBe('RATE_LIMITED');
  });

  it.each([
    [
      'changing the password',
      `mutation { changePassword(current: "${PASSWORD}", next: "a new password") { plan } }`,
    ],
    ['ending all other sessions', 'mutation { endOtherSessions }'],
  ])("voids the invitation by %s, and no other account's", async (_, document) => {
    const { cookie, email } = await makeSignedIn(gateway);
    const stranger = await makeSignedIn(gateway);
    const [token, foreign] = [
      await makeInvitation(gateway, email),
      await makeInvitation(gateway, stranger.email),
    ];

    await run(cookie, document);

    const refused = await send(gateway, { token, password: 'a stolen password' });
    expect([refused.status, refused.body.code]).toEqual([401, 'INVITATION_INVALID']);
    expect((await send(gateway, { email, password: 'a stolen password' })).status).toBe(401);
    expect((await ask(gateway, cookie, '{ sites { id } }')).status).toBe(200);
    expect((await send(gateway, { token: foreign, password: PASSWORD })).status).toBe(200);
    const newer = await makeInvitation(gateway, email);
    expect((await send(gateway, { token: newer, password: PASSWORD })).status).toBe(200);
  });

  it('ends one session, and all others', async () => {
    const { cookie, email } = await makeSignedIn(gateway);
    const signIn = async () => cookieOf(await send(gateway, { email, password: PASSWORD }));
    const others = [await signIn(), await signIn(), await signIn()];
    const { account } = await run(cookie, '{ account { sessions { id isCurrent } } }');
    expect(account.sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([
      ...[false, false, false],
      true,
    ]);
    const [{ id }] = account.sessions;

    expect(await run(cookie, `mutation { endSession(id: "${id}") }`)).toEqual({ endSession: id });
    expect((await ask(gateway, others[2] ?? '', '{ sites { id } }')).status).toBe(401);
    expect((await ask(gateway, others[1] ?? '', '{ sites { id } }')).status).toBe(200);
    expect(await run(cookie, 'mutation { endOtherSessions }')).toEqual({ endOtherSessions: 2 });
    expect((await ask(gateway, others[0] ?? '', '{ sites { id } }')).status).toBe(401);
    expect((await auditOf(cookie))[0]).toEqual({
      action: 'session.end-others',
      detail: '2 sessions',
      by: email,
    });
  });

  it('sees what the command line changed, the newest first and as much as they ask for', async () => {
    const { cookie, accountId: id, email } = await makeSignedIn(gateway);
    const given = { domain: 'cli.example', name: undefined };
    const site = await createSite(byOperator(gateway.db, gateway.clock.now()), { id, email }, given);

    const all = await auditOf(cookie);

    expect(all).toEqual([
      { action: 'site.create', detail: `cli.example (${site.id})`, by: 'command line' },
      { action: 'session.start', detail: '', by: email },
      { action: 'password.set', detail: 'by a sign-in link', by: email },
      { action: 'account.invite', detail: email, by: 'command line' },
    ]);
    expect(await run(cookie, '{ account { audit(first: 1) { at } } }')).toEqual({
      account: { audit: [{ at: NOW }] },
    });
    const pages = [];
    for (let after = 'null'; pages.length < 3;) {
      const { account } = await run(cookie, `{ account { audit(first: 2, after: ${after}) { id action } } }`);
      pages.push(account.audit.map(({ action }: { action: string }) => action));
      after = JSON.stringify(account.audit.at(-1)?.id);
    }
    expect(pages).toEqual([['site.create', 'session.start'], ['password.set', 'account.invite'], []]);
    expect(await run(cookie, '{ account { audit(after: "key_1") { at } } }')).toEqual([
      ['INVALID_PARAMETER', 'after must be the id of an entry of the audit; got "key_1".'],
    ]);
    expect(await run(cookie, '{ account { audit(first: 201) { at } } }')).toEqual([
      ['INVALID_PARAMETER', 'first must be a whole number from 1 to 200; got 201.'],
    ]);
  });
});

it.each([
  ['revokeKey(id: "key_abc") { id }', 'KEY_NOT_FOUND', 'There is no API key with the id "key_abc".'],
  ['renameKey(id: "7", name: "x") { id }', 'KEY_NOT_FOUND', 'There is no API key with the id "7".'],
  ['endSession(id: "key_1")', 'SESSION_NOT_FOUND', 'There is no session with the id "key_1".'],
  ['revokeShareLink(id: "")', 'SHARE_LINK_NOT_FOUND', 'There is no share link with the id "".'],
])('an id that can be of nothing is named as it was sent: %s', async (mutation, code, message) => {
  const { cookie } = await makeSignedIn(gateway);
  expect(await run(cookie, `mutation { ${mutation} }`)).toEqual([[code, message]]);
});

it('the service tells owners how its commands are typed, where it is, and whom to ask', async () => {
  const service = { command: 'npx site-traffic', supportContact: 'help@example.com' };
  const named = startGateway({ service });
  const { cookie } = await makeSignedIn(named, 'free');
  const { body } = await ask(named, cookie, '{ install { command origin } account { supportContact } }');
  expect(body.data).toEqual({
    install: { command: 'npx site-traffic', origin: 'http://site-traffic.test' },
    account: { supportContact: 'help@example.com' },
  });
  const configured = startGateway({ publicUrl: 'https://stats.example.com' });
  const { key } = await makeOwner(configured.db, 'free');
  const query = '{ install { origin } }';
  const init = {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json' },
  };
  expect((await configured.rest('/graphql', key, init)).body.data).toEqual({
    install: { origin: 'https://stats.example.com' },
  });
});

describe('an account that may have three sites and three keys', () => {
  const full = startGateway({ accountCaps: { sites: 3, keys: 3 } });
  const codesOf = async (cookie: string, mutations: readonly string[]) => {
    const answers = mutations.map(async (mutation) => ask(full, cookie, `mutation { ${mutation} }`));
    return (await Promise.all(answers)).map(({ body }) =>
      body.errors ? [body.errors[0].extensions.code, body.errors[0].message] : 'made',
    );
  };
  const count = (outcomes: readonly unknown[]) => outcomes.filter((outcome) => outcome === 'made').length;

  it('makes no fourth site, also of six at once, and another one once one is deleted', async () => {
    const { cookie, accountId } = await makeSignedIn(full);
    const { id, domain } = await makeSite(full.db, accountId);
    const make = (n: number) => `createSite(domain: "shop-${n}.example") { id }`;
    const refusal = [
      'TOO_MANY_SITES',
      'The account has 3 sites, and the limit is 3 (MAX_SITES_PER_ACCOUNT); delete one first.',
    ];

    const outcomes = await codesOf(cookie, [1, 2, 3, 4, 5, 6].map(make));

    expect(count(outcomes)).toBe(2);
    expect(outcomes.filter((outcome) => outcome !== 'made')).toEqual(Array(4).fill(refusal));
    expect(await codesOf(cookie, [`deleteSite(id: "${id}", domain: "${domain}")`])).toEqual(['made']);
    expect(count(await codesOf(cookie, [make(7), make(8)]))).toBe(1);
  });

  it('makes no fourth key, also of six at once, and another one once one is revoked', async () => {
    const { cookie, keyId } = await makeSignedIn(full);
    const make = 'createKey(name: "x", scope: READ) { key }';
    const refusal = [
      'TOO_MANY_KEYS',
      'The account has 3 keys, and the limit is 3 (MAX_KEYS_PER_ACCOUNT); revoke one first.',
    ];

    const outcomes = await codesOf(cookie, Array<string>(6).fill(make));

    expect(count(outcomes)).toBe(2);
    expect(outcomes.filter((outcome) => outcome !== 'made')).toEqual(Array(4).fill(refusal));
    expect(await codesOf(cookie, [`revokeKey(id: "key_${keyId}") { id }`])).toEqual(['made']);
    expect(count(await codesOf(cookie, [make, make]))).toBe(1);
  });

  it('keeps those beyond that it had before', async () => {
    const { cookie, accountId } = await makeSignedIn(full);
    await Promise.all([1, 2, 3, 4].map((n) => makeSite(full.db, accountId, { domain: `old-${n}.example` })));

    expect(await codesOf(cookie, ['createSite(domain: "new.example") { id }'])).toEqual([
      [
        'TOO_MANY_SITES',
        'The account has 4 sites, and the limit is 3 (MAX_SITES_PER_ACCOUNT); delete one first.',
      ],
    ]);
    expect((await ask(full, cookie, '{ sites { id } }')).body.data.sites).toHaveLength(4);
  });
});

it('holds the answer of a mutation to the bounds of all answers', async () => {
  const { cookie, accountId } = await makeSignedIn(gateway);
  const { id } = await makeSite(gateway.db, accountId);
  const points =
    'timeseries(start: "2000-01-01", end: "2025-12-31") { data { date botVisits referrals conversions } }';
  const aliases = Array.from({ length: 20 }, (_, n) => `a${n}: ${points}`).join(' ');
  const answer = await run(cookie, `mutation { renameSite(id: "${id}", name: "x") { ${aliases} } }`);
  expect(answer[0][0]).toBe('DOCUMENT_TOO_LARGE');
});
