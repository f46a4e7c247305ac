import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { addVersion, judgeOne } from '../judging/support.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { type Json, askText } from '../twins/support.ts';

const gateway = startGateway();
const { db } = gateway;
const NOW_MS = Date.parse(NOW);

const RULES = 'rules { rule group line version visits bots pages { pagePath visits } }';
const COUNTS = 'visits allowed against unknown';
const BOT = `botName botCompany followsRobots ${COUNTS} lastReadAt lastReadVersion ${RULES}`;
const OBEDIENCE = `obedience { judgedUntil ${COUNTS} ${RULES} bots { ${BOT} } }`;
const STATES = 'events { nodes { createdAt ... on BotVisit { obedience } } }';

/** A site with events and versions, the first in force since the given times. */
async function siteWith(
  events: readonly NewEvent[],
  versions: Readonly<Record<string, string>> = {},
  of = gateway,
) {
  const { accountId, key } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  const add = async (since: string, text: string) =>
    addVersion(db, site.id, { sinceMs: Date.parse(since), text, nowMs: NOW_MS });
  const ask = async (fields: string): Promise<Record<string, Json>> => {
    const query = `query ($id: ID!) { site(id: $id) { ${fields} } }`;
    const { data, errors } = await askText<{ site: Record<string, Json> }>(of, key, query, {
      id: site.id,
    });
    expect(errors).toBeUndefined();
    return data?.site ?? {};
  };
  for (const [since, text] of Object.entries(versions)) await add(since, text);
  await record(db, site, events);
  return { site, key, add, ask, judge: () => judgeOne(db, site.id, NOW_MS) };
}

const robotsTxt = (at: string, status: number | null, name = 'GPTBot') =>
  botVisit(at, { botName: name, pagePath: '/robots.txt', status });

const VERSIONS = {
  '2026-03-01T00:00:00Z': 'User-agent: *\nDisallow: /private/\n',
  '2026-03-10T00:00:00Z': 'User-agent: GPTBot\nDisallow: /\n',
};

const EVENTS = [
  botVisit('2026-03-09T10:00:00Z', { pagePath: '/private/a' }),
  botVisit('2026-03-09T11:00:00Z', { pagePath: '/a' }),
  robotsTxt('2026-03-10T12:00:00Z', 304),
  botVisit('2026-03-10T13:00:00Z', { pagePath: '/a' }),
  botVisit('2026-03-10T13:30:00Z', { pagePath: '/a' }),
  // in its last 24 hours both were in force, and only the first forbids it
  botVisit('2026-03-10T05:00:00Z', { botName: 'ClaudeBot', botCompany: 'Anthropic', pagePath: '/private/a' }),
  botVisit('2026-03-10T05:00:00Z', { botName: 'Nobody', botCompany: 'None' }),
  referral('2026-03-10T05:00:00Z', { pagePath: '/private/a' }),
];

const ALL = {
  rule: 'Disallow: /',
  ...{ group: 'GPTBot', line: 2, version: 2, visits: 2, bots: ['GPTBot'] },
  pages: [{ pagePath: '/a', visits: 2 }],
};
const PRIVATE = {
  rule: 'Disallow: /private/',
  ...{ group: '*', line: 2, version: 1, visits: 1, bots: ['GPTBot'] },
  pages: [{ pagePath: '/private/a', visits: 1 }],
};
const UNREAD = { lastReadAt: null, lastReadVersion: null, rules: [] };
const GPTBOT = {
  ...{ botName: 'GPTBot', botCompany: 'OpenAI', followsRobots: true },
  ...{ visits: 5, allowed: 2, against: 3, unknown: 0 },
  ...{ lastReadAt: '2026-03-10T12:00:00.000Z', lastReadVersion: 2, rules: [ALL, PRIVATE] },
};

