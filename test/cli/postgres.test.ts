import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { finish, untilMatch, useCommandLine } from './support.ts';

const { runWith, begin } = useCommandLine();

describeWithPostgres('with a DATABASE_URL', () => {
  let server: PostgresServer;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await startPostgres();
    env = { DATABASE_URL: server.url };
  });

  afterAll(() => server.stop());

  it('start equals serve: it neither migrates nor makes a demo', async () => {
    const { exitCode, stderr } = await runWith({ env }, 'start', '--port', '0');
    const message = 'site-traffic: the database lacks 3 migrations; run: site-traffic migrate\n';
    expect([exitCode, stderr]).toEqual([1, message]);
    expect((await runWith({ env }, 'migrate')).stdout).toMatch(/^(applied [\w-]+\n)+$/);
    const child = begin({ env }, 'start', '--port', '0');
    const finished = finish(child);
    const [, url = ''] = await untilMatch(child.stdout, /listening on (\S+)\n/);
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready' });
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ exitCode: 0, stdout: `listening on ${url}\n` });
    expect(await runWith({ env }, 'account', 'list')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('commands work on that server', async () => {
    const made = await runWith({ env }, 'account', 'create', '--email', 'a@example.com');
    expect(made).toEqual({ exitCode: 0, stdout: '1\ta@example.com\tfree\n', stderr: '' });
    const site = ['site', 'create', '--account', 'a@example.com', '--domain', 'x.com', '--json'];
    const { id } = JSON.parse((await runWith({ env }, ...site)).stdout) as { id: string };
    const stdin = '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}\n'.repeat(2500);
    const imported = await runWith({ env, stdin }, 'events', 'import', '--site', id, '-', '--json');
    const counts = { imported: 2500, rejected: 0, botVisits: 2500, referrals: 0, conversions: 0 };
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
});
