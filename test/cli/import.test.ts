import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { besidesCost } from '../support/besides-cost.ts';
import { type Serving, finish, useCommandLine } from './support.ts';

const { folder, run, runWith, ask, begin, serve, makeMigrated } = useCommandLine();

const EMAIL = 'owner@example.com';
let server: Serving;
let key = '';

beforeAll(async () => {
  await makeMigrated();
  server = await serve('serve');
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
  key = ((await ask('key', 'create', '--account', EMAIL)) as { key: string }).key;
});

/** Seldom enough for the rate limit of the account. */
const PATIENTLY = { interval: 200 };

const BOT_VISIT =
  '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI","created_at":"2026-03-01T12:00:00Z"}';

async function makeSite(): Promise<string> {
  return (
    (await ask('site', 'create', '--account', EMAIL, '--domain', 'shop.example', '--force')) as { id: string }
  ).id;
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

it('takes the status, the bytes, and what the address tells', async () => {
  const siteId = await makeSite();
  const told = { ...(JSON.parse(BOT_VISIT) as object), status: 404, bytes: 12, address: '8.8.8.8' };
  await runWith({ stdin: JSON.stringify(told) }, 'events', 'import', '--site', siteId, '-');

  const fields = 'country ... on BotVisit { status bytes verdict }';
  const query = `{ site(id: "${siteId}") { events(start: "2026-03-01") { nodes { ${fields} } } } }`;
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const nodes = [{ country: 'US', status: 404, bytes: 12, verdict: 'NO_LIST' }];
  expect(besidesCost(await response.json())).toEqual({ data: { site: { events: { nodes } } } });
});

it('tells a bad line by its number and goes on', async () => {
  const siteId = await makeSite();
  const stdin = `${BOT_VISIT}\nnonsense\n"${'x'.repeat(70_000)}"\n${BOT_VISIT}\n`;
  expect(await runWith({ stdin }, 'events', 'import', '--site', siteId, '-', '--json')).toEqual({
    exitCode: 0,
    stdout: '{"imported":2,"rejected":2,"bot_visits":2,"referrals":0,"conversions":0}\n',
    stderr: [
      'site-traffic: line 2: The line must be a JSON object; got "nonsense".\n',
      'site-traffic: line 3: The line is longer than 65,536 bytes.\n',
    ].join(''),
  });
});

it.each([
  ['nothing but bad lines', 'nonsense\n\n{}\n', { exitCode: 1, rejected: 2 }],
  ['no lines', '\n', { exitCode: 0, rejected: 0 }],
])('of %s prints its counts and exits accordingly', async (_, stdin, { exitCode, rejected }) => {
  const ran = await runWith({ stdin }, 'events', 'import', '--site', await makeSite(), '-', '--json');
  expect([ran.exitCode, ran.stdout]).toEqual([
    exitCode,
    `{"imported":0,"rejected":${rejected},"bot_visits":0,"referrals":0,"conversions":0}\n`,
  ]);
  expect(ran.stderr.match(/\n/g)?.length ?? 0).toBe(rejected);
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

it('says that a packed file is cut off', async () => {
  const siteId = await makeSite();
  const stdin = gzipSync(`${BOT_VISIT}\n`.repeat(3)).subarray(0, -20);
  const { exitCode, stderr } = await runWith({ stdin }, 'events', 'import', '--site', siteId, '-');
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    'site-traffic: cannot read standard input: its gzip data ends too early; nothing was recorded\n',
  );
});

it('stops at the exact event when the quota is spent, counts the rest, and goes on once that is lifted', async () => {
  const free = 'free@example.com';
  await ask('account', 'create', '--email', free, '--plan', 'free');
  const { id } = (await ask('site', 'create', '--account', free, '--domain', 'small.example')) as {
    id: string;
  };
  const given = { stdin: `${BOT_VISIT}\n\n`.repeat(1300), env: { FREE_EVENTS_PER_MONTH: '1100' } };
  const ran = await runWith(given, 'events', 'import', '--site', id, '-');
  expect([ran.exitCode, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toMatch(
    /^site-traffic: recording stopped, because the account has used its quota of 1100 events a month: 200 events from line 2201 on are not recorded; import the rest, without the lines before 2201, from \d{4}-\d\d-01T00:00:00\.000Z on, or at once after a change: "site-traffic account set-plan EMAIL self-hosted" lifts the quota, and a higher FREE_EVENTS_PER_MONTH raises it; recorded so far: 1100 events \(1100 bot visits\)\n$/,
  );
  await ask('account', 'set-plan', free, 'self-hosted');
  expect((await runWith(given, 'events', 'import', '--site', id, '-')).exitCode).toBe(0);
  expect(await ask('verify', '--site', id)).toEqual({ sites: 1, drift: [], failed: [] });
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
  expect(await ask('verify', '--site', siteId)).toEqual({ sites: 1, drift: [], failed: [] });
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
