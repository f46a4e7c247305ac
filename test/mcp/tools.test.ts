import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { NOTICE } from '../../src/mcp/instructions.ts';
import { replaceSitemap } from '../../src/queries/sitemaps.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { type Assisted, ERAS, REQUIRED, answerOf, makeAssisted, refusalOf } from './support.ts';

const gateway = startGateway();
const NAMES = [
  'list_sites',
  'stats',
  'timeseries',
  'companies',
  'pages',
  'events',
  'explain_bot',
  'get_obedience',
  'list_alerts',
  'get_reach',
  'reach_pages',
];

const HEADING = {
  period: { start: '2026-03-08', end: '2026-03-15' },
  time_zone: 'UTC',
  complete_until: '2026-03-15T12:34:56.789Z',
  coverage: {
    first_event_at: '2026-03-10T10:00:00.000Z',
    last_event_at: '2026-03-12T00:00:00.000Z',
    facts_since: '2026-03-10T10:00:00.000Z',
    ranges_updated_at: null,
    attribution_since: null,
    attribution_minutes: 0,
    gaps: [],
    gaps_left_out: 0,
    sources: [],
    sources_left_out: 0,
  },
  notice: NOTICE,
};

/** The arguments with which a tool is called beside the site. */
function argumentsOf({ site }: Assisted, tool: string): Record<string, unknown> {
  if (tool === 'list_sites') return {};
  return { site_id: site.id, ...REQUIRED[tool] };
}

async function makeRecorded(era: (typeof ERAS)[number] = 'legacy'): Promise<Assisted> {
  const assisted = await makeAssisted(gateway, { era });
  await record(gateway.db, assisted.site, [
    botVisit('2026-03-10T10:00:00.000Z', { pagePath: '/a', status: 200, bytes: 10, verdict: 'verified' }),
    botVisit('2026-03-10T11:00:00.000Z', { pagePath: '/a', status: 404, bytes: 5 }),
    referral('2026-03-11T00:00:00.000Z', { pagePath: '/b' }),
    conversion('2026-03-12T00:00:00.000Z', { pagePath: '/buy', eventValue: 9.5 }),
  ]);
  return assisted;
}

describe.each(ERAS)('in the era "%s", an assistant', (era) => {
  it('finds tools that change nothing, with what it needs to choose among them', async () => {
    const { client } = await makeAssisted(gateway, { era });
    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const { title, description = '', annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toEqual({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(description).toMatch(/Costs (?:(?:one|two) units? of the budget "|nothing\.)/);
      expect([inputSchema.type, inputSchema['additionalProperties'], outputSchema?.['type']]).toEqual([
        'object',
        false,
        'object',
      ]);
    }
    expect(client.getInstructions()).toContain(NOTICE);
  });

  it.each(NAMES)('gets from %s what its output schema says, with a sentence', async (name) => {
    const assisted = await makeRecorded(era);
    const { tools } = await assisted.client.listTools();
    const schema = tools.find((tool) => tool.name === name)?.outputSchema ?? {};

    const result = await assisted.client.callTool({ name, arguments: argumentsOf(assisted, name) });

    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema as object);
    expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^.{5,400}$/) as string },
      { type: 'text', text: JSON.stringify(result.structuredContent) },
    ]);
  });
});