describe('obedience', () => {
  it('counts what bots did by the versions that they may have relied on, and names the rules', async () => {
    const { ask, judge } = await siteWith(EVENTS, VERSIONS);
    await judge();
    const one = { visits: 1, allowed: 0, against: 0, unknown: 1, ...UNREAD };
    expect(await ask(`${OBEDIENCE} bot(name: "GPTBot") { obedience { ${BOT} } }`)).toEqual({
      obedience: {
        ...{ judgedUntil: NOW, visits: 7, allowed: 2, against: 3, unknown: 2 },
        bots: [
          GPTBOT,
          { botName: 'ClaudeBot', botCompany: 'Anthropic', followsRobots: true, ...one },
          { botName: 'Nobody', botCompany: 'None', followsRobots: null, ...one },
        ],
        rules: [ALL, PRIVATE],
      },
      bot: { obedience: GPTBOT },
    });
    expect(await ask(STATES)).toEqual({
      events: {
        nodes: [
          { createdAt: '2026-03-10T13:30:00.000Z', obedience: 'AGAINST' },
          { createdAt: '2026-03-10T13:00:00.000Z', obedience: 'AGAINST' },
          { createdAt: '2026-03-10T12:00:00.000Z', obedience: 'ALLOWED' },
          { createdAt: '2026-03-10T05:00:00.000Z' },
          { createdAt: '2026-03-10T05:00:00.000Z', obedience: 'UNKNOWN' },
          { createdAt: '2026-03-10T05:00:00.000Z', obedience: 'UNKNOWN' },
          { createdAt: '2026-03-09T11:00:00.000Z', obedience: 'ALLOWED' },
          { createdAt: '2026-03-09T10:00:00.000Z', obedience: 'AGAINST' },
        ],
      },
    });
  });

  it('goes back to the days that another version bears on, and forward once they are judged again', async () => {
    const { ask, add, judge } = await siteWith(EVENTS, VERSIONS);
    await judge();
    await add('2026-03-10T02:00:00Z', '');
    const waiting = { judgedUntil: '2026-03-10T00:00:00.000Z', visits: 2, allowed: 1, against: 1 };
    expect(await ask(OBEDIENCE)).toMatchObject({ obedience: { ...waiting, rules: [PRIVATE] } });
    const { events } = (await ask(STATES)) as { events: { nodes: { obedience?: string }[] } };
    expect(events.nodes.map(({ obedience }) => obedience)).toEqual([
      ...[null, null, null, undefined, null, null, 'ALLOWED', 'AGAINST'],
    ]);
    await judge();
    expect(await ask(OBEDIENCE)).toMatchObject({
      obedience: { judgedUntil: NOW, visits: 7, allowed: 4, against: 1, unknown: 2, rules: [PRIVATE] },
    });
  });

  it('is not null before anything is judged, nor without a version', async () => {
    const { ask, judge } = await siteWith([
      botVisit('2026-03-09T10:00:00Z'),
      robotsTxt('2026-03-09T11:00:00Z', 200),
      robotsTxt('2026-03-12T11:00:00Z', 404),
      botVisit('2026-03-12T12:00:00Z'),
    ]);
    const none = { visits: 0, allowed: 0, against: 0, unknown: 0, bots: [], rules: [] };
    expect(await ask(OBEDIENCE)).toEqual({ obedience: { judgedUntil: null, ...none } });
    expect(await ask('bot(name: "GPTBot") { obedience { visits } }')).toEqual({ bot: { obedience: null } });
    await judge();
    expect(await ask(OBEDIENCE)).toMatchObject({
      obedience: { judgedUntil: NOW, visits: 4, allowed: 3, against: 0, unknown: 1, rules: [] },
    });
  });

  it('says until when all is judged if a visit waits for more than a minute', async () => {
    const later = startGateway({ db });
    const { site, ask, judge } = await siteWith([botVisit('2026-03-15T10:00:00Z')], {}, later);
    await judge();
    later.clock.advance(50_000);
    await record(db, site, [botVisit('2026-03-15T12:00:00Z')]);
    const after = (ms: number) => new Date(NOW_MS + ms).toISOString();
    expect(await ask(OBEDIENCE)).toMatchObject({ obedience: { judgedUntil: after(50_000), visits: 1 } });
    later.clock.advance(50_000);
    const waiting = { judgedUntil: '2026-03-15T12:00:00.000Z', visits: 1 };
    expect(await ask(OBEDIENCE)).toMatchObject({ obedience: waiting });
    await judgeOne(db, site.id, later.clock.now());
    expect(await ask(OBEDIENCE)).toMatchObject({ obedience: { judgedUntil: after(100_000), visits: 2 } });
  });

  it('has one line for a bot, though several companies were recorded with its visits', async () => {
    const visit = (company: string) =>
      botVisit('2026-03-09T10:00:00Z', { botCompany: company, pagePath: '/private/a' });
    const { ask, judge } = await siteWith([visit('Mine'), visit('OpenAI'), visit('OpenAI')], VERSIONS);
    await judge();
    const bot = { botName: 'GPTBot', botCompany: 'OpenAI', visits: 3, against: 3, rules: [{ visits: 3 }] };
    expect(await ask(`${OBEDIENCE} bot(name: "GPTBot") { obedience { ${BOT} } }`)).toMatchObject({
      obedience: { visits: 3, bots: [bot] },
      bot: { obedience: bot },
    });
  });
});
