import { expect, it } from 'vitest';
import { type IdentityProvider, deriveChecks } from '../../src/domain/identity.ts';
import { createLimits } from '../../src/limits/limits.ts';
import { deleteAccount, unlinkAccount } from '../../src/operations/owner/accounts.ts';
import { createSessionGuard } from '../../src/operations/owner/authenticate-owner.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createPasswords } from '../../src/operations/owner/passwords.ts';
import { createSignInGuard } from '../../src/operations/owner/sign-in-guard.ts';
import { isSession, signInByProvider } from '../../src/operations/owner/sign-in-by-provider.ts';
import { listAuditEntries } from '../../src/queries/audit.ts';
import { OWNERS, testDatabase } from '../support/gateway.ts';
import { openInterrupted } from '../support/interrupted-database.ts';
import { makeOwner } from '../support/makers.ts';

const ISSUER = 'https://id.example.com';
const SECRET = 'secret';

const db = testDatabase();
const operator = byOperator(db, 0);
const interrupted = openInterrupted();
const limits = createLimits(() => 0);
const parts = {
  db: interrupted.db,
  passwords: createPasswords(),
  guard: createSignInGuard(limits),
  sessionGuard: createSessionGuard(() => 0, limits),
  limits: OWNERS.sessionLimits,
};

/** An owner, whom a provider knows by their address, and what becomes of them. */
async function start() {
  const { accountId, email } = await makeOwner(db);
  const person = { issuer: ISSUER, subject: email, verifiedEmail: () => Promise.resolve(email) };
  const provider: IdentityProvider = {
    begin: () => Promise.reject(new Error('nobody begins')),
    finish: () => Promise.resolve(person),
  };
  const url = new URL(`${ISSUER}/?state=${deriveChecks(SECRET).state}`);
  return {
    email,
    enter: async () => {
      const browser = { client: '192.0.2.1', userAgent: '', oldToken: undefined };
      const given = { returned: { url, secret: SECRET }, browser, nowMs: 0, onProblem: () => undefined };
      const outcome = await signInByProvider({ ...parts, provider }, given);
      return isSession(outcome) ? outcome.email : outcome;
    },
    audit: async () =>
      (await listAuditEntries(db, accountId, { limit: 9 })).map(({ action }) => action).toReversed(),
  };
}

it('the first sign-in at a provider links the account once, though another one comes just before', async () => {
  const { email, enter, audit } = await start();
  interrupted.before(enter);
  expect(await enter()).toBe(email);
  expect(await audit()).toEqual(['identity.link', 'session.start', 'session.start']);
});

it('a sign-in at a provider links the account again if it is unlinked just before', async () => {
  const { email, enter, audit } = await start();
  await enter();
  interrupted.before(() => unlinkAccount(operator, email));
  expect(await enter()).toBe(email);
  expect(await audit()).toEqual([
    ...['identity.link', 'session.start'],
    ...['account.unlink', 'identity.link', 'session.start'],
  ]);
});

it('a sign-in at a provider starts no session in an account that is deleted just before', async () => {
  const [known, unknown] = [await start(), await start()];
  await known.enter();
  for (const { email, enter } of [known, unknown]) {
    interrupted.before(() => deleteAccount(operator, email));
    expect(await enter()).toBe('unknown');
  }
  expect(await known.audit()).toEqual(['identity.link', 'session.start']);
  expect(await unknown.audit()).toEqual([]);
});
