import { beforeAll, expect, it } from 'vitest';
import { insertSession } from '../../src/queries/sessions.ts';
import type { Database } from '../../src/database/database.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated, run, runWith, ask } = useCommandLine();

const NOW = '2026-03-15T12:00:00.000Z';
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

let db: Database;

beforeAll(async () => {
  db = await holdMigrated();
});

async function askAt(now: string, ...args: readonly string[]): Promise<unknown> {
  const ran = await runWith({ now }, ...args, '--json');
  return ran.exitCode === 0 ? (JSON.parse(ran.stdout) as unknown) : ran.stderr;
}

it('share links are made, listed and revoked', async () => {
  const owner = await makeOwner(db);
  const { id: site } = await makeSite(db, owner.accountId, { domain: 'shared.example' });
  const at = ['--site', 'shared.example'];
  const create = [
    'share',
    'create',
    ...at,
    '--name',
    'board',
    '--start',
    '2026-03-01',
    '--expires-in-days',
    '7',
  ];

  const made = await runWith({ now: NOW, env: { PUBLIC_URL: 'https://stats.example.com' } }, ...create);
  expect(made).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^https:\/\/stats\.example\.com\/share#[\w-]{43}\n$/) as unknown,
    stderr:
      'made share link 1 of shared.example, named board, which expires at 2026-03-22T12:00:00.000Z; it cannot be shown again\n',
  });
  const listed = {
    ...{ id: 1, name: 'board', site, start: '2026-03-01', end: null, alerts: false, notes: false },
    ...{ created_at: NOW, expires_at: '2026-03-22T12:00:00.000Z', last_used_at: null },
  };
  expect(await askAt(NOW, 'share', 'list', ...at)).toEqual([listed]);
  expect((await runWith({ now: NOW }, 'share', 'list', ...at)).stdout).toBe(
    '1\tboard\tfrom 2026-03-01\texpires at 2026-03-22T12:00:00.000Z\n',
  );
  expect(await askAt(NOW, 'share', 'revoke', 'share_1', ...at)).toEqual({ id: 1, revoked: true });
  expect(await askAt(NOW, 'share', 'revoke', '1', ...at)).toBe('site-traffic: there is no share link 1\n');
  expect(await runWith({ now: NOW }, 'share', 'list', ...at)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr:
      'no share link of shared.example is valid; make one with: site-traffic share create --site shared.example --name NAME\n',
  });
  expect(await askAt(NOW, ...create, '--end', '2026-02-01')).toBe(
    'site-traffic: start 2026-03-01 lies after end 2026-02-01.\n',
  );
  const audit = (await ask('account', 'audit', owner.email)) as { audit: { action: string; by: string }[] };
  expect(audit.audit.map(({ action, by }) => [action, by])).toEqual([
    ['share.revoke', 'command line'],
    ['share.create', 'command line'],
  ]);
});

it('sessions are listed, and ended one by one or all', async () => {
  const { accountId, email } = await makeOwner(db);
  const [createdAtMs, endsAtMs] = [Date.parse(NOW), Date.parse('2026-04-01T00:00:00Z')];
  for (const tokenHash of ['one', 'two', 'three'])
    await insertSession(db, {
      accountId,
      tokenHash,
      userAgent: `browser ${tokenHash}`,
      createdAtMs,
      endsAtMs,
    });
  const account = ['--account', email];

  const sessions = (await askAt(NOW, 'session', 'list', ...account)) as { id: number }[];
  expect(sessions[0]).toEqual({
    ...{ id: sessions[0]?.id, user_agent: 'browser three', created_at: NOW, last_used_at: NOW },
    ends_at: '2026-04-01T00:00:00.000Z',
  });
  expect(await askAt(NOW, 'session', 'end', String(sessions[0]?.id), ...account)).toEqual({ ended: 1 });
  expect(await askAt(NOW, 'session', 'end', '999', ...account)).toBe(
    'site-traffic: there is no session 999\n',
  );
  expect(await askAt(NOW, 'session', 'end', ...account)).toBe(
    'site-traffic: name one session by its number, or all with --all\n',
  );
  expect(await askAt(NOW, 'session', 'end', '--all', ...account)).toEqual({ ended: 2 });
  expect(await run('session', 'list', ...account)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `nobody is signed in; a link to sign in with: site-traffic account invite ${email}\n`,
  });
});

it('the audit of an account is shown page by page', async () => {
  const { email, keyId } = await makeOwner(db);
  for (const name of ['one', 'two', 'three']) await ask('key', 'rename', String(keyId), name);

  const newest = (await ask('account', 'audit', email, '--limit', '2')) as {
    audit: unknown[];
    next_after: number;
  };
  expect(newest.audit).toEqual([
    {
      id: newest.next_after + 1,
      at: anInstant,
      action: 'key.rename',
      detail: `two to three (key ${keyId})`,
      by: 'command line',
    },
    {
      id: newest.next_after,
      at: anInstant,
      action: 'key.rename',
      detail: `one to two (key ${keyId})`,
      by: 'command line',
    },
  ]);
  const after = ['--after', String(newest.next_after)];
  expect(await ask('account', 'audit', email, '--limit', '2', ...after)).toMatchObject({
    audit: [{ detail: `test to one (key ${keyId})` }],
    next_after: null,
  });
  const { stderr } = await run('account', 'audit', email, '--limit', '2');
  expect(stderr).toBe(`older entries: --after ${newest.next_after}\n`);
  expect((await run('account', 'audit', email, '--limit', '201')).stderr).toBe(
    'site-traffic: --limit must be a whole number from 1 to 200; got 201.\n',
  );
});

it('a key gets another name, and the number of a key is asked for as it was typed', async () => {
  const { email, keyId } = await makeOwner(db);
  expect(await ask('key', 'rename', `key_${keyId}`, ' report ')).toEqual({ id: keyId, name: 'report' });
  expect(await ask('key', 'list', '--account', email)).toMatchObject([{ id: keyId, name: 'report' }]);
  expect((await run('key', 'revoke', 'key_abc')).stderr).toBe(
    'site-traffic: <id> must be the number of a key, as "key list" shows it; got "key_abc"\n',
  );
});
