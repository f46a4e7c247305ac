import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { useCommandLine } from '../cli/support.ts';
import { blocksBelow } from '../support/page.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';

const { folder, makeMigrated, runWith } = useCommandLine();

type Environment = Readonly<Record<string, string>>;

beforeAll(() => {
  mkdirSync(`${folder}/bin`);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`;
  writeFileSync(`${folder}/bin/site-traffic`, program, { mode: 0o755 });
});

/** The commands below a heading of the page about backups: those that back up, and those that restore. */
function commandsOf(heading: string): readonly [string, string] {
  const [block = ''] = blocksBelow('docs/backup.md', heading, 'sh');
  const [backUp = '', restore = '', ...more] = block.split('\n\n');
  expect([backUp, restore, more]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./), []]);
  return [backUp, restore];
}

/** What commands print, in the folder that has the program and the data. */
async function bash(commands: string, env: Environment = {}): Promise<string> {
  const { PATH = '', TMPDIR } = process.env;
  const path = [`${folder}/bin`, findPostgres() ?? [], PATH].flat().join(delimiter);
  const options = { cwd: folder, env: { PATH: path, TMPDIR, ...env } };
  return (await promisify(execFile)('bash', ['-e', '-c', commands], options)).stdout;
}

async function makeSite(env: Environment): Promise<string> {
  await runWith({ env }, 'account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  const owner = ['--account', 'owner@example.com', '--domain', 'example.com'];
  return (await runWith({ env }, 'site', 'create', ...owner)).stdout.trim();
}

async function record(env: Environment, siteId: string, events: number): Promise<void> {
  const stdin = '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}\n'.repeat(events);
  expect(await runWith({ env, stdin }, 'events', 'import', '--site', siteId, '-')).toMatchObject({
    exitCode: 0,
  });
}

async function countVisits(env: Environment, siteId: string): Promise<number> {
  const { stdout } = await runWith({ env }, 'stats', '--site', siteId, '--json');
  return (JSON.parse(stdout) as { totals: { bot_visits: number } }).totals.bot_visits;
}

it('the page about backups backs the embedded database up and restores it', async () => {
  await makeMigrated();
  const siteId = await makeSite({});
  const [backUp, restore] = commandsOf('The embedded database');
  await record({}, siteId, 3);
  await bash(backUp);
  await record({}, siteId, 2);
  expect(await countVisits({}, siteId)).toBe(5);

  expect(await bash(restore)).toContain(': 0 differences');
  expect(await countVisits({}, siteId)).toBe(3);
});

describeWithPostgres('the page about backups, on PostgreSQL', () => {
  it('dumps a database while events are recorded, and restores all that was before, with exact counts', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const env = { DATABASE_URL: server.url };
    const restored = new URL('/restored', server.url).href;
    expect((await runWith({ env }, 'migrate')).exitCode).toBe(0);
    const siteId = await makeSite(env);
    const [backUp, restore] = commandsOf('PostgreSQL');
    await record(env, siteId, 3);

    const recording = record(env, siteId, 30_000);
    await bash(backUp, env);
    await recording;

    // the address of this server, and no other user of the system
    const commands = restore
      .replaceAll('postgres://site-traffic:PASSWORD@127.0.0.1:5432/restored', restored)
      .replace('sudo -u postgres createdb --owner=site-traffic', 'createdb --maintenance-db="$DATABASE_URL"');
    expect(commands).not.toMatch(/sudo|PASSWORD/);
    expect(await bash(commands, env)).toContain(': 0 differences');
    const visits = await countVisits({ DATABASE_URL: restored }, siteId);
    expect(visits).toBeGreaterThanOrEqual(3);
    expect(await countVisits(env, siteId)).toBe(30_003);
  });
});
