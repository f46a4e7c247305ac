import { beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '../../src/domain/site.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { type Ran, useCommandLine } from './support.ts';

const { holdMigrated, runWith } = useCommandLine();

const PREVIOUS_PERIOD = ['--start', '2026-03-14', '--end', '2026-03-15', '--compare', 'previous-period'];
const TODAY = '2026-03-15T12:34:56.789Z';

let site: Site;

beforeAll(async () => {
  const db = await holdMigrated();
  site = await makeSite(db, (await makeOwner(db)).accountId);
  await record(db, site, [
    botVisit('2026-03-12T10:00:00Z'),
    botVisit('2026-03-12T10:00:00Z', { botName: 'CCBot', botCompany: 'Common Crawl' }),
    botVisit('2026-03-13T11:59:59Z'),
    botVisit('2026-03-13T12:00:00Z'),
    botVisit('2026-03-14T10:00:00Z'),
    botVisit('2026-03-14T11:00:00Z'),
    botVisit('2026-03-14T12:00:00Z', { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
    botVisit('2026-03-15T11:00:00Z'),
    referral('2026-03-14T10:00:00Z'),
    conversion('2025-03-14T10:00:00Z', { eventValue: 9.5 }),
  ]);
});

function compare(command: string, ...options: readonly string[]): Promise<Ran> {
  return runWith({ now: TODAY }, command, '--site', site.id, ...options);
}

async function ask(command: string, ...options: readonly string[]): Promise<unknown> {
  return JSON.parse((await compare(command, ...options, '--json')).stdout) as unknown;
}

const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');

describe('with --compare, tables have the previous counts and the change:', () => {
  it('stats', async () => {
    expect(await compare('stats', ...PREVIOUS_PERIOD)).toEqual({
      exitCode: 0,
      stdout: lines(
        'type\tname\tcompany\tcount\tprevious\tchange\tconversions\tvalue',
        'bot\t(all)\t\t4\t3\t+33%\t\t',
        'referral\t(all)\t\t1\t0\tnew\t\t',
        'conversion\t(all)\t\t0\t0\t0%\t\t',
        'bot\tGPTBot\tOpenAI\t2\t1\t+100%\t\t',
        'bot\tClaudeBot\tAnthropic\t1\t0\tnew\t\t',
        'bot\tCCBot\tCommon Crawl\t0\t1\t-100%\t\t',
        'referral\tchatgpt\t\t1\t\t\t0\t0',
      ),
      stderr:
        '2026-03-14 to 2026-03-15, compared with 2026-03-12 to 2026-03-13; totals end at 2026-03-15T12:00:00.000Z, and as far into the earlier period; bots leave today out on both sides; sources and conversions are those of all days\n',
    });
  });

  it('the timeseries, without a change of what is not over', async () => {
    const { stdout, stderr } = await compare('timeseries', ...PREVIOUS_PERIOD);
    expect(stdout).toBe(
      lines(
        'day\tbot visits\tprevious\tchange\treferrals\tprevious\tchange\tconversions\tprevious\tchange',
        '2026-03-14\t3\t2\t+50%\t1\t0\tnew\t0\t0\t0%',
        '2026-03-15\t1\t2\t-\t0\t0\t-\t0\t0\t-',
      ),
    );
    expect(stderr).toBe(
      '2026-03-14 to 2026-03-15, compared with 2026-03-12 to 2026-03-13; points that are not over have no change yet\n',
    );
  });

  it('companies', async () => {
    const { stdout, stderr } = await compare('companies', ...PREVIOUS_PERIOD);
    expect(stdout).toBe(
      lines(
        'company\tbot visits\tprevious\tchange\tfailed\tbytes\tverified\treferrals\tprevious\tchange\tvisits per referral\tconversions\tvalue',
        'OpenAI\t2\t1\t+100%\t0\t-\t0\t1\t0\tnew\t2.0\t0\t0',
        'Anthropic\t1\t0\tnew\t0\t-\t0\t0\t0\t0%\t-\t0\t0',
        'Common Crawl\t0\t1\t-100%\t0\t-\t0\t0\t0\t0%\t-\t0\t0',
      ),
    );
    expect(stderr).toBe(
      '2026-03-14 to 2026-03-15, compared with 2026-03-12 to 2026-03-13; today is left out on both sides\n',
    );
  });

  it('and say nothing of today if all days are over', async () => {
    const days = ['--start', '2026-03-14', '--end', '2026-03-14', '--compare', 'previous-year'];
    for (const command of ['stats', 'timeseries', 'companies']) {
      const { stderr } = await compare(command, ...days);
      expect(stderr).toBe('2026-03-14 to 2026-03-14, compared with 2025-03-14 to 2025-03-14\n');
    }
  });
});

describe('with --compare and --json, objects are those of REST:', () => {
  it('stats', async () => {
    const bot = (bot_name: string, bot_company: string, count: number, previous_count: number) => {
      return { bot_name, bot_company, count, previous_count };
    };
    expect(await ask('stats', ...PREVIOUS_PERIOD)).toEqual({
      period: { start: '2026-03-14', end: '2026-03-15' },
      totals: { bot_visits: 4, referrals: 1, conversions: 0 },
      bot_breakdown: [
        { bot_name: 'GPTBot', bot_company: 'OpenAI', count: 3 },
        { bot_name: 'ClaudeBot', bot_company: 'Anthropic', count: 1 },
      ],
      compared_bot_breakdown: [
        bot('GPTBot', 'OpenAI', 2, 1),
        bot('ClaudeBot', 'Anthropic', 1, 0),
        bot('CCBot', 'Common Crawl', 0, 1),
      ],
      referral_breakdown: [{ source: 'chatgpt', count: 1 }],
      conversion_breakdown: [],
      comparison: {
        until: '2026-03-15T12:00:00.000Z',
        totals: { bot_visits: 4, referrals: 1, conversions: 0 },
        previous_period: { start: '2026-03-12', end: '2026-03-13' },
        previous_totals: { bot_visits: 3, referrals: 0, conversions: 0 },
      },
    });
  });

  it('the timeseries', async () => {
    const days = ['--start', '2026-03-14', '--end', '2026-03-15', '--compare', 'previous-year'];
    expect(await ask('timeseries', ...days)).toEqual({
      granularity: 'day',
      data: [
        { date: '2026-03-14', bot_visits: 3, referrals: 1, conversions: 0 },
        { date: '2026-03-15', bot_visits: 1, referrals: 0, conversions: 0 },
      ],
      previous: [
        { date: '2025-03-14', bot_visits: 0, referrals: 0, conversions: 1 },
        { date: '2025-03-15', bot_visits: 0, referrals: 0, conversions: 0 },
      ],
      complete_until: TODAY,
    });
  });

  it('companies', async () => {
    const { companies } = (await ask('companies', ...PREVIOUS_PERIOD)) as { companies: readonly object[] };
    expect(companies).toMatchObject([
      { company: 'OpenAI', bot_visits: 2, previous_bot_visits: 1, referrals: 1, previous_referrals: 0 },
      { company: 'Anthropic', bot_visits: 1, previous_bot_visits: 0 },
      { company: 'Common Crawl', bot_visits: 0, previous_bot_visits: 1 },
    ]);
  });
});

it('refuses another word, and a period before year 1', async () => {
  const other = await compare('stats', '--compare', 'last-week');
  const early = await compare(
    'stats',
    '--start',
    '0001-01-01',
    '--end',
    '0001-01-02',
    '--compare',
    'previous-year',
  );
  expect([other, early]).toEqual([
    {
      exitCode: 2,
      stdout: '',
      stderr: 'site-traffic: --compare must be previous-period or previous-year; got "last-week"\n',
    },
    {
      exitCode: 2,
      stdout: '',
      stderr: 'site-traffic: The period to compare with would begin before year 1; use a later --start.\n',
    },
  ]);
});
