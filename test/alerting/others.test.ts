import { beforeAll, describe, expect, it } from 'vitest';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/database/database.ts';
import { idOfSource } from '../../src/domain/source.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { DAY_MS, EARLIEST_MS, HOUR_MS, LATEST_MS, startOfDay } from '../../src/domain/time.ts';
import { checkForAlerts } from '../../src/operations/alerting/alerting.ts';
import { lookAtQuotas } from '../../src/operations/alerting/quota.ts';
import { listAlerts } from '../../src/queries/alerts.ts';
import { addRobotCounts } from '../../src/queries/unlisted-robots.ts';
import { saveSourceNotes } from '../../src/queries/source-notes.ts';
import { reserveUsage } from '../../src/queries/usage.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { makeOwner } from '../support/makers.ts';
import { knownSite, look } from './support.ts';
import { NOW, THIS_HOUR, usually, visits } from './traffic.ts';

let db: Database;

beforeAll(async () => {
  db = openPool(await freshDatabase(), 4);
});

/** What a follower notes of a log that sends records in some hours. */
async function noteLog(siteId: string, hours: readonly number[]): Promise<void> {
  const key = { siteId, kind: 'log', name: '/var/log/nginx/access.log' } as const;
  const note = {
    ...{ ...key, id: idOfSource(key), keyId: undefined, sender: undefined, robots: [] },
    heardAtMs: Math.max(...hours),
    hours: hours.map((hourMs) => ({ hourMs, outcome: 'event', count: 5, sample: undefined })),
  };
  await saveSourceNotes(db, { siteId, notes: [note], areNew: true });
}

const hoursFrom = (fromMs: number, hours: number) =>
  Array.from({ length: hours }, (_, hour) => fromMs + hour * HOUR_MS);

describe('a silence of a source', () => {
  it('is raised within hours if it records each hour, and is over when it records again', async () => {
    const { site, look, alerts, record } = await knownSite(db, usually());
    await noteLog(site.id, hoursFrom(THIS_HOUR - 30 * DAY_MS, 30 * 24 + 1));
    // what is usual of it is learned when the site is looked at more closely
    await record(visits(THIS_HOUR, 1, 60));
    await look(NOW + HOUR_MS);
    for (const hours of [2, 3, 4]) await look(NOW + hours * HOUR_MS);
    const silences = async () => (await alerts()).filter(({ kind }) => kind === 'silence');
    expect(await silences()).toEqual([]);
    await look(NOW + 5 * HOUR_MS);
    await look(NOW + 6 * HOUR_MS);
    expect(await silences()).toMatchObject([
      {
        ...{
          subjectKind: 'log',
          subject: 'access.log',
          eventType: null,
          fromMs: THIS_HOUR + HOUR_MS,
          untilMs: null,
        },
        title: 'The log access.log has fallen silent',
      },
    ]);
    await noteLog(site.id, [THIS_HOUR + 6 * HOUR_MS]);
    await look(NOW + 7 * HOUR_MS);
    expect((await silences())[0]?.untilMs).toBe(THIS_HOUR + 6 * HOUR_MS);
  });
});

