import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { setPlan, unlinkAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { invite } from '../../src/operations/owner/invitations.ts';
import { createSite, setDomain } from '../../src/operations/owner/site-changes.ts';
import { linkIdentity } from '../../src/queries/identities.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { startGateway } from '../support/gateway.ts';
import { makeKey, makeSite } from '../support/makers.ts';
import { makeLink } from './share.ts';
import { PASSWORD, ask, makeSignedIn, send } from './support.ts';

/** An owner with a site, a key and two sessions, in a database that takes no more lines of the audit. */
async function start() {
  const db = openPool(await freshDatabase(), 2);
  const gateway = startGateway({ db });
  const { accountId, email, keyId, cookie } = await makeSignedIn(gateway);
  await send(gateway, { email, password: PASSWORD });
  const { id: siteId } = await makeSite(db, accountId, { domain: 'own.example' });
  const { id: linkId } = await makeLink(gateway, { cookie, siteId });
  await inTransaction(db, (tx) =>
    linkIdentity(tx, { issuer: 'https://id.example', subject: '1' }, accountId, 0),
  );
  const { keyId: drainId } = await makeKey(db, accountId, siteId, 'drain');
  await refuseAudit(db);
  return { db, gateway, drainId, accountId, email, keyId, cookie, siteId, linkId };
}

async function refuseAudit(db: Database): Promise<void> {
  const body = sql.lit("begin raise exception 'no audit'; end");
  await sql`create function refuse() returns trigger language plpgsql as ${body}`.execute(db);
  await sql`create trigger refuse before insert on audit_entries
    for each row execute function refuse()`.execute(db);
}

/** Everything that owners change. */
async function readAll(db: Database): Promise<unknown> {
  const tables = [
    ...['accounts', 'api_keys', 'sites', 'sessions', 'invitations', 'identities', 'share_links'],
  ];
  const read = tables.map((table) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(db));
  return (await Promise.all(read)).map(({ rows }) => rows);
}

it('an owner changes nothing without a line in the audit', async () => {
  const { db, gateway, email, keyId, drainId, cookie, siteId, linkId } = await start();
  const before = await readAll(db);
  for (const change of [
    'createKey(name: "x", scope: READ) { key }',
    `renameKey(id: "key_${keyId}", name: "x") { id }`,
    `revokeKey(id: "key_${keyId}") { id }`,
    `setDrain(keyId: "key_${drainId}", verifyCode: "x") { id }`,
    'createSite(domain: "new.example") { id }',
    `renameSite(id: "${siteId}", name: "x") { id }`,
    `setExclusions(siteId: "${siteId}", addresses: [], paths: ["/x"]) { id }`,
    `setRetention(siteId: "${siteId}", days: 9) { id }`,
    `changePassword(current: "${PASSWORD}", next: "another password") { email }`,
    'endSession(id: "session_2")',
    'endOtherSessions',
    `createShareLink(siteId: "${siteId}", name: "x") { token }`,
    `revokeShareLink(id: "${linkId}")`,
    // last: from then on its deletion has begun
    `deleteSite(id: "${siteId}", domain: "own.example")`,
  ]) {
    const { body } = await ask(gateway, cookie, `mutation { ${change} }`);
    expect([change, body.errors[0].extensions.code]).toEqual([change, 'SERVER_ERROR']);
    expect([change, await readAll(db)]).toEqual([change, before]);
  }
  expect((await send(gateway, { email, password: PASSWORD })).status).toBe(500);
  expect(await readAll(db)).toEqual(before);
});

it('the command line changes nothing without a line in the audit', async () => {
  const { db, accountId: id, email, siteId } = await start();
  const before = await readAll(db);
  const to = byOperator(db, 0);
  for (const change of [
    () => createSite(to, { id, email }, { domain: 'own.example', name: 'own', force: true }),
    () => setDomain(to, siteId, { domain: 'new.example' }),
    () => setPlan(to, email, 'free'),
    () => unlinkAccount(to, email),
    () => invite(to, email),
  ]) {
    await expect(change()).rejects.toThrow('no audit');
    expect([String(change), await readAll(db)]).toEqual([String(change), before]);
  }
});
