import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PUBLISHED_LISTS } from '../../src/catalogue/range-lists.ts';
import { untilMatch, useCommandLine } from './support.ts';

const { folder, run, runWith, begin, makeMigrated } = useCommandLine();
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

/** As long as a name can be: no other name can be made from it. */
const LONG_NAME = 'x'.repeat(255);

const lists = join(folder, 'lists');
const file = join(folder, 'ranges.json');
beforeAll(() => {
  cpSync('test/ranges/lists', lists, { recursive: true });
});

type Shown = { readonly lists: readonly { readonly address: string | null }[] };

/** What a command prints of the list at an address. */
function listAt(stdout: string, address: string): unknown {
  return (JSON.parse(stdout) as Shown).lists.find((list) => list.address === address);
}

it('"ranges update" writes the lists of a folder, and exits with 1 for those that it lacks', async () => {
  const { stdout, exitCode } = await run('ranges', 'update', '--from', lists, '--out', file, '--json');

  expect(exitCode).toBe(1);
  expect(listAt(stdout, 'https://openai.com/gptbot.json')).toEqual({
    operator: 'OpenAI',
    bots: ['GPTBot'],
    address: 'https://openai.com/gptbot.json',
    retrieved_at: anInstant,
    prefixes: 2,
    failure: null,
  });
  expect(listAt(stdout, 'https://index.commoncrawl.org/ccbot.json')).toMatchObject({
    retrieved_at: null,
    prefixes: 0,
    failure: `the file ${join(lists, 'ccbot.json')} cannot be read`,
  });
  expect(listAt(readFileSync(file, 'utf8'), 'https://developer.amazon.com/amazonbot/ip-addresses/')).toEqual({
    operator: 'Amazon',
    bots: ['Amazonbot'],
    address: 'https://developer.amazon.com/amazonbot/ip-addresses/',
    retrievedAt: anInstant,
    prefixes: ['203.0.113.64/32', '203.0.113.65/32', '2001:db8::65/128'],
  });
});

it('"ranges update" keeps the previous ranges of a list that is damaged, and says so', async () => {
  const damaged = join(folder, 'damaged');
  const copy = join(folder, 'copy.json');
  cpSync(lists, damaged, { recursive: true });
  cpSync(file, copy);
  writeFileSync(join(damaged, 'gptbot.json'), '{"prefixes": [{"ipv4Prefix": "0.0.0.0/0"}]}');

  const { stdout } = await runWith({ env: { BOT_RANGES: copy } }, 'ranges', 'update', '--from', damaged);

  expect(stdout).toMatch(
    /^https:\/\/openai\.com\/gptbot\.json: 0\.0\.0\.0\/0 is too large a range: [^;]+; kept 2 ranges of \d{4}-\S+Z$/m,
  );
  expect(stdout).toContain(`\nwrote ${copy}: 3 lists retrieved, ${PUBLISHED_LISTS.length - 3} not\n`);
  expect(listAt(readFileSync(copy, 'utf8'), 'https://openai.com/gptbot.json')).toEqual(
    listAt(readFileSync(file, 'utf8'), 'https://openai.com/gptbot.json'),
  );
});

it('"ranges update" exits with 0 if every list was retrieved', async () => {
  const whole = join(folder, 'whole');
  mkdirSync(whole);
  for (const { address, shape } of PUBLISHED_LISTS) {
    const text = '{"prefixes": [{"ipv4Prefix": "192.0.2.1"}]}';
    const name = address.split('/').filter(Boolean).at(-1) ?? '';
    writeFileSync(join(whole, name), shape === 'json' ? text : `<pre>${text}</pre>`);
  }
  const out = join(folder, 'whole.json');

  const { exitCode, stdout } = await run('ranges', 'update', '--from', whole, '--out', out);

  expect([exitCode, stdout.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    `wrote ${out}: ${PUBLISHED_LISTS.length} lists retrieved, 0 not`,
  ]);
});

it('"ranges update" writes nothing without a file to write, a folder to read, or over a file of another kind', async () => {
  const other = join(folder, 'other.json');
  writeFileSync(other, '{"name": "other"}');

  const ran = [
    await run('ranges', 'update', '--from', lists),
    await run('ranges', 'update', '--from', join(folder, 'none'), '--out', file),
    await run('ranges', 'update', '--from', lists, '--out', other),
    await run('ranges', 'update', '--from', lists, '--out', join(folder, 'none', 'ranges.json')),
    await run('ranges', 'update', '--from', lists, '--out', join(folder, LONG_NAME)),
  ];

  expect(ran.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [2, 'site-traffic: name the file to write: set BOT_RANGES or pass --out\n'],
    [2, `site-traffic: --from must be a folder; there is none at ${join(folder, 'none')}\n`],
    [2, expect.stringContaining(`site-traffic: The file of bot ranges ${other} cannot be used: lists: `)],
    [
      2,
      `site-traffic: cannot write ${join(folder, 'none', 'ranges.json')}: there is no folder ${join(folder, 'none')}; make it, or name another file with BOT_RANGES or --out\n`,
    ],
    [1, `site-traffic: cannot write ${join(folder, LONG_NAME)}: ENAMETOOLONG: name too long\n`],
  ]);
  expect(readFileSync(other, 'utf8')).toBe('{"name": "other"}');
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

it('"ranges show" shows the lists of BOT_RANGES, or the installed ones', async () => {
  const installed = await run('ranges', 'show');
  const own = await runWith({ env: { BOT_RANGES: file } }, 'ranges', 'show', '--json');
  const lines = (await runWith({ env: { BOT_RANGES: file } }, 'ranges', 'show')).stdout.split('\n');

  expect(installed.stdout).toContain('OpenAI\tGPTBot\t0 ranges\tnever\thttps://openai.com/gptbot.json\n');
  expect(installed.stdout).toContain('DeepSeek\tDeepSeekBot\t-\t-\t(publishes no ranges)\n');
  expect(JSON.parse(own.stdout)).toMatchObject({ file, updated_at: anInstant });
  expect(listAt(own.stdout, 'https://claude.com/crawling/bots.json')).toEqual({
    operator: 'Anthropic',
    bots: ['ClaudeBot', 'Claude-User', 'Claude-SearchBot'],
    address: 'https://claude.com/crawling/bots.json',
    retrieved_at: anInstant,
    prefixes: 2,
  });
  expect(lines).toContainEqual(
    expect.stringMatching(/^Google\t.+\t2 ranges\t\S+Z\t\S+\/common-crawlers\.json$/),
  );
});

it('a server shows the ages of BOT_RANGES and of its country database at /health/ready', async () => {
  await makeMigrated();
  const child = begin({ env: { BOT_RANGES: file, LOG_LEVEL: 'warn' } }, 'serve', '--port', '0');
  const [url] = await untilMatch(child.stdout, /http:\/\/[\d.]+:\d+(?=\s)/);
  const { retrievedAt } = listAt(readFileSync(file, 'utf8'), 'https://openai.com/gptbot.json') as {
    readonly retrievedAt: string;
  };

  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({
    status: 'ready',
    readers: 'ready',
    writers: 'ready',
    limits: { scope: 'process' },
    ranges: { updated_at: retrievedAt },
    countries: { built_at: anInstant },
  });
});
