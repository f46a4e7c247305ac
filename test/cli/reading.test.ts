import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Site } from '../../src/domain/site.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated, run, runWith, ask } = useCommandLine();

const DAYS = ['--start', '2026-03-10', '--end', '2026-03-11'] as const;
const QUERY = 'start=2026-03-10&end=2026-03-11';

let db: Database;
let site: Site;
let key: string;
let gateway: TestGateway;

/** What REST answers of the site, to a caller on the plan Pro. */
async function rest(path: string): Promise<unknown> {
  const { status, body } = await gateway.rest(`/api/v1/sites/${site.id}/${path}`, key);
  expect(status).toBe(200);
  return body as unknown;
}

beforeAll(async () => {
  db = await holdMigrated();
  gateway = startGateway({ db, attributionMinutes: 30 });
  const owner = await makeOwner(db, 'pro');
  key = owner.key;
  site = await makeSite(db, owner.accountId);
  await record(db, site, [
    botVisit('2026-03-10T01:00:00Z', { pagePath: '/a' }),
    botVisit('2026-03-10T02:00:00Z', { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
    botVisit('2026-03-11T02:00:00Z'),
    referral('2026-03-11T03:00:00Z'),
    conversion('2026-03-11T04:00:00Z', { eventValue: 9.5, sentBy: 'chatgpt' }),
    conversion('2026-03-11T02:30:00Z', { sentBy: 'claude' }),
    conversion('2026-03-11T02:00:00Z', { eventValue: 2 }),
  ]);
});

describe('with --json, the commands print what REST answers:', () => {
  it('stats', async () => {
    expect(await ask('stats', '--site', site.id, ...DAYS)).toEqual(await rest(`stats?${QUERY}`));
  });

  it.each(['day', 'hour'])('the timeseries by %s', async (unit) => {
    const printed = await ask('timeseries', '--site', site.id, '--granularity', unit, ...DAYS);
    expect(printed).toEqual(await rest(`timeseries?granularity=${unit}&${QUERY}`));
  });

  it('the events of one bot, or of one page', async () => {
    const list = (...more: string[]) => ask('events', '--site', site.id, ...DAYS, ...more);
    const names = { bot_name: 'ClaudeBot', bot_company: 'Anthropic' };
    expect(await list('--bot', 'ClaudeBot')).toMatchObject({ events: [names] });
    expect(await list('--page', '/a')).toMatchObject({ events: [{ page_path: '/a' }] });
  });

  it('the events, page by page', async () => {
    const list = (...more: string[]) => ask('events', '--site', site.id, '--limit', '3', ...DAYS, ...more);
    const first = (await list()) as { events: unknown[]; next_cursor: string };
    expect(first).toEqual(await rest(`events?limit=3&${QUERY}`));
    const second = await list('--cursor', first.next_cursor);
    expect(second).toEqual(await rest(`events?limit=3&cursor=${first.next_cursor}&${QUERY}`));
    expect(await list('--type', 'referral')).toEqual(await rest(`events?limit=3&type=referral&${QUERY}`));
  });
});

describe('without --json, they print tables:', () => {
  const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');

  it('stats', async () => {
    expect(await run('stats', '--site', site.id, ...DAYS)).toEqual({
      exitCode: 0,
      stdout: lines(
        'type\tname\tcompany\tcount\tconversions\tvalue',
        'bot\t(all)\t\t3\t\t',
        'referral\t(all)\t\t1\t\t',
        'conversion\t(all)\t\t3\t\t',
        'bot\tGPTBot\tOpenAI\t2\t\t',
        'bot\tClaudeBot\tAnthropic\t1\t\t',
        'referral\tchatgpt\t\t1\t1\t9.5',
        'referral\tclaude\t\t0\t1\t0',
        'conversion\tsignup\t\t3\t\t11.5',
      ),
      stderr: '2026-03-10 to 2026-03-11\n',
    });
  });

  it('the timeseries', async () => {
    expect((await run('timeseries', '--site', site.id, ...DAYS)).stdout).toBe(
      lines('day\tbot visits\treferrals\tconversions', '2026-03-10\t2\t0\t0', '2026-03-11\t1\t1\t3'),
    );
  });

  it('the events, and how to continue', async () => {
    const { stdout, stderr } = await run('events', '--site', site.id, '--limit', '2', ...DAYS);
    expect(stdout).toBe(
      lines(
        'time\ttype\tpage\tcountry\tname\tcompany or value\tsent by',
        '2026-03-11T04:00:00.000Z\tconversion\t/\tXX\tsignup\t9.5\tchatgpt',
        '2026-03-11T03:00:00.000Z\treferral\t/\tXX\tchatgpt\t\t',
      ),
    );
    expect(stderr).toMatch(/^2026-03-10 to 2026-03-11\nthere are more: --cursor [\w-]+\n$/);
  });
});

describe('as the operator', () => {
  it('they read hours of an account on the plan Free, from which nothing is spent', async () => {
    const free = await makeOwner(db, 'free');
    const other = await makeSite(db, free.accountId);
    const { exitCode } = await run('timeseries', '--site', other.id, '--granularity', 'hour', ...DAYS);
    expect(exitCode).toBe(0);
  });

  it.each([
    [['stats', '--site', 'site_none'], 1, 'SITE_NOT_FOUND', 'there is no site site_none'],
    [
      ['stats', '--site', 'SITE', '--start', '2026-02-30'],
      2,
      'INVALID_DATE_RANGE',
      '--start must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got "2026-02-30".',
    ],
    [
      ['events', '--site', 'SITE', '--limit', '0'],
      2,
      'INVALID_PARAMETER',
      '--limit must be a whole number from 1 to 1000; got "0".',
    ],
    [['events'], 2, undefined, 'name a command, or a site with --site; see --help'],
    [['events', 'list'], 2, undefined, "unknown command 'list'"],
  ])('%j fails with %d', async (given, exitCode, code, error) => {
    const args = given.map((arg) => (arg === 'SITE' ? site.id : arg));
    const ran = await run(...args, '--json');
    expect([ran.exitCode, JSON.parse(ran.stdout)]).toEqual([exitCode, { error, ...(code && { code }) }]);
    expect(ran.stderr).toBe(`site-traffic: ${error}\n`);
  });

  it('the other commands about events keep their options', async () => {
    const event = '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}';
    const imported = await runWith({ stdin: event }, 'events', 'import', '--site', site.id, '-', '--json');
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 1 });
    const sources = await db
      .selectFrom('site_sources')
      .select(['kind', 'name'])
      .where('site_id', '=', site.id)
      .execute();
    expect(sources).toEqual([{ kind: 'import', name: '' }]);
  });
});

