import { beforeAll, expect, it } from 'vitest';
import type { Site } from '../../src/domain/site.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated, run, ask } = useCommandLine();

const UNTIL = ['--end', '2026-03-11'];
const DAYS = ['--start', '2026-03-10', '--end', '2026-03-11'] as const;
const PERIOD = { start: '2026-03-10', end: '2026-03-11' };

let site: Site;
/** Its visitors choose paths that a terminal would obey. */
let hostile: Site;

beforeAll(async () => {
  const db = await holdMigrated();
  site = await makeSite(db, (await makeOwner(db)).accountId);
  hostile = await makeSite(db, (await makeOwner(db)).accountId);
  await record(db, hostile, [botVisit('2026-03-10T01:00:00Z', { pagePath: '/\u202e\u009b2J' })]);
  await record(db, site, [
    botVisit('2026-03-09T23:00:00Z'),
    botVisit('2026-03-10T01:00:00Z', { pagePath: '/a', status: 404, bytes: 10, verdict: 'outside' }),
    botVisit('2026-03-10T02:00:00Z', { pagePath: '/a', status: 200, bytes: 20, verdict: 'verified' }),
    botVisit('2026-03-11T02:00:00Z', { status: 200, verdict: 'no-list' }),
    botVisit('2026-03-12T02:00:00Z'),
    botVisit('2026-03-11T02:00:00Z', { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
  ]);
});

it('"bot" shows what one bot did, as REST does', async () => {
  expect(await ask('bot', 'GPTBot', '--site', site.id, ...DAYS)).toEqual({
    period: PERIOD,
    bot_name: 'GPTBot',
    bot_company: 'OpenAI',
    purpose: 'training',
    documentation_url: 'https://developers.openai.com/api/docs/bots',
    robots_txt: 'GPTBot',
    first_seen_at: '2026-03-09T23:00:00.000Z',
    last_seen_at: '2026-03-12T02:00:00.000Z',
    ...{ visits: 3, failed: 1, bytes: 30 },
    verification: { signed: 0, verified: 1, outside: 1, no_list: 1, unknown: 0 },
    signers: [],
    signatures: { valid: 0, expired: 0, invalid: 0, unknown_key: 0, unchecked: 0 },
    obedience: null,
    statuses: [
      { status: 200, count: 2 },
      { status: 404, count: 1 },
    ],
    pages: [
      { page_path: '/a', bot_visits: 2, referrals: 0, conversions: 0, failed: 1, bytes: 30, sitemap: null },
      { page_path: '/', bot_visits: 1, referrals: 0, conversions: 0, failed: 0, bytes: null, sitemap: null },
    ],
    timeseries: [
      { date: '2026-03-10', bot_visits: 2, referrals: 0, conversions: 0 },
      { date: '2026-03-11', bot_visits: 1, referrals: 0, conversions: 0 },
    ],
  });
});

it('without --json it prints a table for each part', async () => {
  const { stdout, stderr } = await run('bot', 'GPTBot', '--site', site.id, '--limit', '1', ...DAYS);

  expect(stdout.split('\n\n')).toEqual([
    [
      'bot\tGPTBot\ncompany\tOpenAI\npurpose\ttraining',
      'documentation\thttps://developers.openai.com/api/docs/bots\nrobots.txt\tGPTBot',
      'first visit\t2026-03-09T23:00:00.000Z\nlast visit\t2026-03-12T02:00:00.000Z',
      'visits\t3\nfailed\t1\nbytes\t30',
      'signed\t0\nverified\t1\noutside\t1\nno list\t1\nunknown\t0\nagainst robots.txt\t-\nsigned by\t-',
    ].join('\n'),
    'status\tvisits\n200\t2\n404\t1',
    'page\tvisits\tfailed\tbytes\tsitemap\n/a\t2\t1\t30\t-',
    'day\tvisits\n2026-03-10\t2\n2026-03-11\t1\n',
  ]);
  expect(stderr).toBe('2026-03-10 to 2026-03-11\n');
});

it('shows hours with --granularity', async () => {
  const shown = await ask('bot', 'GPTBot', '--site', site.id, '--granularity', 'hour', ...DAYS);
  const { timeseries } = shown as { timeseries: readonly object[] };
  expect([timeseries.length, timeseries[1]]).toEqual([
    48,
    { datetime: '2026-03-10 01:00', bot_visits: 1, referrals: 0, conversions: 0 },
  ]);
});

it('has all points of any range with --json, and a table only of so many', async () => {
  const asked = [
    'bot',
    'GPTBot',
    '--site',
    site.id,
    '--granularity',
    'hour',
    '--start',
    '2020-01-01',
    ...UNTIL,
  ];
  const { timeseries } = (await ask(...asked)) as { timeseries: readonly object[] };
  const { exitCode, stderr } = await run(...asked);

  expect([timeseries.length, timeseries.at(-1)]).toEqual([
    54_288,
    { datetime: '2026-03-11 23:00', bot_visits: 0, referrals: 0, conversions: 0 },
  ]);
  expect([exitCode, stderr]).toEqual([
    2,
    'site-traffic: The range has 54,288 points; the limit here is 10,000. Use a shorter range.\n',
  ]);
});

it('escapes with --json what a terminal would obey', async () => {
  const { stdout } = await run('bot', 'GPTBot', '--site', hostile.id, ...DAYS, '--json');

  expect(stdout).toContain(String.raw`"page_path":"/\u202e\u009b2J"`);
  expect(JSON.parse(stdout)).toMatchObject({ pages: [{ page_path: '/\u202e\u009b2J' }] });
});

it.each([
  [['gptbot'], 'no bot named "gptbot" ever came; did you mean GPTBot?'],
  [['claude-bot', '--json'], 'no bot named "claude-bot" ever came; did you mean ClaudeBot?'],
  [['Clodebot'], 'no bot named "Clodebot" ever came; did you mean ClaudeBot?'],
  [['Bytespider'], 'no bot named "Bytespider" ever came; "stats" shows the names of those that came'],
])('of a name that never came, "bot %j" fails with the one that is meant', async (args, message) => {
  expect(await run('bot', '--site', site.id, ...args, ...DAYS)).toEqual({
    exitCode: 1,
    stdout: args.includes('--json') ? `${JSON.stringify({ error: message })}\n` : '',
    stderr: `site-traffic: ${message}\n`,
  });
});
