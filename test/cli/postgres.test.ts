import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { crawlLine } from '../logs/memory-book.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { finish, untilMatch, useCommandLine } from './support.ts';

const ALL = Object.keys(MIGRATIONS).length;

const { folder, runWith, begin } = useCommandLine();

describeWithPostgres('with a DATABASE_URL', () => {
  let url = '';
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const server = await startPostgres();
    ({ url } = server);
    env = { DATABASE_URL: url };
    return () => server.stop();
  });

  it('start equals serve: it neither migrates nor makes a demo', async () => {
    const { exitCode, stderr } = await runWith({ env }, 'start', '--port', '0');
    const message = `site-traffic: the database lacks ${ALL} migrations; run: site-traffic migrate\n`;
    expect([exitCode, stderr]).toEqual([1, message]);
    expect((await runWith({ env }, 'migrate')).stdout).toMatch(/^(applied [\w-]+\n)+$/);
    const child = begin({ env }, 'start', '--port', '0');
    const finished = finish(child);
    const [, address = ''] = await untilMatch(child.stdout, /listening on (\S+)\n/);
    expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ready' });
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ exitCode: 0, stdout: `listening on ${address}\n` });
    const listed = await runWith({ env }, 'account', 'list', '--json');
    expect(listed).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  });

  it('commands work on that server', async () => {
    const made = await runWith({ env }, 'account', 'create', '--email', 'a@example.com');
    expect(made).toEqual({
      exitCode: 0,
      stdout: 'created the account a@example.com on the plan self-hosted\n',
      stderr: expect.stringMatching(/^the plan self-hosted has no monthly quota; /) as string,
    });
    const site = ['site', 'create', '--account', 'a@example.com', '--domain', 'x.com', '--json'];
    const { id } = JSON.parse((await runWith({ env }, ...site)).stdout) as { id: string };
    const stdin = '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}\n'.repeat(2500);
    const imported = await runWith({ env, stdin }, 'events', 'import', '--site', id, '-', '--json');
    const counts = { imported: 2500, rejected: 0, bot_visits: 2500, referrals: 0, conversions: 0 };
    expect([imported.exitCode, imported.stdout, imported.stderr]).toEqual([
      0,
      `${JSON.stringify(counts)}\n`,
      '',
    ]);
    expect((await runWith({ env }, 'verify')).stdout).toBe('1 site recounted: 0 differences\n');
    expect((await runWith({ env }, 'account', 'delete', 'a@example.com')).stdout).toBe(
      'deleted a@example.com with 1 site and 2500 events\n',
    );
  });

  it('the statement of a command that is killed ends with it', async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table usage');
    const child = begin({ env }, 'verify');
    const finished = finish(child);
    const waiting = 'select count(*)::int as n from pg_locks where not granted';
    const count = async () => (await holder.query<{ n: number }>(waiting)).rows[0]?.n;
    await expect.poll(count).toBe(1);

    child.kill('SIGKILL');
    await finished;

    await expect.poll(count, { timeout: 30_000 }).toBe(0);
  });

  it('an import stops at an interrupt between two batches, and goes on later where it stopped', async () => {
    const site = await makeSite('stopped@example.com');
    const log = join(folder, 'access.log');
    writeFileSync(log, Array.from({ length: 12_000 }, (_, n) => crawlLine(n)).join(''));
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    // holds up the first batch, as the deletion of a day would
    await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('${site}', 0))`);
    const child = begin({ env }, 'logs', 'import', '--site', site, log);
    const finished = finish(child);
    const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => (await holder.query<{ n: number }>(waiting)).rows).toEqual([{ n: 1 }]);
    child.kill('SIGTERM');
    await holder.query('commit');
    expect(await finished).toEqual({
      exitCode: 143,
      stdout: '',
      stderr: 'site-traffic: stopped by SIGTERM; recorded so far: 5000 events (5000 bot visits)\n',
    });
    const rest = await runWith({ env }, 'logs', 'import', '--site', site, log, '--json');
    expect(JSON.parse(rest.stdout)).toMatchObject({
      events: 7_000,
      logs: [{ recorded_before: { lines: 5_000 } }],
    });
  });

  async function makeSite(email: string): Promise<string> {
    await runWith({ env }, 'account', 'create', '--email', email, '--plan', 'pro');
    const site = ['site', 'create', '--account', email, '--domain', 'x.com', '--json'];
    return (JSON.parse((await runWith({ env }, ...site)).stdout) as { id: string }).id;
  }
});
