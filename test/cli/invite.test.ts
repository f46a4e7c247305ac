import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { announceAddress } from '../../src/serving/served-address.ts';
import { useCommandLine } from './support.ts';

const { dataDir, makeMigrated, ask, runWith, run } = useCommandLine();
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

it('the link leads to the server that runs on the folder, and with a guess comes how to set it right', async () => {
  const beginOf = async (env: NodeJS.ProcessEnv = {}) => {
    const { stdout, stderr } = await runWith({ env }, 'account', 'invite', EMAIL);
    return [stdout.split('/sign-in#')[0], stderr.includes('set PUBLIC_URL')];
  };
  expect(await beginOf()).toEqual(['http://127.0.0.1:4000', true]);
  expect(await beginOf({ PORT: '8080' })).toEqual(['http://127.0.0.1:8080', false]);

  const withdraw = announceAddress({ databaseUrl: undefined, dataDir }, 'http://127.0.0.1:4173');
  expect(await beginOf()).toEqual(['http://127.0.0.1:4173', false]);
  expect(await beginOf({ PUBLIC_URL: 'https://stats.example.com' })).toEqual([
    'https://stats.example.com',
    false,
  ]);
  withdraw();
  expect(await beginOf()).toEqual(['http://127.0.0.1:4000', true]);

  // a server that was killed has left its address: no process has this id
  writeFileSync(join(dataDir, 'address'), '{"pid":4194304,"publicUrl":"http://127.0.0.1:4173"}');
  expect(await beginOf()).toEqual(['http://127.0.0.1:4000', true]);
});
