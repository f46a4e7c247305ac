import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRequestRules } from '../../src/serving/request-rules.ts';
import { readConfig } from '../../src/settings/config.ts';
import { useCommandLine } from '../cli/support.ts';

const { folder, runWith } = useCommandLine();
const LOG = [
  '198.51.100.7 - - [01/Mar/2026:10:00:00 +0000] "GET /a HTTP/1.1" 404 5 "-" "GPTBot/1.2"',
  '198.51.100.7 - - [01/Mar/2026:10:00:01 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
  '198.51.100.8 - - [01/Mar/2026:10:00:02 +0000] "GET /order/7/thanks?total=9.5 HTTP/1.1" 200 5 "-" "Mozilla/5.0"',
].join('\n');

function dryRun(env: NodeJS.ProcessEnv) {
  const args = ['logs', 'import', '--dry-run', '--domain', 'example.com', '--json', '-'];
  return runWith({ env, stdin: `${LOG}\n` }, ...args);
}

it('the settings say which requests count', async () => {
  const rules = join(folder, 'goals.txt');
  writeFileSync(rules, 'purchase /order/*/thanks value=total\n');

  const { stdout } = await dryRun({ CRAWL_STATUSES: '200-399', CONVERSION_RULES: rules });

  expect(JSON.parse(stdout)).toMatchObject({
    bot_visits: 1,
    conversions: 1,
    passed_over: { 'bot-not-counted': 1 },
  });
});

it('a file that a setting names and nobody can use is told, and is wrong usage', async () => {
  const [rules, database] = [join(folder, 'bad.txt'), join(folder, 'bad.mmdb')];
  const ranges = join(folder, 'bad.json');
  writeFileSync(rules, 'signup\npurchase /thanks total\n');
  writeFileSync(database, 'nonsense');
  writeFileSync(ranges, '{"lists":[1]}');

  const ran = [
    await dryRun({ CONVERSION_RULES: join(folder, 'none.txt') }),
    await dryRun({ CONVERSION_RULES: rules }),
    await dryRun({ COUNTRY_DATABASE: database }),
    await dryRun({ BOT_RANGES: ranges }),
  ];

  expect(ran.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2]);
  expect(ran.map(({ stdout }) => JSON.parse(stdout) as unknown)).toEqual([
    { error: `the conversion rules: cannot read ${join(folder, 'none.txt')}: there is no such file` },
    { error: expect.stringMatching(/^\S+bad.txt: line 1: .+ line 2: /) as unknown },
    { error: expect.stringContaining(`The country database ${database} cannot be read`) as unknown },
    {
      error: expect.stringContaining(`The file of bot ranges ${ranges} cannot be used: lists.0: `) as unknown,
    },
  ]);
});

it('a server reports all bad settings at once, with the files that they name', async () => {
  const rules = join(folder, 'bad.txt');
  writeFileSync(rules, 'signup\n');
  const files = {
    CONVERSION_RULES: rules,
    COUNTRY_DATABASE: join(folder, 'none.mmdb'),
    BOT_RANGES: join(folder, 'none.json'),
  };
  const linesOf = async (env: NodeJS.ProcessEnv, command: string) => {
    const { exitCode, stderr } = await runWith({ env: { ...files, ...env } }, command);
    return [exitCode, ...stderr.trimEnd().split(/\n|; (?=The (?:country|file))/)];
  };
  const aboutFiles = [
    expect.stringMatching(/bad\.txt: line 1: /),
    expect.stringMatching(/country database \S+none\.mmdb/),
    expect.stringMatching(
      /file of bot ranges \S+none\.json does not exist\. Make it with: site-traffic ranges update/,
    ),
  ];

  expect(await linesOf({ PORT: 'x', HOST: 'a b' }, 'start')).toEqual([
    2,
    expect.stringContaining('HOST must be '),
    expect.stringContaining('PORT must be '),
    ...aboutFiles,
  ]);
  expect(await linesOf({ PORT: '0' }, 'serve')).toEqual([2, ...aboutFiles]);
});

it('verdicts on bots come from the file of BOT_RANGES', async () => {
  const out = join(folder, 'ranges.json');
  await runWith({}, 'ranges', 'update', '--from', 'test/ranges/lists', '--out', out);
  const { rules, rangesUpdatedAtMs, close } = await openRequestRules(
    readConfig({ BOT_RANGES: out }).recording,
  );
  const verdicts = ['198.51.100.9', '192.0.2.1', '-'].map((address) =>
    rules.verdictOf?.('ClaudeBot', address),
  );
  close();

  expect(verdicts).toEqual(['verified', 'outside', 'unknown']);
  expect(rangesUpdatedAtMs()).toEqual(expect.any(Number));
});
