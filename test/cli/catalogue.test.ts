import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksBelow } from '../support/page.ts';
import { useCommandLine } from './support.ts';

const { folder, run, runWith, ask, holdMigrated } = useCommandLine();
const file = join(folder, 'catalogue.json');
const env = { BOT_CATALOGUE: file };
const [example = ''] = blocksBelow('docs/catalogue.md', 'Write the file', 'json');

beforeAll(() => {
  writeFileSync(file, example);
});

const LOG = [
  '198.51.100.7 - - [01/Mar/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "AcmeBot/1.2"',
  '198.51.100.7 - - [01/Mar/2026:10:00:01 +0000] "GET /a HTTP/1.1" 200 5 "-" "FriendlyCrawler/1.0"',
  '198.51.100.7 - - [01/Mar/2026:10:00:02 +0000] "GET /a HTTP/1.1" 200 5 "-" "Scrapy/2.11"',
  '198.51.100.7 - - [01/Mar/2026:10:00:03 +0000] "GET /a HTTP/1.1" 200 5 "https://chat.acme.example/" "Mozilla/5.0"',
].join('\n');

it('"catalogue show" says of each entry whose it is, yours first', async () => {
  const { stdout } = await runWith({ env }, 'catalogue', 'show');
  const lines = stdout.trimEnd().split('\n');

  expect(lines.slice(0, 5)).toEqual([
    'own\tbot\tAcmeBot\tAcme\tsearch',
    'own\tproduct\tacme-chat\tAcme\tchat.acme.example',
    'own\tsigner\tagent.acme.example\tAcme\tAcme Agent',
    'replaced\tbot\tFriendlyCrawler\tFriendly Ltd.\ttraining',
    'removed\tbot\tScrapy\tZyte\tother',
  ]);
  expect(lines.slice(5).filter((line) => !line.startsWith('installed\t'))).toEqual([]);
  expect(lines).toContain('installed\tsigner\tchatgpt.com\tOpenAI\tChatGPT Agent');
});

it('"catalogue show --json" shows all of it, and the installed one alone without a file', async () => {
  const { stdout } = await runWith({ env }, 'catalogue', 'show', '--json');
  const shown = JSON.parse(stdout) as Record<'bots' | 'products' | 'signers', { origin: string }[]>;
  const installed = JSON.parse((await run('catalogue', 'show', '--json')).stdout) as typeof shown;
  const own = (one: { origin: string }) => one.origin !== 'installed';

  expect(shown).toMatchObject({ file });
  expect([shown.bots.filter(own), shown.products.filter(own), shown.signers.filter(own)]).toEqual([
    [
      {
        ...{
          name: 'AcmeBot',
          company: 'Acme',
          purpose: 'search',
          pattern: 'AcmeBot',
          robots_token: 'AcmeBot',
        },
        ...{ documentation: 'https://acme.example/bot', origin: 'own' },
      },
      {
        ...{ name: 'FriendlyCrawler', company: 'Friendly Ltd.', purpose: 'training' },
        ...{ pattern: 'FriendlyCrawler', robots_token: null, documentation: null, origin: 'replaced' },
      },
      expect.objectContaining({ name: 'Scrapy', origin: 'removed' }),
    ],
    [
      {
        ...{ source: 'acme-chat', name: 'acme-chat', company: 'Acme', hosts: ['chat.acme.example'] },
        ...{ paths: [], apps: [], utm_sources: ['acme-chat'], origin: 'own' },
      },
    ],
    [
      {
        host: 'agent.acme.example',
        company: 'Acme',
        bot_name: 'Acme Agent',
        purpose: 'agent',
        origin: 'own',
      },
    ],
  ]);
  expect(installed).toMatchObject({ file: null });
  expect(
    Object.values({ ...installed, file: [] })
      .flat()
      .filter(own),
  ).toEqual([]);
});

it('logs are recorded and sites read by the file, in every thread and command', async () => {
  await holdMigrated();
  await run('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  const { id } = (await ask(
    ...['site', 'create', '--account', 'owner@example.com', '--domain', 'example.com'],
  )) as { id: string };
  const imported = await runWith({ env, stdin: `${LOG}\n` }, 'logs', 'import', '--site', id, '--json', '-');
  const range = ['--site', id, '--start', '2026-03-01', '--end', '2026-03-01', '--json'];
  const [companies, others] = [
    JSON.parse((await runWith({ env }, 'companies', ...range)).stdout) as object,
    JSON.parse((await run('companies', ...range)).stdout) as object,
  ];
  const purposeOf = (name: string, count: number) => [{ purpose: name, count }];

  expect(JSON.parse(imported.stdout)).toMatchObject({
    ...{ bot_visits: 2, referrals: 1, passed_over: { 'ordinary-visit': 1 } },
  });
  expect(companies).toMatchObject({
    companies: [
      { company: 'Acme', bot_visits: 1, referrals: 1, purposes: purposeOf('search', 1) },
      { company: 'Friendly Ltd.', bot_visits: 1, referrals: 0, purposes: purposeOf('training', 1) },
    ],
  });
  expect(others).toMatchObject({
    companies: [
      { company: 'Acme', bot_visits: 1, referrals: 0, purposes: purposeOf('other', 1) },
      { company: 'Unknown', bot_visits: 1, referrals: 0, purposes: purposeOf('training', 1) },
      { company: 'acme-chat', bot_visits: 0, referrals: 1 },
    ],
  });
});

it('a file with a mistake is wrong usage, for each command that would use it', async () => {
  const bad = join(folder, 'bad.json');
  writeFileSync(bad, '{"bots":[{"name":"AcmeBot","company":"Acme","purpose":"seach"}]}');
  const given = { env: { BOT_CATALOGUE: bad }, stdin: LOG };
  const complaint =
    `site-traffic: the catalogue ${bad} cannot be used: bots[0] ("AcmeBot"): ` +
    '"purpose" must be one of "training", "search", "user", "agent", "other"; got "seach"\n';

  const ran = [
    await runWith(given, 'catalogue', 'show'),
    await runWith(given, 'companies', '--site', 'site_0123456789abcdef'),
    await runWith(given, 'logs', 'import', '--dry-run', '--domain', 'example.com', '-'),
  ];
  expect(ran.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [2, complaint],
    [2, complaint],
    [2, complaint],
  ]);
});
