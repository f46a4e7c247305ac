import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { DAY_MS, HOUR_MS, formatInstant } from '../../src/domain/time.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { referral } from '../support/makers.ts';
import { knownSite } from './support.ts';
import { NOW, THIS_HOUR, usually, visits } from './traffic.ts';

let db: Database;

beforeAll(async () => {
  db = openPool(await freshDatabase(), 4);
});

const OTHER = { botName: 'ClaudeBot', botCompany: 'Anthropic' };
const SAME_COMPANY = { botName: 'OAI-SearchBot', botCompany: 'OpenAI' };

describe('a surge', () => {
  it('is raised once, with what is usual, and with what was read most', async () => {
    const { look, record, alerts } = await knownSite(db, usually());
    expect(await alerts()).toEqual([]);
    await record(visits(THIS_HOUR, 1, 60, { pagePath: '/blog' }));
    for (const hour of [1, 1, 2]) await look(NOW + hour * HOUR_MS);
    expect(await alerts()).toMatchObject([
      {
        ...{ kind: 'surge', subjectKind: 'bot', subject: 'GPTBot', subjects: ['GPTBot'], eventType: 'bot' },
        ...{ atMs: THIS_HOUR + HOUR_MS, fromMs: THIS_HOUR, untilMs: null, seen: 60, unit: 'count' },
        page: '/blog',
        title: 'GPTBot read 60 pages',
        detail:
          'In the hour up to Wednesday, 18 March, 16:00 UTC. That time usually has 0 to 5. Most read: /blog (60).',
      },
    ]);
  });

  it('is over when a day has what is usual', async () => {
    const { look, record, alerts } = await knownSite(db, usually());
    await record(visits(THIS_HOUR, 1, 60));
    await record(visits(THIS_HOUR + HOUR_MS, 40, 2));
    await look(NOW + HOUR_MS);
    await look(NOW + 20 * HOUR_MS);
    expect((await alerts())[0]?.untilMs).toBe(null);
    await look(NOW + 26 * HOUR_MS);
    expect((await alerts())[0]?.untilMs).toBe(THIS_HOUR + 25 * HOUR_MS);
  });

  it('of the running hour waits until the hour is over', async () => {
    const { look, record, alerts } = await knownSite(db, usually());
    await record(visits(THIS_HOUR, 1, 60));
    await look(NOW + 50 * 60_000);
    expect(await alerts()).toEqual([]);
  });

  it('of a bot is not raised again of its company and of all bots', async () => {
    const usual = [...usually(), ...usually(OTHER), ...usually(SAME_COMPANY)];
    const { look, record, alerts } = await knownSite(db, usual);
    await record(visits(THIS_HOUR, 1, 100));
    await look(NOW + HOUR_MS);
    await look(NOW + 2 * HOUR_MS);
    expect((await alerts()).map(({ subjectKind }) => subjectKind)).toEqual(['bot']);
  });

  it('of several bots of a company at once is one of the company', async () => {
    const usual = [...usually(), ...usually(OTHER), ...usually(SAME_COMPANY)];
    const { look, record, alerts } = await knownSite(db, usual);
    await record([...visits(THIS_HOUR, 1, 100), ...visits(THIS_HOUR, 1, 60, SAME_COMPANY)]);
    await look(NOW + HOUR_MS);
    await look(NOW + 2 * HOUR_MS);
    expect(await alerts()).toMatchObject([
      {
        ...{ subjectKind: 'company', subject: 'OpenAI', subjects: ['GPTBot', 'OAI-SearchBot'], seen: 160 },
        title: 'Bots of OpenAI read 160 pages',
      },
    ]);
  });

  it('of a company alone, as by a new bot of it, has what its bots read most', async () => {
    const usual = [...usually(), ...visits(THIS_HOUR - 5 * DAY_MS, 5 * 24, 1, SAME_COMPANY)];
    const { look, record, alerts } = await knownSite(db, [...usual, ...usually(OTHER)]);
    await record(visits(THIS_HOUR, 1, 100, { ...SAME_COMPANY, pagePath: '/blog' }));
    await record(visits(THIS_HOUR, 1, 2, { ...OTHER, pagePath: '/other' }));
    await look(NOW + HOUR_MS);
    expect(await alerts()).toMatchObject([
      {
        ...{ subjectKind: 'company', subject: 'OpenAI', subjects: ['OpenAI'], page: '/blog' },
        detail: expect.stringMatching(/Most read: \/blog \(100\)\.$/) as string,
      },
    ]);
  });

  it('of visitors that a product sends says so', async () => {
    const clicks = (fromMs: number, hours: number, anHour: number) =>
      visits(fromMs, hours, anHour).map(({ createdAtMs }) => referral(formatInstant(createdAtMs)));
    const { look, record, alerts } = await knownSite(db, clicks(THIS_HOUR - 40 * DAY_MS, 40 * 24, 2));
    await record(clicks(THIS_HOUR, 1, 60));
    await look(NOW + HOUR_MS);
    expect(await alerts()).toMatchObject([
      { subjectKind: 'source', subject: 'chatgpt', eventType: 'referral', title: 'ChatGPT sent 60 visitors' },
    ]);
  });

  it('is none of events that are recorded more than 26 hours later', async () => {
    const { look, record, alerts } = await knownSite(db, usually());
    await record(visits(THIS_HOUR - 27 * HOUR_MS, 1, 300));
    await record(visits(THIS_HOUR, 1, 2));
    await look(NOW + HOUR_MS);
    expect(await alerts()).toEqual([]);
  });

  it('is none of a site whose events do not reach back 14 days', async () => {
    const { look, record, alerts } = await knownSite(db, visits(THIS_HOUR - 13 * DAY_MS, 13 * 24, 2));
    await record(visits(THIS_HOUR, 1, 300));
    await look(NOW + HOUR_MS);
    expect(await alerts()).toEqual([]);
  });
});

