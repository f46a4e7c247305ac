import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { createLogBook } from '../../src/operations/recording/log-book.ts';
import { createAccount, setPlan } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createSite } from '../../src/operations/owner/site-changes.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { connect } from '../../src/serving/connect.ts';
import { readConfig } from '../../src/settings/config.ts';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { readUsage } from '../support/usage.ts';
import { crawlLine } from '../logs/memory-book.ts';
import { RotatedLog } from '../logs/rotated-log.ts';
import { useFollower } from '../logs/run-follower.ts';
import { SELDOM, type Serving, finish, untilMatch, useCommandLine } from './support.ts';

const { folder, ask, begin, serve, run, makeMigrated } = useCommandLine();

const EMAIL = 'owner@example.com';
let server: Serving;

async function makeSite(): Promise<string> {
  const site = await ask('site', 'create', '--account', EMAIL, '--domain', 'shop.example', '--force');
  return (site as { id: string }).id;
}

/** Resolves once an import would find nothing new in the logs. */
async function untilRecorded(siteId: string, ...logs: readonly string[]): Promise<void> {
  await expect
    .poll(() => ask('logs', 'import', '--site', siteId, '--dry-run', ...logs), SELDOM)
    .toMatchObject({ events: 0 });
}

/** A follower of a new log of one line, which is recorded. */
async function followLine(name: string) {
  const siteId = await makeSite();
  const log = join(folder, name);
  writeFileSync(log, crawlLine(0));
  const child = begin({}, 'logs', 'follow', '--site', siteId, log);
  const finished = finish(child);
  await untilRecorded(siteId, log);
  return { siteId, log, child, finished };
}

/** The same, after its database went away and a second line was written. */
async function followIntoOutage(name: string) {
  const follower = await followLine(name);
  server.kill('SIGKILL');
  await server.ended;
  writeFileSync(follower.log, crawlLine(0) + crawlLine(1));
  await untilMatch(follower.child.stderr, /waiting for the database: .+\n/);
  return follower;
}

beforeAll(async () => {
  await makeMigrated();
  server = await serve('serve');
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
});

it('says where it begins, and at the end what it recorded, of all its logs', async () => {
  const siteId = await makeSite();
  const logs = ['one.log', 'two.log'].map((name) => join(folder, name));
  logs.forEach((log, n) => writeFileSync(log, crawlLine(2 * n) + crawlLine(2 * n + 1)));
  const child = begin({}, 'logs', 'follow', '--site', siteId, '--json', ...logs);
  const finished = finish(child);
  await untilRecorded(siteId, ...logs);
  child.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await finished;
  const [one, two] = logs;
  expect([exitCode, stdout]).toEqual([0, '{"events":4,"bot_visits":4,"referrals":0,"conversions":0}\n']);
  expect(stderr.trimEnd().split('\n').toSorted()).toEqual([
    `${one}: reading one.log from its start`,
    `${two}: reading two.log from its start`,
  ]);
});

it('takes in files that match its pattern later, but no rotated ones', async () => {
  const siteId = await makeSite();
  const [staged, logs] = [join(folder, 'staged'), join(folder, 'by-pattern')];
  const [one, two, pattern] = [join(logs, 'one.log'), join(logs, 'two.log'), `${logs}/*.log*`];
  const child = begin({}, 'logs', 'follow', '--site', siteId, pattern);
  const finished = finish(child);
  await untilMatch(child.stderr, /no file matches yet; waiting for one\n/);
  mkdirSync(staged);
  writeFileSync(join(staged, 'one.log'), crawlLine(0));
  writeFileSync(join(staged, 'one.log.1'), crawlLine(9));
  renameSync(staged, logs);
  await untilRecorded(siteId, one);
  writeFileSync(two, crawlLine(1));
  await untilRecorded(siteId, two);
  child.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await finished;
  expect([exitCode, stdout]).toEqual([0, 'recorded 2 events (2 bot visits)\n']);
  expect(stderr.trimEnd().split('\n')).toEqual([
    `${pattern}: no file matches yet; waiting for one`,
    `${one}: skipping older rotated files; record them with "logs import"`,
    `${one}: reading one.log from its start`,
    `${two}: reading two.log from its start`,
  ]);
});

it('shows its status to another process, until the log is forgotten', async () => {
  const siteId = await makeSite();
  const log = join(folder, 'status.log');
  const status = ['logs', 'status', '--site', siteId];
  expect(await run(...status)).toMatchObject({ stdout: '' });
  const text = crawlLine(0) + crawlLine(1).replace('GPTBot/1.2', 'Firefox');
  writeFileSync(log, text);
  const changed = new Date('2026-03-01T10:00:00Z');
  utimesSync(log, changed, changed);
  const child = begin({}, 'logs', 'follow', '--site', siteId, log);
  const finished = finish(child);
  await expect.poll(() => ask(...status), SELDOM).toMatchObject([{ lines: 2 }]);
  expect(await ask(...status)).toEqual([
    {
      log,
      recorded_bytes: text.length,
      last_line_at: changed.toISOString(),
      bytes_behind: 0,
      follower: 'running',
      started_at: expect.any(String) as string,
      stopped_at: null,
      seen_at: expect.any(String) as string,
      lines: 2,
      events: 1,
      passed_over: { 'ordinary-visit': 1 },
      note: 'reading status.log from its start',
      noted_at: expect.any(String) as string,
    },
  ]);
  child.kill('SIGTERM');
  await finished;
  const { stdout } = await run(...status);
  expect(stdout.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')).toBe(
    `${log}\trecorded up to byte ${text.length}\t0 bytes behind\tlast line at TIME\n` +
      '\tfollower stopped at TIME\tstarted at TIME\n' +
      '\tread 2 lines\trecorded 1 event\n' +
      '\tskipped 1\tNeither an AI bot nor a click from an LLM product.\n' +
      '\tnote at TIME\treading status.log from its start\n',
  );
  await ask('logs', 'forget', '--site', siteId, log);
  expect(await ask(...status)).toEqual([]);
});