describe('a report', () => {
  it('states the site, the days, UTC, and what is known to be recorded', async () => {
    const { call, site } = await makeRecorded();

    const { site: stated, ...answer } = answerOf(await call('stats'));

    expect(stated).toEqual({ id: site.id, domain: 'example.com' });
    expect(answer).toMatchObject(HEADING);
  });

  it('has a sentence with the numbers, and the notice, before the report', async () => {
    const { call } = await makeRecorded();

    const { content } = await call('stats', { start: '2026-03-10', end: '2026-03-11' });

    expect(content[0]).toEqual({
      type: 'text',
      text: `example.com, 2026-03-10 to 2026-03-11 (UTC days): 2 bot visits, 1 referral, 0 conversions. ${NOTICE}`,
    });
  });

  it('is complete until the end of days that are over', async () => {
    const { call } = await makeRecorded();
    const answer = answerOf(await call('timeseries', { start: '2026-03-10', end: '2026-03-10' }));
    expect(answer['complete_until']).toBe('2026-03-11T00:00:00.000Z');
  });

  it('goes on without its coverage on later pages', async () => {
    const { call } = await makeRecorded();

    const first = answerOf(await call('events', { limit: 2 }));
    const second = answerOf(await call('events', { limit: 2, cursor: first['next_cursor'] }));

    expect(first).toMatchObject(HEADING);
    expect(second).toMatchObject({ ...HEADING, coverage: null, next_cursor: null });
    const ids = [first, second].flatMap(({ events }) => (events as { id: number }[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
  });
});

describe('explain_bot', () => {
  it('tells what the catalogue knows of a bot that never came', async () => {
    const { call } = await makeRecorded();

    const answer = answerOf(await call('explain_bot', { bot_name: 'ClaudeBot' }));

    expect(answer).toMatchObject({
      bot_name: 'ClaudeBot',
      bot_company: null,
      purpose: 'training',
      catalogue: { company: 'Anthropic', robots_txt: 'ClaudeBot' },
      visits: 0,
      statuses: [],
      pages: [],
      first_seen_at: null,
      last_seen_at: null,
    });
  });

  it('adds up the visits of a long range in few points', async () => {
    const { call } = await makeRecorded();

    const range = { start: '2026-01-01', end: '2026-12-31' };
    const { trend } = answerOf(await call('explain_bot', { bot_name: 'GPTBot', ...range }));

    const { days_per_point: days, points } = trend as {
      days_per_point: number;
      points: { start: string; visits: number }[];
    };
    expect([days, points.length, points.at(0)?.start, points.at(-1)?.start]).toEqual([
      12,
      31,
      '2026-01-01',
      '2026-12-27',
    ]);
    expect(points.filter(({ visits }) => visits > 0)).toEqual([{ start: '2026-03-02', visits: 2 }]);
  });
});

describe('reach_pages', () => {
  async function makeListed() {
    const assisted = await makeRecorded();
    const pages = ['/a', '/b', '/c'].map((path) => ({ path, spelling: null, modifiedOn: '2026-03-12' }));
    await replaceSitemap(gateway.db, assisted.site.id, { updatedAtMs: Date.parse('2026-03-15'), pages });
    return assisted;
  }

  it('names the pages of a state, part by part, in the numbers too', async () => {
    const { call } = await makeListed();
    const first = await call('reach_pages', { state: 'unread', limit: 1 });
    const { next_cursor: cursor, ...answer } = answerOf(first);
    const second = answerOf(await call('reach_pages', { state: 'unread', limit: 1, cursor }));

    const unread = { modified_on: '2026-03-12', last_read_on: null, visits: 0 };
    expect(answer).toMatchObject({ ...HEADING, pages: [{ page_path: '/b', ...unread }] });
    expect(first.content[0]).toMatchObject({
      text: `example.com, 2026-03-08 to 2026-03-15 (UTC days): 1 unread page, and there are more. ${NOTICE}`,
    });
    expect(second).toMatchObject({
      ...{ coverage: null, pages: [{ page_path: '/c', ...unread }], next_cursor: null },
    });
    expect(answerOf(await call('reach_pages', { state: 'stale' }))['pages']).toEqual([
      { page_path: '/a', modified_on: '2026-03-12', last_read_on: '2026-03-10', visits: 1 },
    ]);
  });

  it('says whether none is in the state, or there is no list of pages', async () => {
    const numbersOf = async ({ call }: Assisted) => {
      const { content } = await call('reach_pages', { state: 'read' });
      return content[0];
    };
    expect(await numbersOf(await makeListed())).toMatchObject({
      text: expect.stringContaining(': 0 read pages. ') as string,
    });
    expect(await numbersOf(await makeRecorded())).toMatchObject({
      text: expect.stringContaining(': there is no list of pages. ') as string,
    });
  });
});

describe('lists', () => {
  it('of names are bounded, and tell how many are left out', async () => {
    const { call, site } = await makeAssisted(gateway);
    const visits = Array.from({ length: 60 }, (_, n) =>
      botVisit('2026-03-10T10:00:00.000Z', { botName: `Bot${n}`, botCompany: `Company ${n}` }),
    );
    await record(gateway.db, site, visits);

    const stats = answerOf(await call('stats'));
    const companies = answerOf(await call('companies'));

    expect(stats).toMatchObject({ totals: { bot_visits: 60 }, left_out: { bot_breakdown: 10 } });
    expect(stats['bot_breakdown']).toHaveLength(50);
    expect(companies).toMatchObject({ left_out: 10 });
    expect(companies['companies']).toHaveLength(50);
  });

  it('of points are refused if they are too long', async () => {
    const { call } = await makeAssisted(gateway);
    const refused = refusalOf(await call('timeseries', { start: '2025-01-01', end: '2026-01-02' }));
    expect(refused).toEqual({
      error:
        'The range has 367 points; the limit here is 366. Use a shorter range, or REST, which has no limit.',
      code: 'INVALID_PARAMETER',
    });
  });
});
