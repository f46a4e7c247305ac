import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { type Serving, finish, useCommandLine } from './support.ts';

const { folder, run, runWith, ask, begin, serve } = useCommandLine();

const EMAIL = 'owner@example.com';
let server: Serving;
let key = '';

beforeAll(async () => {
  await ask('migrate');
  server = await serve('serve');
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
  key = ((await ask('key', 'create', '--account', EMAIL)) as { key: string }).key;
});

/** Within the rate limit of the account. */
const PATIENTLY = { timeout: 20_000, interval: 200 };

const BOT_VISIT =
  '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI","created_at":"2026-03-01T12:00:00Z"}';

async function makeSite(): Promise<string> {
  return ((await ask('site', 'create', '--account', EMAIL, '--domain', 'shop.example')) as { id: string }).id;
}

/** The totals that the running server answers for the first days of March. */
async function totals(siteId: string): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/sites/${siteId}/stats?start=2026-03-01&end=2026-03-02`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return ((await response.json()) as { totals: unknown }).totals;
}

it('records events beside a running server, whose next answer has them', async () => {
  const siteId = await makeSite();
  expect(await totals(siteId)).toEqual({ bot_visits: 0, referrals: 0, conversions: 0 });
  const lines = [
    '\uFEFF{"type":"referral","page_path":"/a","source":"claude","created_at":"2026-03-01T23:59:59.9996Z"}',
    '{"type":"conversion","page_path":"/b","event_name":"buy","event_value":9.95,"created_at":"2026-03-02T00:00:00+00:00"}',
    '',
    BOT_VISIT, // nothing ends the last line
  ];
  const { exitCode, stdout, stderr } = await runWith(
    { stdin: lines.join('\r\n') },
    'events',
    'import',
    '--site',
    siteId,
    '-',
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toBe('imported 3 events (1 bot visit, 1 referral, 1 conversion), rejected 0 lines\n');
  expect(await totals(siteId)).toEqual({ bot_visits: 1, referrals: 1, conversions: 1 });
});

it('tells a bad line by its number and goes on', async () => {
  const siteId = await makeSite();
  const stdin = `${BOT_VISIT}\nnonsense\n"${'x'.repeat(70_000)}"\n${BOT_VISIT}\n`;
  expect(await runWith({ stdin }, 'events', 'import', '--site', siteId, '-', '--json')).toEqual({
    exitCode: 0,
    stdout: '{"imported":2,"rejected":2,"botVisits":2,"referrals":0,"conversions":0}\n',
    stderr: [
      'site-traffic: line 2: The line must be a JSON object; got "nonsense".\n',
      'site-traffic: line 3: The line is longer than 65,536 bytes.\n',
    ].join(''),
  });
});

it('records nothing of a file with a bad line when it is strict, and tells them all', async () => {
  const siteId = await makeSite();
  const file = join(folder, 'strict.ndjson');
  writeFileSync(file, `${`${BOT_VISIT}\n`.repeat(1500)}nonsense\n{}\n`);
  const ran = await run('events', 'import', '--strict', '--site', siteId, file, '--json');
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toBe('{"error":"2 bad lines; nothing was recorded"}\n');
  expect(ran.stderr.split('\n').map((line) => line.slice(0, 24))).toEqual([
    'site-traffic: line 1501:',
    'site-traffic: line 1502:',
    'site-traffic: 2 bad line',
    '',
  ]);
  expect(await totals(siteId)).toEqual({ bot_visits: 0, referrals: 0, conversions: 0 });
});

it('ends standard input at its first bad line when it is strict, and says what stays', async () => {
  const siteId = await makeSite();
  const stdin = `${`${BOT_VISIT}\n`.repeat(1500)}nonsense\n${BOT_VISIT}\n`;
  expect(await runWith({ stdin }, 'events', 'import', '--strict', '--site', siteId, '-')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'site-traffic: line 1501: The line must be a JSON object; got "nonsense"; recorded so far: 1000 events (1000 bot visits)\n',
  });
  expect(await totals(siteId)).toEqual({ bot_visits: 1000, referrals: 0, conversions: 0 });
});

const LOG = [
  '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /a?x=1 HTTP/1.1" 200 5 "-" "Mozilla/5.0 (compatible; ClaudeBot/1.0)"',
  '192.0.2.2 - - [01/Mar/2026:10:00:01 +0000] "GET /b HTTP/1.1" 200 5 "https://chatgpt.com/" "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"',
  '192.0.2.3 - - [01/Mar/2026:10:00:02 +0000] "GET /b HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"',
  '192.0.2.3 - - [01/Mar/2026:10:00:02 +0000] "GET /c HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"',
  '192.0.2.4 - - [31/Feb/2026:10:00:03 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
  '',
].join('\n');

it('reads a log from standard input, packed in several parts, and says why it passed over what it did', async () => {
  const siteId = await makeSite();
  const stdin = Buffer.concat([gzipSync(LOG.slice(0, 150)), gzipSync(LOG.slice(150))]);
  expect(await runWith({ stdin }, 'logs', 'import', '--site', siteId, '-')).toEqual({
    exitCode: 0,
    stdout: [
      'read 5 lines, recorded 2 events (1 bot visit, 1 referral)\n',
      'passed over 2\tNeither an AI bot nor a click from an LLM product.\n',
      'passed over 1\tThe time of the line does not exist or is not written as 31/Dec/2026:23:59:59 +0000.\n',
    ].join(''),
    stderr: '',
  });
  expect(await totals(siteId)).toEqual({ bot_visits: 1, referrals: 1, conversions: 0 });
});

it('says that a packed log is cut off', async () => {
  const siteId = await makeSite();
  const stdin = gzipSync(LOG).subarray(0, -20);
  const { exitCode, stderr } = await runWith({ stdin }, 'logs', 'import', '--site', siteId, '-');
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    'site-traffic: cannot read standard input: its gzip data ends too early; nothing was recorded\n',
  );
});

it('stops at an interrupt while it waits for input: what was recorded stays, and it says how much', async () => {
  const siteId = await makeSite();
  const child = begin({}, 'events', 'import', '--site', siteId, '-');
  const finished = finish(child);
  child.stdin.write(`${BOT_VISIT}\n`.repeat(1500));
  await expect
    .poll(() => totals(siteId), PATIENTLY)
    .toEqual({ bot_visits: 1000, referrals: 0, conversions: 0 });
  child.kill('SIGINT');
  expect(await finished).toEqual({
    exitCode: 130,
    stdout: '',
    stderr: 'site-traffic: stopped by SIGINT; recorded so far: 1000 events (1000 bot visits)\n',
  });
  expect(await totals(siteId)).toEqual({ bot_visits: 1000, referrals: 0, conversions: 0 });
  expect(await ask('verify', '--site', siteId)).toEqual({ sites: 1, drift: [] });
});

it('ends when its site is deleted meanwhile, and leaves nothing behind', async () => {
  const siteId = await makeSite();
  const child = begin({}, 'events', 'import', '--site', siteId, '-');
  const finished = finish(child);
  child.stdin.write(`${BOT_VISIT}\n`.repeat(1000));
  await expect.poll(() => totals(siteId), PATIENTLY).toMatchObject({ bot_visits: 1000 });
  expect(await ask('site', 'delete', siteId)).toEqual({ id: siteId, events: 1000 });
  child.stdin.end(`${BOT_VISIT}\n`);
  const { exitCode, stderr } = await finished;
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    `site-traffic: there is no site ${siteId}; recorded so far: 1000 events (1000 bot visits)\n`,
  );
});