it('shows the status of a log that never existed only as long as it is followed, or until it is forgotten', async () => {
  const siteId = await makeSite();
  const log = join(folder, 'never.log');
  const status = ['logs', 'status', '--site', siteId];
  for (const [signal, left] of [
    ['SIGTERM', 0],
    ['SIGKILL', 1],
  ] as const) {
    const child = begin({}, 'logs', 'follow', '--site', siteId, log);
    const finished = finish(child);
    await expect.poll(() => ask(...status)).toHaveLength(1);
    child.kill(signal);
    await finished;
    expect(await ask(...status)).toHaveLength(left);
  }
  expect(await run('logs', 'forget', '--site', siteId, log)).toMatchObject({
    exitCode: 0,
    stdout: 'forgot the status of 1 log; nothing of it is recorded\n',
  });
  expect(await ask(...status)).toEqual([]);
});

it('refuses what can never become a log', async () => {
  const refused = [
    await run('logs', 'follow', '--site', 'site_any', '-'),
    await run('logs', 'follow', '--site', 'site_any', folder),
    await run('logs', 'follow', '--site', 'site_any', '/dev/null'),
  ];
  expect(refused.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [2, 'site-traffic: cannot follow -: to read standard input, use "logs import"; nothing was recorded\n'],
    [2, `site-traffic: cannot follow ${folder}: it is a folder; nothing was recorded\n`],
    [
      2,
      'site-traffic: cannot follow /dev/null: it is not a regular file; to read a pipe, use "logs import"; nothing was recorded\n',
    ],
  ]);
});

it('stops at once while its database is away', async () => {
  const { child, finished } = await followIntoOutage('away.log');
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ exitCode: 0, stdout: 'recorded 1 event (1 bot visit)\n' });
  server = await serve('serve');
});

it('waits while its database is away, and continues when it is back', async () => {
  const { siteId, log, child, finished } = await followIntoOutage('back.log');
  const isBack = untilMatch(child.stderr, /the database is back\n/);
  server = await serve('serve');
  await isBack;
  await untilRecorded(siteId, log);
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ exitCode: 0, stdout: 'recorded 2 events (2 bot visits)\n' });
});

it('waits for a database that is away when it starts', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const child = begin({ env }, 'logs', 'follow', '--site', 'site_any', join(folder, 'any.log'));
  const finished = finish(child);
  await untilMatch(child.stderr, /waiting for the database: connect ECONNREFUSED.+\n/);
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ exitCode: 0, stdout: 'recorded 0 events\n' });
});

it('fails when its site is deleted', async () => {
  const { siteId, log, finished } = await followLine('deleted.log');
  await ask('site', 'delete', siteId);
  writeFileSync(log, crawlLine(0) + crawlLine(1));
  const { exitCode, stderr } = await finished;
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    `site-traffic: there is no site ${siteId}; recorded so far: 1 event (1 bot visit)\n`,
  );
  expect((await run('logs', 'follow', '--site', siteId, log)).exitCode).toBe(1);
});

it('records up to the exact event that the quota has room for, and goes on after an upgrade', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'quota'), FREE_EVENTS_PER_MONTH: '3' });
  await copyDataFolder(inject('migratedFolder'), config.dataDir);
  const { db, close } = await connect(config, { own: true });
  const log = new RotatedLog();
  try {
    const nowMs = Date.parse('2026-03-15T12:00:00Z');
    const account = await createAccount(db, { email: EMAIL, plan: 'free' }, nowMs);
    const operator = byOperator(db, nowMs);
    const site = await createSite(operator, account, { domain: 'shop.example', name: undefined });
    const recorder = { db, slot: 0, now: () => nowMs, plans: config.plans };
    const follower = useFollower(log.path, createLogBook(recorder, site.id));
    log.write(5);
    await follower.untilIdle();
    expect(follower.notes.at(-1)).toBe(
      'recording stopped, because the account has used its quota of 3 events a month: 3 were recorded this month, and 2 events of access.log wait; it goes on automatically from 2026-04-01T00:00:00.000Z on, or at once after a change: "site-traffic account set-plan EMAIL self-hosted" lifts the quota, and a higher FREE_EVENTS_PER_MONTH raises it',
    );
    expect(await readUsage(db, account.id, nowMs)).toBe(3);
    await setPlan(operator, EMAIL, 'pro');
    await follower.untilIdle();
    await follower.untilIdle();
    expect(await readUsage(db, account.id, nowMs)).toBe(5);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
    await follower.kill();
  } finally {
    log.remove();
    await close();
  }
});