describe('new bots', () => {
  const midnight = startOfDay(NOW) + DAY_MS;

  it('are raised together, once, if they came often enough or prove who they are', async () => {
    const { site, look, alerts, record } = await knownSite(db, usually());
    await record([
      ...visits(THIS_HOUR, 1, 3, { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
      ...visits(THIS_HOUR, 1, 2, { botName: 'Applebot', botCompany: 'Apple' }),
      ...visits(THIS_HOUR, 1, 1, { botName: 'OAI-SearchBot', botCompany: 'OpenAI', verdict: 'verified' }),
    ]);
    const robot = { dayMs: startOfDay(NOW), token: 'newbot', visits: 9, firstMs: NOW, lastMs: NOW };
    await db.transaction().execute((tx) => addRobotCounts(tx, site.id, [robot]));
    await look(midnight + HOUR_MS, midnight);
    await look(midnight + 2 * HOUR_MS, midnight);
    expect((await alerts()).filter(({ kind }) => kind === 'new-bot')).toMatchObject([
      {
        ...{
          subject: 'newbot',
          subjects: ['newbot', 'ClaudeBot', 'OAI-SearchBot'],
          eventType: 'bot',
          seen: 9,
        },
        ...{ atMs: midnight + HOUR_MS, untilMs: midnight + HOUR_MS, fromMs: startOfDay(NOW) },
        title: '3 new bots: newbot, ClaudeBot and OAI-SearchBot',
      },
    ]);
    await record(visits(midnight, 1, 3, { botName: 'Applebot', botCompany: 'Apple' }));
    await look(midnight + DAY_MS + HOUR_MS, midnight + DAY_MS);
    expect((await alerts())[0]).toMatchObject({ kind: 'new-bot', subjects: ['Applebot'], seen: 5 });
  });

  it('are none that came in the 90 days before', async () => {
    const other = { botName: 'ClaudeBot', botCompany: 'Anthropic' };
    const { look, alerts, record } = await knownSite(db, [
      ...usually(),
      ...visits(THIS_HOUR - 80 * DAY_MS, 1, 1, other),
    ]);
    await record(visits(THIS_HOUR, 1, 9, other));
    await look(midnight + HOUR_MS, midnight);
    expect((await alerts()).filter(({ kind }) => kind === 'new-bot')).toEqual([]);
  });
});

describe('the quota', () => {
  it('is raised at 80 % and at 100 % of the month, each once', async () => {
    const { accountId } = await makeOwner(db, 'free');
    const limit = DEFAULT_PLANS.free.eventsPerMonth;
    const filter = { accountId, siteId: undefined, kind: 'quota', state: undefined } as const;
    const range = { fromMs: EARLIEST_MS, untilMs: LATEST_MS - 1 };
    const titles = async () =>
      (await listAlerts(db, { ...filter, range }, { nowMs: NOW, limit: 10 })).map(({ title }) => title);
    await reserveUsage(db, { accountId, nowMs: NOW, events: limit * 0.8 - 1 }, limit);
    await lookAtQuotas(db, DEFAULT_PLANS, NOW);
    expect(await titles()).toEqual([]);
    await reserveUsage(db, { accountId, nowMs: NOW, events: 1 }, limit);
    for (const minute of [1, 2]) await lookAtQuotas(db, DEFAULT_PLANS, NOW + minute);
    expect(await titles()).toEqual(['80% of the events of March are used']);
    await reserveUsage(db, { accountId, nowMs: NOW, events: limit * 0.2 }, limit);
    await lookAtQuotas(db, DEFAULT_PLANS, NOW + HOUR_MS);
    expect(await titles()).toEqual(['All events of March are used', '80% of the events of March are used']);
  });
});

describe('two that look at once', () => {
  it('raise each alert once', async () => {
    const { record, alerts, site } = await knownSite(db, usually());
    await record(visits(THIS_HOUR, 1, 60));
    const check = (holder: string) =>
      checkForAlerts(
        {
          ...{ db, holder, plans: DEFAULT_PLANS, catalogue: () => INSTALLED },
          onFailed: ({ cause }) => {
            throw cause;
          },
          wait: () => new Promise(setImmediate),
        },
        NOW + HOUR_MS,
        site.id,
      );
    const raised = await Promise.all([check('one'), check('other'), check('third')]);
    expect(raised.toSorted()).toEqual([0, 0, 1]);
    // even without turns
    await db.updateTable('alert_sites').set({ learned: '{}' }).execute();
    await Promise.all([look(db, NOW + HOUR_MS, site.id), look(db, NOW + HOUR_MS, site.id)]);
    expect(await alerts()).toHaveLength(1);
  });

  it('leave nothing half done: a look that broke off is done again', async () => {
    const { record, alerts, look: again } = await knownSite(db, usually());
    await record(visits(THIS_HOUR, 1, 60));
    await db.schema.alterTable('alerts').renameTo('alerts_away').execute();
    await expect(again(NOW + HOUR_MS)).rejects.toThrow();
    await db.schema.alterTable('alerts_away').renameTo('alerts').execute();
    await again(NOW + HOUR_MS);
    expect(await alerts()).toHaveLength(1);
  });
});

it('a site whose history is imported after the first look is known the next day', async () => {
  const { look, record, alerts } = await knownSite(db, visits(THIS_HOUR - HOUR_MS, 1, 2));
  await record(visits(THIS_HOUR - 40 * DAY_MS, 38 * 24, 2));
  await record(visits(THIS_HOUR, 25, 2));
  await look(NOW + 25 * HOUR_MS);
  await record(visits(THIS_HOUR + 25 * HOUR_MS, 1, 60));
  await look(NOW + 26 * HOUR_MS);
  expect((await alerts()).map(({ kind }) => kind)).toEqual(['surge']);
});
