import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useCommandLine } from './support.ts';

const { folder, run, runWith, ask, holdMigrated } = useCommandLine();

const AT = '2026-03-15T12:34:56.789Z';
const BOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const LINES = [
  `192.0.2.1 - - [15/Mar/2026:10:00:00 +0000] "GET /a?x=1 HTTP/1.1" 200 5 "-" "${BOT}"`,
  '192.0.2.2 - - [15/Mar/2026:10:00:01 +0000] "GET /b?token=1 HTTP/1.1" 200 5 "-" "Firefox/140.0"',
  'Restarted at 10:00:02',
];

let site = '';
beforeAll(async () => {
  await holdMigrated();
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  const made = await ask('site', 'create', '--account', 'owner@example.com', '--domain', 'shop.example');
  site = (made as { id: string }).id;
});

it('nothing has come in to a new site', async () => {
  expect(await run('sources', 'list', '--site', site)).toEqual({
    ...{ exitCode: 0, stdout: '', stderr: 'nothing has come in yet\n' },
  });
  expect(await ask('sources', 'list', '--site', site)).toEqual([]);
});

it('the lines of logs that were imported, each import anew, and those of files of events', async () => {
  const paths = ['one', 'other'].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name, 'access.log');
  });
  const [one = '', other = ''] = paths;
  writeFileSync(one, `${LINES.join('\n')}\n`);
  writeFileSync(other, 'nothing that can be read 1\n\n');
  await runWith({ now: AT }, 'logs', 'import', '--site', site, '--dry-run', one);
  await runWith({ now: AT }, 'logs', 'import', '--site', site, one);
  // nothing is new
  await runWith({ now: AT }, 'logs', 'import', '--site', site, one);
  await runWith({ now: AT }, 'logs', 'import', '--site', site, other);
  const stdin =
    '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}\n\n{"type":"x1"}\n';
  await runWith({ now: AT, stdin }, 'events', 'import', '--site', site, '-');

  const listed = await runWith({ now: AT }, 'sources', 'list', '--site', site, '--json');
  const id = expect.stringMatching(/^source_[0-9a-f]{20}$/) as string;
  const common = { id, key_id: null, sender: null, last_refusal: null };
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      ...{ ...common, kind: 'log', name: 'one/access.log', last_recorded_at: AT },
      window: {
        ...{ records: 3, events: 1, repeats: 0 },
        skipped: [
          { reason: 'not-a-log-line', count: 1, sample: 'aaaaaaaaa aa 99:99:99' },
          { reason: 'ordinary-visit', count: 1, sample: 'GET /b' },
        ],
      },
      last_batch: { at: AT, records: 3, bytes: LINES.join('\n').length + 1 },
      limits: [{ code: 'no-host', remedy: expect.stringContaining('log the host') as string }],
    },
    {
      ...{ ...common, kind: 'log', name: 'other/access.log', last_recorded_at: null },
      limits: [{ code: 'unreadable', remedy: expect.stringContaining('known format') as string }],
      window: {
        ...{ records: 2, events: 0, repeats: 0 },
        skipped: [
          { reason: 'blank-line', count: 1, sample: '' },
          { reason: 'not-a-log-line', count: 1, sample: 'aaaaaaa aaaa aaa aa aaaa 9' },
        ],
      },
      last_batch: { at: AT, records: 2, bytes: 28 },
    },
    {
      ...{ ...common, kind: 'import', name: 'events import', last_recorded_at: AT, limits: [] },
      window: {
        ...{ records: 2, events: 1, repeats: 0 },
        skipped: [{ reason: 'not-an-event', count: 1, sample: '{"aaaa":"a9"}' }],
      },
      last_batch: { at: AT, records: 2, bytes: stdin.length },
    },
  ]);

  const { stdout } = await runWith({ now: AT }, 'sources', 'list', '--site', site);
  expect(stdout.split('\n').slice(0, 10)).toEqual([
    'source\tname\tkey\tsender\trecords\tevents\trepeats\tskipped\tlast recorded at\tlast batch at',
    `log\tone/access.log\t-\t-\t3\t1\t0\t2\t${AT}\t${AT}`,
    `log\tother/access.log\t-\t-\t2\t0\t0\t2\t-\t${AT}`,
    `import\tevents import\t-\t-\t2\t1\t0\t1\t${AT}\t${AT}`,
    '',
    'skipped of\tcount\tsample\treason',
    'one/access.log\t1\taaaaaaaaa aa 99:99:99\tThe line is not in a known log format, or not in the format of its log.',
    'one/access.log\t1\tGET /b\tNeither an AI bot nor a click from an LLM product.',
    'other/access.log\t1\t\tThe line is empty.',
    'other/access.log\t1\taaaaaaa aaaa aaa aa aaaa 9\tThe line is not in a known log format, or not in the format of its log.',
  ]);
});

it('a day later, what is known of them', async () => {
  const given = { now: '2026-03-16T12:00:00Z' };
  const { stdout } = await runWith(given, 'sources', 'list', '--site', site, '--json');
  expect((JSON.parse(stdout) as { window: unknown }[]).map(({ window }) => window)).toEqual(
    Array(3).fill({ records: 0, events: 0, repeats: 0, skipped: [] }),
  );
});