describe('what REST answers beyond its specification', () => {
  it('companies', async () => {
    const uncompared = { previous_bot_visits: null, previous_referrals: null };
    const openai = { company: 'OpenAI', bot_visits: 2, failed: 0, bytes: null, referrals: 1 };
    expect(await ask('companies', '--site', site.id, ...DAYS)).toEqual({
      period: { start: '2026-03-10', end: '2026-03-11' },
      companies: [
        {
          ...openai,
          purposes: [{ purpose: 'training', count: 2 }],
          verification: { signed: 0, verified: 0, outside: 0, no_list: 0, unknown: 2 },
          visits_per_referral: 2,
          ...{ conversions: 1, value: 9.5 },
          ...uncompared,
        },
        {
          ...{ company: 'Anthropic', bot_visits: 1, failed: 0, bytes: null, referrals: 0 },
          purposes: [{ purpose: 'training', count: 1 }],
          verification: { signed: 0, verified: 0, outside: 0, no_list: 0, unknown: 1 },
          visits_per_referral: null,
          ...{ conversions: 1, value: 0 },
          ...uncompared,
        },
      ],
    });
    const { stdout, stderr } = await run('companies', '--site', site.id, ...DAYS);
    expect([stdout.split('\n')[1], stderr]).toEqual([
      'OpenAI\t2\t0\t-\t0\t1\t2.0\t1\t9.5',
      '2026-03-10 to 2026-03-11\n',
    ]);
  });

  it('coverage', async () => {
    const coverage = ['coverage', '--site', site.id, ...DAYS];
    const body = (await rest(`coverage?${QUERY}`)) as object;
    expect(await ask(...coverage)).toEqual({ period: { start: '2026-03-10', end: '2026-03-11' }, ...body });
    const { stdout, stderr } = await run(...coverage);
    expect(stdout).toMatch(/^first event at\t2026-03-10T01:00:00\.000Z\nlast event at\t2026-03-11T/);
    expect(stdout).toContain('\n\ngap from\tuntil\n\nsource\tname\tlast recorded at\n');
    expect(stderr).toBe('2026-03-10 to 2026-03-11\n');
  });

  it('countries', async () => {
    const countries = ['countries', '--site', site.id, ...DAYS];
    expect(await ask(...countries)).toEqual({
      period: { start: '2026-03-10', end: '2026-03-11' },
      countries: [{ country: 'XX', bot_visits: 3, referrals: 1, conversions: 3 }],
    });
    expect(await run(...countries)).toEqual({
      exitCode: 0,
      stdout: 'country\tbot visits\treferrals\tconversions\nXX\t3\t1\t3\n',
      stderr: '2026-03-10 to 2026-03-11\n',
    });
  });

  it('pages, part by part', async () => {
    const list = (...more: string[]) => ask('pages', '--site', site.id, '--limit', '1', ...DAYS, ...more);
    const first = (await list()) as { next_cursor: string };
    expect(first).toEqual({
      pages: [
        {
          page_path: '/',
          bot_visits: 2,
          referrals: 1,
          conversions: 3,
          failed: 0,
          bytes: null,
          sitemap: null,
        },
      ],
      next_cursor: expect.any(String) as string,
    });
    const second = {
      page_path: '/a',
      bot_visits: 1,
      referrals: 0,
      conversions: 0,
      failed: 0,
      bytes: null,
      sitemap: null,
    };
    expect(await list('--cursor', first.next_cursor)).toEqual({ pages: [second], next_cursor: null });
    expect(await list('--bot', 'GPTBot', '--search', 'a')).toEqual({ pages: [second], next_cursor: null });
  });

  it('refuses a cursor with other options than those it was made for, and names the options', async () => {
    const list = (...more: string[]) => ask('pages', '--site', site.id, '--limit', '1', ...DAYS, ...more);
    const { next_cursor: cursor } = (await list()) as { next_cursor: string };
    const { stderr } = (await list('--cursor', cursor, '--bot', 'GPTBot')) as { stderr: string };
    expect(stderr).toContain(
      '--cursor must be used with the site, --order-by, --search, --bot, --company, --purpose, --start and --end it was made for;',
    );
  });

  it('refuses a bad limit and an unknown order', async () => {
    const pages = ['pages', '--site', site.id];
    expect(await run(...pages, '--limit', '0')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('a whole number from 1 to 1000') as string,
    });
    expect(await run(...pages, '--order-by', 'size')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
