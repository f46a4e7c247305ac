import { expect, it } from 'vitest';
import { useCommandLine } from './support.ts';

const { makeMigrated, ask, runWith, run } = useCommandLine();
const EMAIL = 'owner@example.com';
const NOW = '2026-03-15T12:00:00.000Z';

it('prints a link that begins with the public address, and refuses an unknown account', async () => {
  await makeMigrated();
  await ask('account', 'create', '--email', EMAIL);
  const invite = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    runWith({ env, now: NOW }, 'account', 'invite', EMAIL, ...args);

  const configured = await invite({ PUBLIC_URL: 'https://stats.example.com/' });
  const listening = JSON.parse((await invite({ HOST: '0.0.0.0', PORT: '80' }, '--json')).stdout) as object;

  expect(configured).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^https:\/\/stats\.example\.com\/sign-in#token=[\w-]{43}\n$/) as unknown,
    stderr: `a link for ${EMAIL}, which works once until 2026-03-16T12:00:00.000Z\n`,
  });
  expect(listening).toEqual({
    email: EMAIL,
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1\/sign-in#token=[\w-]{43}$/) as unknown,
    expires_at: '2026-03-16T12:00:00.000Z',
  });
  expect(await run('account', 'invite', 'nobody@example.com')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'site-traffic: there is no account nobody@example.com\n',
  });
});
