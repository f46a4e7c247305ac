import { expect, it, onTestFinished, vi } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { findAccount } from '../../src/queries/accounts.ts';
import { findLinkedAccount, linkIdentity } from '../../src/queries/identities.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated, ask, run } = useCommandLine();
const EMAIL = 'owner@example.com';
const IDENTITY = { issuer: 'https://id.example.com', subject: 'one' };

it('unlinks an account from its owner at the provider, and refuses an unknown account', async () => {
  const db = await holdMigrated();
  await ask('account', 'create', '--email', EMAIL);
  const { id = 0 } = (await findAccount(db, EMAIL)) ?? {};
  await inTransaction(db, (tx) => linkIdentity(tx, IDENTITY, id, 0));

  const first = await run('account', 'unlink', EMAIL.toUpperCase());

  expect(first).toEqual({ exitCode: 0, stdout: `unlinked ${EMAIL}\n`, stderr: '' });
  expect(await findLinkedAccount(db, IDENTITY)).toBeUndefined();
  expect(await ask('account', 'unlink', EMAIL)).toEqual({ email: EMAIL, links: 0 });
  expect((await run('account', 'unlink', EMAIL)).stdout).toBe(`${EMAIL} was not linked\n`);
  const { audit } = (await ask('account', 'audit', EMAIL)) as { audit: readonly { action: string }[] };
  expect(audit.map(({ action }) => action)).toEqual(['account.unlink']);
  expect(await run('account', 'unlink', 'nobody@example.com')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'site-traffic: there is no account nobody@example.com\n',
  });
});

it('finds the embedded database, whatever the environment says of PostgreSQL servers', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries({ PGPORT: '1', PGSSLMODE: 'require', PGHOST: 'nowhere' }))
    vi.stubEnv(name, value);
  expect(await ask('account', 'list')).toMatchObject([{ email: EMAIL }]);
});
