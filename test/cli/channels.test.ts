import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { startReceiver } from '../channels/receiver.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated, runWith } = useCommandLine();
const env = { NOTIFY_PRIVATE_NETWORKS: 'yes' };

let db: Database;

beforeAll(async () => {
  db = await holdMigrated();
});

async function channels(...args: readonly string[]) {
  return runWith({ env }, 'channels', ...args);
}

async function ask(...args: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await channels(...args, '--json');
  return stdout === '' ? stderr : JSON.parse(stdout);
}

it('channels are made, tested, listed and deleted', async () => {
  const { email, accountId } = await makeOwner(db);
  const { id: siteId } = await makeSite(db, accountId, { domain: 'told.example' });
  const { received, origin } = await startReceiver();
  const at = ['--account', email, '--kind', 'webhook'];

  const made = await ask(
    'create',
    ...at,
    '--target',
    `${origin}/hook`,
    '--name',
    'ops',
    '--alerts',
    'errors',
    'surge',
    '--site',
    'told.example',
  );
  expect(made).toEqual({ id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) });
  const id = String((made as { id: number }).id);

  expect(await channels('list', '--account', email)).toMatchObject({
    stdout: `${id}\twebhook\tops\t${origin}/…hook\terrors, surge\tnothing sent yet\n`,
  });
  expect(await channels('test', id)).toMatchObject({ exitCode: 0, stdout: `${id}\tdelivered\n` });
  expect(received).toMatchObject([
    { path: '/hook', headers: { 'webhook-id': expect.stringMatching(/^test_/) } },
  ]);
  expect(await ask('list', '--account', email)).toEqual([
    {
      ...{
        id: Number(id),
        kind: 'webhook',
        name: 'ops',
        target: `${origin}/…hook`,
        confirmed: true,
        enabled: true,
      },
      ...{ kinds: ['errors', 'surge'], sites: [siteId], digest: false, pending: 0, given_up: 0 },
      last_delivery: expect.objectContaining({
        state: 'delivered',
        attempts: 1,
        reason: null,
        next_at: null,
      }),
    },
  ]);
  expect(await ask('delete', id)).toEqual({ id: Number(id), deleted: true });
  expect(await channels('test', id)).toMatchObject({
    ...{ exitCode: 1, stderr: expect.stringContaining(`there is no channel ${id}`) },
  });
  expect(await channels('list', '--account', email)).toMatchObject({
    stderr: expect.stringContaining('has no channel yet; make one with'),
  });
});

it('a test that fails says why, and exits with 1', async () => {
  const { email } = await makeOwner(db);
  const { origin } = await startReceiver({ status: 404, body: 'no_service' });
  const { id } = (await ask(
    'create',
    '--account',
    email,
    '--kind',
    'slack',
    '--target',
    `${origin}/services/x`,
  )) as {
    id: number;
  };
  expect(await channels('test', String(id))).toMatchObject({
    ...{ exitCode: 1, stdout: `${id}\tfailed: 404 Not Found: no_service\n` },
  });
});

it.each([
  [['--kind', 'email', '--target', 'ann@example.com'], 'the operator must set SMTP_URL and MAIL_FROM'],
  [['--kind', 'webhook', '--target', 'ftp://example.com/'], 'the target must be an https address'],
  [['--kind', 'webhook', '--target', 'https://x.example/', '--alerts', 'fire'], 'fire'],
  [
    ['--kind', 'fax', '--target', 'x'],
    '--kind must be email, webhook, slack, discord, ntfy or apprise; got "fax"',
  ],
])('%j is refused', async (args, reason) => {
  const { email } = await makeOwner(db);
  expect(await channels('create', '--account', email, ...args)).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining(reason),
  });
});
