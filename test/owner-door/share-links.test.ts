import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/domain/session.ts';
import { deleteExpiredShareLinks } from '../../src/queries/share-links.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { makeLink, makeShared, outcomeOf } from './share.ts';
import { ask, makeSignedIn, send } from './support.ts';

const gateway = startGateway({ sharedDocuments: 'any' });
const DAY_MS = 86_400_000;

async function start() {
  const owner = await makeSignedIn(gateway);
  const site = await makeSite(gateway.db, owner.accountId, { domain: 'shared.example' });
  const run = (query: string) => ask(gateway, owner.cookie, query);
  const create = (given: string) =>
    run(`mutation { createShareLink(siteId: "${site.id}", ${given}) { shareLink { id } } }`);
  const list = async () => {
    const fields = 'id name start end createdAt expiresAt lastUsedAt';
    const { body } = await run(`{ site(id: "${site.id}") { shareLinks { ${fields} } } }`);
    return body.data.site.shareLinks as readonly Record<string, unknown>[];
  };
  return { owner, site, run, create, list };
}

describe('a share link', () => {
  it('is made, listed without its token, and revoked, with a line in the audit for each', async () => {
    const { owner, site, run, list } = await start();
    const given = 'start: "2026-01-01", end: "2026-12-31", expiresInDays: 2';
    const { token, id } = await makeLink(gateway, { cookie: owner.cookie, siteId: site.id, given });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await list()).toEqual([
      {
        ...{ id, name: 'for Ann', start: '2026-01-01', end: '2026-12-31' },
        ...{ createdAt: NOW, expiresAt: '2026-03-17T12:34:56.789Z', lastUsedAt: null },
      },
    ]);

    expect((await run(`mutation { revokeShareLink(id: "${id}") }`)).body.data).toEqual({
      revokeShareLink: id,
    });

    expect(await list()).toEqual([]);
    expect(outcomeOf(await run(`mutation { revokeShareLink(id: "${id}") }`))).toBe('SHARE_LINK_NOT_FOUND');
    const { body } = await run('{ account { audit(first: 2) { action detail by } } }');
    const number = id.replace('share_', '');
    const by = owner.email;
    expect(body.data.account.audit).toEqual([
      { action: 'share.revoke', detail: `for Ann (link ${number} of ${site.id})`, by },
      { action: 'share.create', detail: `for Ann (link ${number} of shared.example, ${site.id})`, by },
    ]);
  });

  it('shows all days and works for 30 unless told otherwise', async () => {
    const { create, list } = await start();
    await create('name: " Board "');
    expect(await list()).toMatchObject([
      { name: 'Board', start: null, end: null, expiresAt: '2026-04-14T12:34:56.789Z' },
    ]);
  });

  it.each([
    ['name: ""', 'INVALID_NAME', /^The name must be one line/],
    [
      'name: "x", start: "2026-02-30"',
      'INVALID_DATE_RANGE',
      /^start must be a calendar date as YYYY-MM-DD .* got "2026-02-30"\.$/,
    ],
    [
      'name: "x", start: "2026-02-02", end: "2026-02-01"',
      'INVALID_DATE_RANGE',
      /^start 2026-02-02 lies after end 2026-02-01\.$/,
    ],
    [
      'name: "x", start: "2026-03-16"',
      'INVALID_DATE_RANGE',
      /^start 2026-03-16 lies after today, 2026-03-15; use an earlier one\.$/,
    ],
    ['name: "x", expiresInDays: 0', 'INVALID_EXPIRY', /^A share link must expire in 1 to 365 days; got 0\.$/],
    ['name: "x", expiresInDays: 366', 'INVALID_EXPIRY', /; got 366\.$/],
  ])('with %s is refused with %s', async (given, code, message) => {
    const { create, list } = await start();
    const { body } = await create(given);
    expect([body.errors[0].extensions.code, body.errors[0].message]).toEqual([
      code,
      expect.stringMatching(message) as unknown,
    ]);
    expect(await list()).toEqual([]);
  });

  it('is one of at most fifty of a site, however many are made at once', async () => {
    const { create, list } = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 53 }, async (_, n) => outcomeOf(await create(`name: "link ${n}"`))),
    );
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_SHARE_LINKS')).toHaveLength(3);
    expect(await list()).toHaveLength(50);
  });

  it('is neither made for the site of another account nor revoked by its owner', async () => {
    const { run } = await start();
    const other = await makeShared(gateway);
    expect(
      outcomeOf(await run(`mutation { createShareLink(siteId: "${other.site.id}", name: "x") { token } }`)),
    ).toBe('SITE_NOT_FOUND');
    expect(outcomeOf(await run(`mutation { revokeShareLink(id: "${other.link.id}") }`))).toBe(
      'SHARE_LINK_NOT_FOUND',
    );
  });

  it('is listed to no key', async () => {
    const { key, accountId } = await makeOwner(gateway.db);
    const site = await makeSite(gateway.db, accountId);
    const query = `{ site(id: "${site.id}") { id shareLinks { id } } }`;
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await send(gateway, { query }, { path: '/graphql', headers });
    expect(body.data.site).toEqual({ id: site.id, shareLinks: null });
    expect(body.errors[0].extensions.code).toBe('OWNER_REQUIRED');
  });

  it('is stored as a hash, and its token is in no line of the log', async () => {
    const { link } = await makeShared(gateway);
    const { rows } = await sql<Record<string, unknown>>`select * from share_links
      where token_hash = ${hashToken(link.token)}`.execute(gateway.db);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(link.token);
    expect(JSON.stringify(gateway.logged())).not.toContain(link.token);
  });

  it('is deleted with its site', async () => {
    const { owner, site, link } = await makeShared(gateway);
    await ask(gateway, owner.cookie, `mutation { deleteSite(id: "${site.id}", domain: "shared.example") }`);
    const { rows } = await sql`select 1 from share_links
      where token_hash = ${hashToken(link.token)}`.execute(gateway.db);
    expect(rows).toEqual([]);
  });

  it('is deleted once it has expired', async () => {
    // after the sessions that another test lets end
    const past = startGateway({ sharedDocuments: 'any', now: '1995-01-01T00:00:00Z' });
    await makeShared(past, 'expiresInDays: 1');
    const endMs = past.clock.now() + DAY_MS;
    expect(await deleteExpiredShareLinks(past.db, endMs, 1_000)).toBe(0);
    expect(await deleteExpiredShareLinks(past.db, endMs + 1, 1_000)).toBe(1);
  });
});
