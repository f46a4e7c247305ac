import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FORMAT_NAMES } from '../../src/recording/log-formats.ts';
import { crawlLine } from '../logs/memory-book.ts';
import { SELDOM, finish, useCommandLine } from './support.ts';

const { folder, run, runWith, ask, begin, holdMigrated } = useCommandLine();

const EMAIL = 'owner@example.com';

beforeAll(async () => {
  await holdMigrated();
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
});

async function makeSite(email = EMAIL): Promise<string> {
  const made = await ask('site', 'create', '--account', email, '--domain', 'shop.example', '--force');
  return (made as { id: string }).id;
}

function newFolder(): string {
  return mkdtempSync(join(folder, 'logs-'));
}

function newPipe(): string {
  const pipe = join(newFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

/** A pipe that the test holds open for writing. */
function openPipe(): string {
  const pipe = newPipe();
  const writer = openSync(pipe, 'r+');
  onTestFinished(() => closeSync(writer));
  return pipe;
}

/** The visits of GPTBot with these numbers. */
function crawls(from: number, until: number): string {
  return Array.from({ length: until - from }, (_, n) => crawlLine(from + n)).join('');
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0';
const MIXED = [
  '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /a?x=1 HTTP/1.1" 200 5 "-" "Mozilla/5.0 (compatible; ClaudeBot/1.0)"',
  `192.0.2.2 - - [01/Mar/2026:10:00:01 +0000] "GET /b HTTP/1.1" 200 5 "https://chatgpt.com/" "${AGENT}"`,
  `192.0.2.3 - - [01/Mar/2026:10:00:02 +0000] "GET /thanks?total=9.5 HTTP/1.1" 200 5 "-" "${AGENT}"`,
  `192.0.2.3 - - [01/Mar/2026:10:00:02 +0000] "GET /c HTTP/1.1" 200 5 "-" "${AGENT} \u001b[2J"`,
  '192.0.2.4 - - [31/Feb/2026:10:00:03 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
  '',
].join('\n');

describe('a log', () => {
  it('is read from a pipe by its name, as from standard input', async () => {
    const siteId = await makeSite();
    const pipe = newPipe();
    const child = begin({}, 'logs', 'import', '--site', siteId, '--json', pipe);
    const finished = finish(child);
    writeFileSync(pipe, crawls(0, 3));
    const { exitCode, stdout } = await finished;
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { lines: 3, bot_visits: 3 }]);
  });

  it('is recorded with what its lines are, and why some were passed over', async () => {
    const siteId = await makeSite();
    const rules = join(newFolder(), 'rules');
    writeFileSync(rules, 'purchase /thanks value=total\n');
    const stdin = Buffer.concat([gzipSync(MIXED.slice(0, 150)), gzipSync(MIXED.slice(150))]);
    const options = ['--site', siteId, '--conversions', rules, '--explain'];
    const ran = await runWith({ stdin }, 'logs', 'import', ...options, '-');
    expect(ran).toEqual({
      exitCode: 0,
      stdout: [
        'standard input: combined, read 5 lines, recorded 3 events (1 bot visit, 1 referral, 1 conversion)\n',
        'skipped 1\tNeither an AI bot nor a click from an LLM product.\n',
        'skipped 1\tThe time is missing, does not exist or is not in the right format.\n',
        'format combined\tstandard input\tchosen: reads 4 of 5 lines\n',
        'format ingress-nginx\tstandard input\treads none of 5 lines: it needs lines of `combined` that go on with length, duration and `[upstream] []`\n',
        `ordinary-visit\tstandard input:4\t${MIXED.split('\n')[3]?.replace('\u001b', String.raw`\u{1b}`)}\n`,
        `bad-time\tstandard input:5\t${MIXED.split('\n')[4]}\n`,
      ].join(''),
      stderr: '',
    });
  });

  it('that was imported is known again, packed, renamed or grown: only what is new is recorded', async () => {
    const siteId = await makeSite();
    const log = join(newFolder(), 'access.log');
    const importing = ['logs', 'import', '--site', siteId];
    writeFileSync(log, crawls(0, 3));
    expect(await ask(...importing, log)).toMatchObject({ events: 3, logs: [{ recorded_before: null }] });
    writeFileSync(`${log}.1.gz`, gzipSync(readFileSync(log)));
    appendFileSync(log, crawls(3, 5));
    renameSync(log, `${log}.2`);
    const before = { lines: 3, bytes: crawls(0, 3).length };
    expect(await ask(...importing, `${log}.2`)).toMatchObject({
      events: 2,
      logs: [{ recorded_before: before }],
    });
    expect(await ask(...importing, `${log}.1.gz`, `${log}.2`)).toMatchObject({
      ...{ events: 0, lines: 0 },
      logs: [{ older_copy: true }, { older_copy: false }],
    });
  });

  it('is told from another that begins alike', async () => {
    const siteId = await makeSite();
    const [one, other] = [join(newFolder(), 'one'), join(newFolder(), 'other')];
    writeFileSync(one, crawls(0, 3));
    writeFileSync(other, crawls(0, 1) + crawls(7, 10));
    const importing = ['logs', 'import', '--site', siteId, one, other];
    expect(await ask(...importing)).toMatchObject({ events: 7 });
    appendFileSync(other, crawls(10, 11));
    expect(await ask(...importing)).toMatchObject({ events: 1 });
  });

  it('may have a last line without an end: a whole one is recorded, another waits', async () => {
    const siteId = await makeSite();
    const log = join(newFolder(), 'access.log');
    const importing = ['logs', 'import', '--site', siteId, log];
    const [first, second, third] = [crawlLine(1), crawlLine(2), crawlLine(3)];
    writeFileSync(log, first.trimEnd());
    const unfinished = { lines: 0, events: 0, logs: [{ unfinished_line: true }] };
    expect(await ask(...importing)).toMatchObject(unfinished);
    writeFileSync(log, first + second.slice(0, 80));
    expect(await ask(...importing)).toMatchObject({ events: 1, logs: [{ unfinished_line: true }] });
    writeFileSync(log, first + second.trimEnd());
    expect(await ask(...importing)).toMatchObject({ events: 1, logs: [{ unfinished_line: false }] });
    expect(await ask(...importing)).toMatchObject({ lines: 0, logs: [{ recorded_before: { lines: 2 } }] });
    writeFileSync(log, `${first}${second.trimEnd()} more\n${third}`);
    expect(await ask(...importing)).toMatchObject({ events: 1, passed_over: { 'not-a-log-line': 1 } });
  });

  it('that is one JSON array without a line end is read, whether in one line or several', async () => {
    const entries = [1, 2, 3].map((number) => ({
      timestampInMs: Date.parse('2026-03-01T10:00:00Z'),
      requestPath: `shop.example/[${number}]`,
      requestMethod: 'GET',
      responseStatusCode: 200,
      requestId: String(number),
      requestUserAgent: 'GPTBot/1.2',
      message: 'a "quoted"\ntext {',
    }));
    const log = join(newFolder(), 'logs_result.json');
    for (const text of [JSON.stringify(entries), JSON.stringify(entries, null, 2)]) {
      writeFileSync(log, text);
      const importing = ['logs', 'import', '--site', await makeSite(), log];
      expect(await ask(...importing)).toMatchObject({ lines: 3, events: 3, logs: [{ format: 'vercel' }] });
      expect(await ask(...importing)).toMatchObject({ lines: 0, events: 0 });
    }
  });

  it('with two records on a line counts the line once', async () => {
    const siteId = await makeSite();
    const log = join(newFolder(), 'access.log');
    writeFileSync(log, crawlLine(0) + crawlLine(1).slice(0, 60) + crawlLine(2) + crawlLine(3).slice(0, 60));
    appendFileSync(log, '\n');
    expect(await ask('logs', 'import', '--site', siteId, log)).toMatchObject({
      ...{ lines: 3, events: 2 },
      passed_over: { 'cut-off': 1 },
    });
  });

  it('without user agents is warned about', async () => {
    const siteId = await makeSite();
    const log = join(newFolder(), 'common');
    writeFileSync(log, '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5\n');
    const { exitCode, stderr } = await run('logs', 'import', '--site', siteId, log);
    expect([exitCode, stderr]).toEqual([
      0,
      `${log} is in the common format, which has no user agents, so AI bots cannot be recognised\n`,
    ]);
  });

  it('in no known format is refused with its first line, while the others are recorded', async () => {
    const siteId = await makeSite();
    const logs = newFolder();
    const [strange, unended, known] = [join(logs, 'strange'), join(logs, 'unended'), join(logs, 'known')];
    writeFileSync(strange, '\nno log\nat \u001b all\n');
    writeFileSync(unended, 'no log either');
    writeFileSync(known, crawls(0, 3));
    const named = [strange, unended, known];
    const { exitCode, stdout, stderr } = await run('logs', 'import', '--site', siteId, ...named);
    const because = `nothing is recorded, because no line is in a known log format (tried: ${FORMAT_NAMES.join(', ')}); name the format with --format`;
    expect([exitCode, stderr]).toEqual([
      1,
      `${strange}: ${because}. Line 2: no log\n${unended}: ${because}. Line 1: no log either\n`,
    ]);
    // the reasons that the warnings give are not repeated
    expect(stdout).toBe(
      [
        `${strange}: read 3 lines, recorded 0 events\n`,
        `${unended}: read 1 line, recorded 0 events\n`,
        `${known}: combined, read 3 lines, recorded 3 events (3 bot visits)\n`,
        'read 7 lines, recorded 3 events (3 bot visits)\n',
      ].join(''),
    );
  });

  it('that was imported in a wrong format can be imported in the right one', async () => {
    const siteId = await makeSite();
    const log = join(newFolder(), 'access.log');
    writeFileSync(log, crawls(0, 3));
    const importing = ['logs', 'import', '--site', siteId, log];
    const ran = await run(...importing, '--format', 'caddy');
    expect([ran.exitCode, ran.stderr]).toEqual([
      1,
      `${log}: nothing is recorded, because no line is in the format caddy; name another format with --format, or leave it out. Line 1: ${crawlLine(0)}`,
    ]);
    expect(await ask(...importing)).toMatchObject({ events: 3, logs: [{ recorded_before: null }] });
    appendFileSync(log, crawls(3, 4));
    expect((await run(...importing, '--format', 'caddy')).exitCode).toBe(1);
    expect(await ask(...importing)).toMatchObject({ events: 1 });
  });
});

it('can be imported again into another site, once it is forgotten', async () => {
  const [wrong, right] = [await makeSite(), await makeSite()];
  const log = join(newFolder(), 'access.log');
  writeFileSync(log, crawls(0, 3));
  utimesSync(log, new Date('2026-03-01T23:00:00Z'), new Date('2026-03-01T23:00:00Z'));
  await ask('logs', 'import', '--site', wrong, log);
  const known = { log, bytes: crawls(0, 3).length, modified_at: '2026-03-01T23:00:00.000Z' };
  expect(await ask('logs', 'list', '--site', wrong)).toEqual([known]);
  expect(await run('logs', 'forget', '--site', wrong, log)).toEqual({
    exitCode: 0,
    stdout:
      'forgot 1 log\n' +
      'The events of these lines are still stored. Before you import the lines again, delete the events of all\n' +
      `days up to the last change of the files: site-traffic events delete --site ${wrong} --before 2026-03-02\n`,
    stderr: '',
  });
  expect(await run('logs', 'list', '--site', wrong)).toMatchObject({ stdout: '' });
  expect(await ask('events', 'delete', '--site', wrong, '--before', '2026-03-02')).toMatchObject({
    events: 3,
  });
  expect(await ask('logs', 'import', '--site', right, log)).toMatchObject({ events: 3 });
  expect(await ask('logs', 'import', '--site', wrong, log)).toMatchObject({ events: 3 });
  const all = ['logs', 'forget', '--site', wrong, '--all'];
  expect(await ask(...all)).toEqual({ forgotten: [known], delete_events_before: '2026-03-02' });
  expect(await ask(...all)).toEqual({ forgotten: [], delete_events_before: null });
  expect(await run(...all, log)).toMatchObject({ exitCode: 2 });
  expect(await run('logs', 'forget', '--site', wrong, log)).toMatchObject({
    exitCode: 1,
    stderr: `site-traffic: no log at ${log} is recorded; see: site-traffic logs list --site ${wrong}\n`,
  });
});

describe('files', () => {
  it('are named by patterns, each once', async () => {
    const siteId = await makeSite();
    const logs = newFolder();
    mkdirSync(join(logs, 'a'));
    mkdirSync(join(logs, 'b'));
    writeFileSync(join(logs, 'a', 'access.log'), crawls(0, 1));
    writeFileSync(join(logs, 'a', 'access.log.1'), crawls(1, 3));
    writeFileSync(join(logs, 'b', 'access.log'), crawls(3, 6));
    writeFileSync(join(logs, 'b', '.access.log'), crawls(6, 9));
    const named = [`${logs}/*/access.log*`, join(logs, 'a', 'access.log')];
    const answer = (await ask('logs', 'import', '--site', siteId, ...named)) as { logs: { log: string }[] };
    expect(answer).toMatchObject({ events: 6 });
    expect(answer.logs.map(({ log }) => log.slice(logs.length))).toEqual([
      '/a/access.log',
      '/a/access.log.1',
      '/b/access.log',
    ]);
  });

  it.each([
    ['that are missing', 1, 'missing.log', 'there is no such file'],
    ['that are folders', 2, '.', 'it is a folder'],
    ['that a pattern does not find', 1, 'missing*', undefined],
  ])('%s are told before anything is recorded', async (_, code, name, reason) => {
    const siteId = await makeSite();
    const logs = newFolder();
    writeFileSync(join(logs, 'access.log'), crawls(0, 3));
    const bad = `${logs}/${name}`;
    const { exitCode, stderr } = await run('logs', 'import', '--site', siteId, join(logs, 'access.log'), bad);
    const message = reason === undefined ? `no file matches ${bad}` : `cannot read ${bad}: ${reason}`;
    expect([exitCode, stderr]).toEqual([code, `site-traffic: ${message}; nothing was recorded\n`]);
  });
});

describe('a dry run', () => {
  it('needs no database for a domain, and no site', async () => {
    const log = join(newFolder(), 'access.log');
    writeFileSync(log, crawls(0, 3));
    const env = { DATA_DIR: join(folder, 'nowhere') };
    const options = ['--dry-run', '--domain', 'shop.example'];
    expect(await runWith({ env }, 'logs', 'import', ...options, log)).toEqual({
      exitCode: 0,
      stdout: [
        `${log}: combined, read 3 lines, would record 3 events (3 bot visits)\n`,
        ...[0, 1, 2].map(
          (n) =>
            `${log}:${n + 1}\t2026-03-01T10:00:00.000Z\tbot GPTBot\t/page-${n}\taddress 192.0.2.1\tcountry XX\tverdict no-list\n`,
        ),
      ].join(''),
      stderr: '',
    });
    expect((await runWith({ env }, 'logs', 'import', log)).exitCode).toBe(2);
  });

  it('says what is new to a site, and records nothing', async () => {
    const siteId = await makeSite();
    const log = join(newFolder(), 'access.log');
    const importing = ['logs', 'import', '--site', siteId, log];
    writeFileSync(log, crawls(0, 3));
    await ask(...importing);
    appendFileSync(log, crawls(3, 5));
    for (let times = 0; times < 2; times++)
      expect(await ask(...importing, '--dry-run')).toMatchObject({ dry_run: true, events: 2 });
    expect(await ask(...importing)).toMatchObject({ dry_run: false, events: 2 });
  });
});

it('stops at the exact event when the quota is spent, says what is left, and goes on there', async () => {
  const email = 'free@example.com';
  await ask('account', 'create', '--email', email, '--plan', 'free');
  const siteId = await makeSite(email);
  const logs = newFolder();
  const [one, two] = [join(logs, 'one'), join(logs, 'two')];
  writeFileSync(one, crawls(0, 4));
  writeFileSync(two, MIXED + crawls(4, 9));
  const env = { FREE_EVENTS_PER_MONTH: '7' };
  const importing = ['logs', 'import', '--site', siteId, one, two];
  const ran = await runWith({ env }, ...importing);
  expect([ran.exitCode, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toMatch(
    new RegExp(
      `^site-traffic: recording stopped, because the account has used its quota of 7 events a month: 4 events from line 7 of ${two} on are not recorded; run the same command again, which records the rest, from \\d{4}-\\d\\d-01T00:00:00\\.000Z on, or at once after a change: "site-traffic account set-plan EMAIL self-hosted" lifts the quota, and a higher FREE_EVENTS_PER_MONTH raises it; recorded so far: 7 events \\(6 bot visits, 1 referral\\)\n$`,
    ),
  );
  expect((await runWith({ env }, ...importing)).stderr).toContain('; nothing was recorded\n');
  await ask('account', 'set-plan', email, 'pro');
  expect(await ask(...importing)).toMatchObject({ events: 4, bot_visits: 4 });
  expect(await ask('verify', '--site', siteId)).toEqual({ sites: 1, drift: [], failed: [] });
});

it.each([
  ['standard input', () => '-'],
  ['a pipe that has no writer', newPipe],
  ['a pipe whose writer writes nothing', openPipe],
])('stops at an interrupt while it waits for %s, and records nothing again', async (_, makeInput) => {
  const siteId = await makeSite();
  const log = join(newFolder(), 'access.log');
  writeFileSync(log, crawls(0, 3));
  const child = begin({}, 'logs', 'import', '--site', siteId, log, makeInput());
  const finished = finish(child);
  await expect
    .poll(() => ask('logs', 'import', '--dry-run', '--site', siteId, log), SELDOM)
    .toMatchObject({ events: 0 });
  child.kill('SIGTERM');
  expect(await finished).toEqual({
    exitCode: 143,
    stdout: '',
    stderr: 'site-traffic: stopped by SIGTERM; recorded so far: 3 events (3 bot visits)\n',
  });
  appendFileSync(log, crawls(3, 5));
  expect(await ask('logs', 'import', '--site', siteId, log)).toMatchObject({ events: 2 });
});