describe('a silence of a bot', () => {
  it('is raised after a day, while others come, and is over when the bot comes again', async () => {
    const { look, record, alerts } = await knownSite(db, [...usually({}, 23), ...usually(OTHER)]);
    expect(await alerts()).toEqual([]);
    await record(visits(THIS_HOUR, 4, 2, OTHER));
    await look(NOW + 4 * HOUR_MS);
    const fromMs = THIS_HOUR - 23 * HOUR_MS;
    expect(await alerts()).toMatchObject([
      {
        ...{ kind: 'silence', subjectKind: 'bot', subject: 'GPTBot', seen: 0, fromMs, untilMs: null },
        title: 'GPTBot has stopped coming',
        detail:
          'Nothing since Tuesday, 17 March, 16:00 UTC, for 27 hours. A day usually has 36 to 61 of its visits.',
      },
    ]);
    await record(visits(THIS_HOUR + 4 * HOUR_MS, 1, 2));
    await look(NOW + 5 * HOUR_MS);
    expect((await alerts())[0]?.untilMs).toBe(THIS_HOUR + 4 * HOUR_MS);
  });

  it('is none while nothing at all was recorded', async () => {
    const { look, record, alerts } = await knownSite(db, [...usually({}, 30), ...usually(OTHER, 30)]);
    await record(visits(THIS_HOUR, 1, 1, OTHER));
    await look(NOW + HOUR_MS);
    expect(await alerts()).toEqual([]);
  });
});

describe('errors', () => {
  it('are raised with statuses and pages', async () => {
    const { look, record, alerts } = await knownSite(db, usually({ status: 200 }));
    await record(visits(THIS_HOUR, 6, 4, { status: 503, pagePath: '/shop' }));
    await look(NOW + 6 * HOUR_MS);
    expect(await alerts()).toMatchObject([
      {
        ...{ kind: 'errors', subject: 'GPTBot', unit: 'share', seen: 0.8, usual: [0, 0], page: '/shop' },
        title: '80% of the visits of GPTBot failed',
        detail:
          'In the 6 hours up to Wednesday, 18 March, 19:00 UTC: 16 of 20. Usually 0% fail. Status: 503 (16). Pages: /shop (16).',
      },
    ]);
  });
});

describe('impostors', () => {
  const OUTSIDE = { verdict: 'outside' } as const;

  it('are raised of bots that have ranges', async () => {
    const { look, record, alerts } = await knownSite(db, usually({ verdict: 'verified' }));
    await record(visits(THIS_HOUR, 12, 3, OUTSIDE));
    await look(NOW + 12 * HOUR_MS);
    expect((await alerts()).map(({ kind, subject }) => [kind, subject])).toEqual([['impostors', 'GPTBot']]);
  });

  it('are none of bots that fetch for people', async () => {
    const user = { botName: 'ChatGPT-User', botCompany: 'OpenAI' };
    const { look, record, alerts } = await knownSite(db, usually(user));
    await record(visits(THIS_HOUR, 12, 3, { ...user, ...OUTSIDE }));
    await look(NOW + 12 * HOUR_MS);
    expect(await alerts()).toEqual([]);
  });
});
