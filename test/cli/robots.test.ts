import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Site } from '../../src/domain/site.ts';
import { judgeOne } from '../judging/support.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { folder, holdMigrated, runWith } = useCommandLine();
const NOW = '2026-03-15T12:34:56.789Z';

let db: Database;
let gateway: TestGateway;

beforeAll(async () => {
  db = await holdMigrated();
  gateway = startGateway({ db });
});

const run = (...args: readonly string[]) => runWith({ now: NOW }, ...args);

async function ask(...args: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await run(...args, '--json');
  return stdout === '' ? stderr : JSON.parse(stdout);
}

async function start(domain: string): Promise<{ readonly site: Site; readonly key: string }> {
  const { accountId, key } = await makeOwner(db);
  return { site: await makeSite(db, accountId, { domain }), key };
}

function fileWith(name: string, text: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('versions of a robots.txt', () => {
  it('name twenty of the lines that crawlers ignore', async () => {
    const broken = fileWith('broken.txt', 'what\n'.repeat(30));
    const { stdout } = await run('robots', 'set', '--site', (await start('broken.example')).site.id, broken);
    expect(stdout).toContain(' 19, 20 and 10 more\n');
  });

  it('are kept from files, listed and deleted', async () => {
    const { site, key } = await start('ruled.example');
    const old = fileWith('old.txt', 'User-agent: *\nDisallow: /private/\nwhat\n');
    const at = ['--site', 'ruled.example'];
    const since = ['--since', '2026-03-01T00:00:00Z'];
    const made = (await ask('robots', 'set', ...at, old, ...since)) as { id: number };
    const version = {
      ...{ id: made.id, number: 1, since: '2026-03-01T00:00:00.000Z', until: null, origin: 'file' },
      ...{ text: 'User-agent: *\nDisallow: /private/\nwhat\n', signals: [], invalid_lines: [3] },
    };
    expect(made).toEqual({ ...version, new: true });
    expect(await run('robots', 'set', ...at, old)).toEqual({
      exitCode: 0,
      stdout: [
        `unchanged: the same text as version 1 (id ${made.id}), in force since 2026-03-01T00:00:00.000Z\n`,
        'crawlers ignore these lines: 3\n',
      ].join(''),
      stderr: '',
    });
    const long = fileWith('long.txt', Buffer.alloc(600_000, '#'));
    const kept = await run('robots', 'set', ...at, long);
    expect(kept.stdout).toBe(
      [
        `added version 2 (id ${made.id + 1}), in force since ${NOW}\n`,
        'only the first 500 KiB of the file are kept: crawlers read no more\n',
      ].join(''),
    );
    expect((await run('robots', 'list', ...at)).stdout).toBe(
      `${made.id}\t1\t2026-03-01T00:00:00.000Z\tfile\t39 bytes\n${made.id + 1}\t2\t${NOW}\tfile\t512000 bytes\n`,
    );
    const { body } = await gateway.rest(`/api/v1/sites/${site.id}/robots`, key);
    expect({ robots_versions: await ask('robots', 'list', ...at) }).toEqual(body);
    expect(await ask('robots', 'delete', `${made.id + 1}`)).toEqual({ id: made.id + 1, deleted: true });
    expect(await ask('robots', 'list', ...at)).toEqual([version]);
    expect(await run('robots', 'delete', `robots_${made.id}`)).toMatchObject({ exitCode: 0 });
    expect(await run('robots', 'list', ...at)).toMatchObject({
      ...{ stdout: '', stderr: 'there are no versions\n' },
    });
  });

  it.each([
    [['set', 'none.txt'], 2, /^site-traffic: cannot read none\.txt: .*no such file/],
    [
      ['set', 'FILE', '--since', '2026-03-16T00:00:00Z'],
      2,
      /--since must be a time that is not in the future; got "2026-03-16T00:00:00Z"/,
    ],
    [['delete', '12345'], 1, /there is no version of a robots\.txt with the id 12345/],
    [['delete', 'seven'], 2, /the id of a version, which "robots list" shows first/],
    [
      ['update'],
      1,
      /^site-traffic: https:\/\/refused\.invalid\/robots\.txt: .*; the current version stays in force/,
    ],
  ])('are refused for %j', async (given, exitCode, message) => {
    const { site } = await start('refused.invalid');
    const file = fileWith('robots.txt', '');
    const [command = '', ...args] = given.map((arg) => (arg === 'FILE' ? file : arg));
    const at = command === 'delete' ? [] : ['--site', site.id];
    const ran = await run('robots', command, ...at, ...args);
    expect([ran.exitCode, ran.stderr]).toEqual([exitCode, expect.stringMatching(message)]);
  });
});

it('obedience prints what REST answers, and tables', async () => {
  const { site, key } = await start('obeyed.example');
  const file = fileWith('rules.txt', 'User-agent: *\nDisallow: /private/\n');
  await run('robots', 'set', '--site', site.id, file, '--since', '2026-03-01T00:00:00Z');
  await record(db, site, [
    botVisit('2026-03-10T01:00:00Z', { pagePath: '/private/a' }),
    botVisit('2026-03-10T02:00:00Z', { pagePath: '/robots.txt', status: 200 }),
  ]);
  await judgeOne(db, site.id, Date.parse(NOW));
  const days = ['--start', '2026-03-10', '--end', '2026-03-11'];
  const { body } = await gateway.rest(
    `/api/v1/sites/${site.id}/obedience?start=2026-03-10&end=2026-03-11`,
    key,
  );
  const period = { start: '2026-03-10', end: '2026-03-11' };
  expect(await ask('obedience', '--site', site.id, ...days)).toEqual({ period, ...(body as object) });
  expect(await run('obedience', '--site', site.id, ...days)).toEqual({
    exitCode: 0,
    stdout: [
      ...[`judged until\t${NOW}`, 'visits\t2', 'allowed\t1', 'against\t1', 'unknown\t0'],
      '',
      'bot\tcompany\tvisits\tallowed\tagainst\tunknown\tlast read\tversion',
      'GPTBot\tOpenAI\t2\t1\t1\t0\t2026-03-10T02:00:00.000Z\t1',
      '',
      'rule\tgroup\tline\tversion\tvisits\tbots',
      'Disallow: /private/\t*\t2\t1\t1\tGPTBot',
      '',
    ].join('\n'),
    stderr: '2026-03-10 to 2026-03-11\n',
  });
});
