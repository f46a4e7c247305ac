import { inTransaction } from '../../src/database/transaction.ts';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createSite, setDomain } from '../../src/operations/owner/site-changes.ts';
import { recordEvents } from '../../src/operations/recording/record-events.ts';
import type { Database } from '../../src/database/database.ts';
import { listActiveSites } from '../../src/queries/active-sites.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { type EventFilter, listEvents } from '../../src/queries/events.ts';
import {
  countEventsBySite,
  deleteSiteRow,
  findSites,
  listAllSites,
  listSitesOf,
} from '../../src/queries/sites.ts';
import { countByName } from '../../src/queries/stats.ts';
import { countByBucket } from '../../src/queries/timeseries.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { readUsage } from '../support/usage.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { ALWAYS, between, countStored, gather, newSite } from './support.ts';

const db = testDatabase();
const AT = '2026-03-10T10:00:00.000Z';

describe('sites', () => {
  it('are listed to their account, oldest first, those of one moment by id', async () => {
    const [{ accountId }, other] = [await makeOwner(db), await makeOwner(db)];
    const createdAtMs = Date.parse('2026-02-01T00:00:00Z');
    const id = (name: string) => `site_${accountId}${name}`;
    const newest = await makeSite(db, accountId, { id: id('a'), createdAtMs: createdAtMs + 1 });
    const second = await makeSite(db, accountId, { id: id('c'), createdAtMs });
    const first = await makeSite(db, accountId, { id: id('b'), createdAtMs, domain: 'é.example', name: '' });
    const foreign = await makeSite(db, other.accountId);

    expect(await listSitesOf(db, accountId)).toEqual([first, second, newest]);
    const ours = (await listAllSites(db)).filter(({ accountId: owner }) => owner >= accountId);
    const kept = [first, second, newest, foreign].map((site) => ({ ...site, retentionDays: null }));
    expect(ours).toEqual(expect.arrayContaining(kept));
  });

  it('of one domain are no two in an account, though six are created there or moved there at once', async () => {
    const { accountId, email } = await makeOwner(db);
    const account = { id: accountId, email };
    const operator = byOperator(db, 0);
    const given = { domain: 'one.example', name: undefined };
    const created = await settleSix(() => createSite(operator, account, given));

    const others = await Promise.all(Array.from({ length: 6 }, () => makeSite(db, accountId)));
    const moved = await settleSix((n) => setDomain(operator, others[n]?.id ?? '', { domain: 'two.example' }));

    const winners = (await listSitesOf(db, accountId)).filter(({ domain }) => domain !== others[0]?.domain);
    const refusals = ['one.example', 'two.example'].map((domain) => {
      const id = winners.find((site) => site.domain === domain)?.id;
      return Array.from({ length: 5 }, () => `The account already has a site of ${domain}: ${id}.`);
    });
    expect(winners).toHaveLength(2);
    expect([created, moved]).toEqual(refusals);
  });

  it('are found by their ids, those that exist, without regard to their owner', async () => {
    const [one, other] = [await newSite(db), await newSite(db)];

    const found = await findSites(db, [one.id, 'site_none', other.id, one.id.toUpperCase(), '']);

    expect(found.toSorted((a, b) => a.accountId - b.accountId)).toEqual([one, other]);
    expect(await findSites(db, [])).toEqual([]);
  });

  it('are counted by the days of a range, both ends of a month exactly', async () => {
    const [one, other, empty] = [await newSite(db), await newSite(db), await newSite(db)];
    await record(db, one, [
      botVisit('2026-02-28T23:59:59.999Z'),
      referral('2026-03-01T00:00:00.000Z'),
      conversion('2026-03-31T23:59:59.999Z'),
      botVisit('2026-04-01T00:00:00.000Z'),
    ]);
    await record(db, other, [botVisit(AT)]);

    const march = between('2026-03-01', '2026-04-01');
    const counts = await countEventsBySite(db, [one.id, other.id, empty.id], march);

    expect(counts).toEqual(
      new Map([
        [one.id, 2],
        [other.id, 1],
      ]),
    );
  });

  it('are active if they have an event of any type in the range, both ends of it exactly', async () => {
    const having = async (...events: readonly NewEvent[]) => {
      const site = await newSite(db);
      await record(db, site, events);
      return site.id;
    };
    const first = await having(referral('2026-03-01T00:00:00.000Z'));
    const last = await having(conversion('2026-03-31T23:59:59.999Z'));
    const earlier = await having(botVisit('2026-02-28T23:59:59.999Z'));
    const later = await having(botVisit('2026-04-01T00:00:00.000Z'));
    const without = [await having(), 'site_none'];
    await having(botVisit(AT));

    const march = between('2026-03-01', '2026-04-01');
    const ids = [last, ...without, earlier, later, first];
    expect(await listActiveSites(db, ids, march)).toEqual(new Set([first, last]));
    expect(await listActiveSites(db, ids, ALWAYS)).toEqual(new Set([first, last, earlier, later]));
    expect(await listActiveSites(db, [], march)).toEqual(new Set());
  });

  it('lose their events with both rollups, and no other site loses one', async () => {
    const [doomed, spared] = [await newSite(db), await newSite(db)];
    const days = ['0001-01-01T00:00:00Z', '2026-03-09T23:59:59.999Z', AT, '9999-12-31T23:59:59.999Z'];
    const events = days.flatMap((at) => [botVisit(at), referral(at), conversion(at, { eventValue: 1 })]);
    for (const site of [doomed, spared]) {
      await record(db, site, events, 0);
      await record(db, site, events, 7);
    }

    const deleted = [await deleteSiteEvents(db, doomed.id), await deleteSiteEvents(db, doomed.id)];
    await inTransaction(db, (tx) => deleteSiteRow(tx, doomed.id));

    expect(deleted).toEqual([24, 0]);
    expect(await countStored(db, doomed.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
    expect(await countStored(db, spared.id)).toEqual({ events: 24, inDays: 24, inBuckets: 24 });
    expect(await findSites(db, [doomed.id, spared.id])).toEqual([spared]);
  });
});

describe('events', () => {
  it('come newest first, those of one millisecond by id, in pages without gap or repetition', async () => {
    const site = await newSite(db);
    const times = [AT, AT, '2026-03-10T10:00:00.001Z', AT, '2026-03-09T00:00:00Z', AT];
    await record(
      db,
      site,
      times.map((at, n) => botVisit(at, { pagePath: `/${n}` })),
    );
    await record(db, await newSite(db), [botVisit(AT)]);
    const filter: EventFilter = { range: ALWAYS, type: undefined, after: undefined, limit: 100 };
    const whole = await listEvents(db, site, filter, 'detailed');

    const paged = [];
    for (let after: EventFilter['after']; ;) {
      const [next] = await listEvents(db, site, { ...filter, after, limit: 1 }, 'detailed');
      if (next === undefined) break;
      paged.push(next);
      after = next;
    }

    expect(whole.map(({ pagePath }) => pagePath)).toEqual(['/2', '/5', '/3', '/1', '/0', '/4']);
    expect(paged).toEqual(whole);
  });

  // which of two upper bounds begins the scan of the index depends on the release of PostgreSQL
  it('of a later page have no upper bound but the position', async () => {
    const watched = watchQueries();
    const after = { createdAtMs: Date.parse(AT), id: 7 };

    await listEvents(
      watched.db,
      await newSite(db),
      { range: ALWAYS, type: undefined, after, limit: 1 },
      'detailed',
    );

    const instants = watched.asked
      .filter(({ text }) => text.includes('"events"'))
      .flatMap(({ values }) => values.filter((value) => String(value).endsWith('Z')));
    const from = new Date(ALWAYS.fromMs).toISOString();
    expect(instants).toEqual([from, '2026-03-10T10:00:00.001Z', AT]);
  });

  it('are those of the range and the type alone', async () => {
    const site = await newSite(db);
    await record(db, site, [
      botVisit('2026-03-09T23:59:59.999Z', { pagePath: '/before' }),
      botVisit('2026-03-10T00:00:00.000Z', { pagePath: '/first' }),
      referral('2026-03-10T12:00:00.000Z', { pagePath: '/other' }),
      botVisit('2026-03-10T23:59:59.999Z', { pagePath: '/last' }),
      botVisit('2026-03-11T00:00:00.000Z', { pagePath: '/after' }),
    ]);

    const range = between('2026-03-10', '2026-03-11');
    const found = await listEvents(db, site, { range, type: 'bot', after: undefined, limit: 10 }, 'detailed');

    expect(found.map(({ pagePath }) => pagePath)).toEqual(['/last', '/first']);
  });

  const SEPARATORS = '\x1f\x1f a \x1f'.repeat(4);

  it.each([
    ['', 'no'],
    [SEPARATORS, 'the separator of the text in which PostgreSQL returns them'],
  ])('have the values that were recorded, to the last digit, with %j in all texts (%s)', async (text) => {
    const site = await newSite(db);
    const texts = { pagePath: `/${text}`, country: 'DE' };
    const facts = { status: 404, bytes: 2 ** 40, verdict: 'outside' } as const;
    const events = [
      botVisit(AT, { ...texts, botName: `B${text}`, botCompany: text, ...facts }),
      referral(AT, { ...texts, source: `s${text}`, status: 0 }),
      conversion(AT, { ...texts, eventName: `e${text}`, eventValue: -0.1 }),
      conversion(AT, { ...texts, eventName: text, eventValue: 9_007_199_254_740_991 }),
      conversion('0001-01-01T00:00:00.001Z', { ...texts, eventName: '…\n', eventValue: 0 }),
    ];
    await record(db, site, events);

    const filter = { range: ALWAYS, type: undefined, after: undefined, limit: 100 };
    const found = await listEvents(db, site, filter, 'detailed');
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(events.length);
    expect(found).toEqual([3, 2, 1, 0, 4].map((index, at) => ({ id: ids[at], ...events[index] })));

    const DETAIL = new Set(['status', 'bytes', 'verdict', 'proof']);
    const brief = found.map((event) =>
      Object.fromEntries(Object.entries(event).filter(([name]) => !DETAIL.has(name))),
    );
    expect(await listEvents(db, site, filter, 'brief')).toStrictEqual(brief);
  });
});

const NAMES = ['b X', 'B X', 'é X', 'a Y', 'a X', 'Z X', 'Z X'];
const BY_CODE_POINT = ['Z X 2', 'B X 1', 'a X 1', 'a Y 1', 'b X 1', 'é X 1'];

/** Name, company and count of each of the bots above, as the database sorts them. */
async function sortedNames(on: Database): Promise<readonly string[]> {
  const site = await newSite(on);
  const visits = NAMES.map((text) => {
    const [botName = '', botCompany = ''] = text.split(' ');
    return botVisit(AT, { botName, botCompany });
  });
  await record(on, site, visits);
  const counts = await countByName(on, site, ALWAYS);
  return counts.map(({ name, company, count }) => `${name} ${company} ${count}`);
}

describe('counts', () => {
  it('sort by count, then by name and company in the order of their code points', async () => {
    expect(await sortedNames(db)).toEqual(BY_CODE_POINT);
  });

  it.runIf(onPostgres)('sort so too where the database itself would sort as a dictionary does', async () => {
    const options = "template template0 locale_provider icu icu_locale 'en-US'";
    expect(await sortedNames(openPool(await freshDatabase(options), 1))).toEqual(BY_CODE_POINT);
  });

  it('of a long range come in pages that leave out what is empty, none twice and none missing', async () => {
    const site = await newSite(db);
    const times = [
      '0001-01-01T00:00:00Z', // the first of all windows
      '0002-02-05T00:00:00Z', // the first after the first window of 400 days
      '1969-12-31T23:00:00Z',
      '1970-01-01T00:00:00Z',
      '2026-03-10T00:00:00Z',
      '2026-03-10T23:00:00Z',
      '2026-03-11T00:00:00Z',
      '2027-04-14T00:00:00Z', // the first after the window that begins on 2026-03-10
      '9999-12-31T23:00:00Z',
    ];
    await record(
      db,
      site,
      times.map((at) => referral(at)),
      3,
    );
    await record(db, site, [referral(AT), conversion('2026-03-10T00:30:00Z')], 4);

    const [hours, days] = [
      await gather(countByBucket(db, site, ALWAYS, 'hour')),
      await gather(countByBucket(db, site, ALWAYS, 'day')),
    ];

    const shown = (bucket: (typeof hours)[number], length: number) =>
      `${new Date(bucket.startMs).toISOString().slice(0, length)} ${bucket.referrals}+${bucket.conversions}`;
    expect(hours.map((bucket) => shown(bucket, 13))).toEqual([
      '0001-01-01T00 1+0',
      '0002-02-05T00 1+0',
      '1969-12-31T23 1+0',
      '1970-01-01T00 1+0',
      '2026-03-10T00 1+1',
      '2026-03-10T10 1+0',
      '2026-03-10T23 1+0',
      '2026-03-11T00 1+0',
      '2027-04-14T00 1+0',
      '9999-12-31T23 1+0',
    ]);
    expect(days.map((bucket) => shown(bucket, 10))).toEqual([
      '0001-01-01 1+0',
      '0002-02-05 1+0',
      '1969-12-31 1+0',
      '1970-01-01 1+0',
      '2026-03-10 3+1',
      '2026-03-11 1+0',
      '2027-04-14 1+0',
      '9999-12-31 1+0',
    ]);
  });
});

describe('the operation that records', () => {
  const nowMs = Date.parse('2026-03-31T23:59:59.999Z');
  const recorder = { db, slot: 5, now: () => nowMs, plans: DEFAULT_PLANS };

  it('counts the month of the recording, whatever date the events bear', async () => {
    const site = { ...(await newSite(db)), plan: 'pro' as const };

    await recordEvents(recorder, site, [botVisit('0001-01-01T00:00:00Z'), botVisit('2026-04-01T00:00:00Z')]);
    await recordEvents(recorder, site, []);

    const months = [nowMs, nowMs + 1, Date.parse('0001-01-01T00:00:00Z')];
    const used = await Promise.all(months.map((month) => readUsage(db, site.accountId, month)));
    expect(used).toEqual([2, 0, 0]);
  });

  it('gives back what the database refused to store', async () => {
    const site = { ...(await newSite(db)), plan: 'pro' as const };

    const refused = recordEvents(recorder, site, [botVisit(AT), botVisit(AT, { pagePath: '\0' })]);

    await expect(refused).rejects.toMatchObject({ code: '22021' });
    expect(await readUsage(db, site.accountId, nowMs)).toBe(0);
    expect(await countStored(db, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
  });
});

/** Acts six times at once; the messages of those that were refused. */
async function settleSix(act: (n: number) => Promise<unknown>): Promise<readonly string[]> {
  const settled = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => act(n)));
  return settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
}
