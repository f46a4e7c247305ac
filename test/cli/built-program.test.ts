import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { useCommandLine } from './support.ts';

const { ask, begin, holdMigrated, run, runBuilt } = useCommandLine();

const EMAIL = 'owner@example.com';
let db: Database;

beforeAll(async () => {
  db = await holdMigrated();
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
});

it('has its result on stdout, its messages on stderr, and the exit code of its command', async () => {
  const site = await runBuilt({}, 'site', 'create', '--account', EMAIL, '--domain', 'x.com');
  expect(site).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^site_[a-z0-9]{16}\n$/) as string,
    stderr: `created a site of ${EMAIL} for x.com, named x.com\n`,
  });
  expect(await runBuilt({}, 'key', 'revoke', '99', '--json')).toEqual({
    exitCode: 1,
    stdout: '{"error":"there is no key 99","code":"KEY_NOT_FOUND"}\n',
    stderr: 'site-traffic: there is no key 99\n',
  });
  expect(await runBuilt({ env: { PORT: 'x' } }, 'account', 'list')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'site-traffic: PORT must be a whole number from 0 to 65535; got "x"\n',
  });
});

it('reads its standard input to the end', async () => {
  const { id } = (await ask('site', 'create', '--account', EMAIL, '--domain', 'y.com')) as { id: string };
  const line = '{"type":"referral","page_path":"/","source":"chatgpt"}\n';
  const ran = await runBuilt({ stdin: line.repeat(3_000) }, 'events', 'import', '--site', id, '-');
  expect(ran).toEqual({
    exitCode: 0,
    stdout: 'imported 3000 events (3000 referrals), rejected 0 lines\n',
    stderr: '',
  });
});

it('writes a result that is longer than a pipe holds, and ends well when its reader leaves', async () => {
  await sql`insert into accounts (email, plan, created_at)
    select 'a' || n || '@example.com', 'free', '2026-03-01' from generate_series(1, 10000) as n`.execute(db);
  const list = ['account', 'list', '--json'];
  const whole = await run(...list);
  expect(whole.stdout.length).toBeGreaterThan(200_000);
  expect(await runBuilt({}, ...list)).toEqual(whole);

  const child = begin({}, ...list);
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  expect(await ended).toEqual([[0, null], '']);
});
