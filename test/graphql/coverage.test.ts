import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { moveLog } from '../../src/queries/log-positions.ts';
import { saveFollowedLog } from '../../src/queries/followed-logs.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { makeBackend } from '../collect/support.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import type { Days } from '../support/oracle.ts';
import { sampleEvents, sampleRanges } from '../support/told-events.ts';
import { askText, refusals } from '../twins/support.ts';

const SEED = 20_260_402;
const HOUR_MS = 3_600_000;

const pro = { ...DEFAULT_PLANS.pro, requestsPerMinute: 1_000_000 };
const gateway = startGateway({ plans: { ...DEFAULT_PLANS, pro } });
const { db } = gateway;

const ALL = { start: '0001-01-01', end: '9999-12-31' };

type Asker = { readonly key: string; readonly site: Site };

async function makeAsker(): Promise<Asker> {
  const { accountId, key } = await makeOwner(db);
  return { key, site: await makeSite(db, accountId) };
}

async function ask({ key, site }: Asker, days: Days, selection: string) {
  const document = `query ($id: ID!, $start: Date, $end: Date) {
    site(id: $id) { coverage(start: $start, end: $end) { ${selection} } } }`;
  const { data, ...answer } = await askText(gateway, key, document, { id: site.id, ...days });
  expect(refusals(answer)).toEqual([]);
  return (data?.['site'] as { readonly coverage: unknown }).coverage;
}

function instantOf(event: NewEvent | undefined): string | null {
  return event === undefined ? null : new Date(event.createdAtMs).toISOString();
}

describe('of 600 events over 30 days, recorded in eight slots,', () => {
  let asker: Asker;
  const untold = sampleEvents(SEED, 600).toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  // the first hundred are of an earlier release
  const events = untold.map((event, index): NewEvent => {
    return event.type === 'bot' && index < 100
      ? { ...event, status: null, bytes: null, verdict: 'unknown' }
      : event;
  });

  beforeAll(async () => {
    asker = await makeAsker();
    for (let slot = 0; slot < 8; slot++) {
      await record(
        db,
        asker.site,
        events.filter((_, index) => index % 8 === slot),
        slot,
      );
    }
  });

  it.each([ALL, ...sampleRanges(SEED, 8)])(
    'the first and the last from $start to $end are the oracle’s, and so is the first fact',
    async (days) => {
      const within = events.filter((event) => {
        const day = instantOf(event)?.slice(0, 10) ?? '';
        return day >= days.start && day <= days.end;
      });
      const told = events.filter((event) => event.type === 'bot' && hasFacts(event));
      expect(await ask(asker, days, 'firstEventAt lastEventAt factsSince rangesUpdatedAt')).toEqual({
        firstEventAt: instantOf(within[0]),
        lastEventAt: instantOf(within.at(-1)),
        factsSince: instantOf(told[0]),
        rangesUpdatedAt: null,
      });
    },
  );
});

function hasFacts(event: NewEvent): boolean {
  return (
    event.type === 'bot' && (event.status !== null || event.bytes !== null || event.verdict !== 'unknown')
  );
}

describe('factsSince', () => {
  it.each([
    ['a status', { status: 200 }],
    ['bytes', { bytes: 0 }],
    ['a verdict', { verdict: 'no-list' }],
  ] as const)('is the first bot visit with %s alone', async (_, told) => {
    const asker = await makeAsker();
    await record(db, asker.site, [
      botVisit('2026-03-01T00:00:00Z'),
      referral('2026-03-02T00:00:00Z', { status: 200 }),
      botVisit('2026-03-03T00:00:00Z'),
      botVisit('2026-03-03T00:00:01Z', told),
      botVisit('2026-03-04T00:00:00Z', { status: 200, bytes: 1, verdict: 'verified' }),
    ]);
    expect(await ask(asker, ALL, 'factsSince')).toEqual({ factsSince: '2026-03-03T00:00:01.000Z' });
  });

  it('passes by days whose counts were subtracted, and is null without any', async () => {
    const asker = await makeAsker();
    await record(db, asker.site, [botVisit('2026-03-01T00:00:00Z')]);
    await db
      .insertInto('site_statuses')
      .values([3, 0].map((slot) => statusRow(asker.site, { slot, count: slot === 0 ? -1 : 1 })))
      .execute();
    expect(await ask(asker, ALL, 'factsSince')).toEqual({ factsSince: null });
    await record(db, asker.site, [botVisit('2026-03-02T00:00:00Z', { status: 200 })]);
    expect(await ask(asker, ALL, 'factsSince')).toEqual({ factsSince: '2026-03-02T00:00:00.000Z' });
  });
});

function statusRow({ id }: Site, { slot, count }: { slot: number; count: number }) {
  return { site_id: id, day: '2026-03-01', name: 'GPTBot', company: 'OpenAI', status: 200, slot, count };
}

it('gaps are hours in which nothing came though it should have, up to the last full hour', async () => {
  const asker = await makeAsker();
  const [startMs, endMs] = [Date.parse('2026-01-19T00:00:00Z'), Date.parse('2026-03-15T07:00:00Z')];
  const hours = Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, hour) => startMs + hour * HOUR_MS);
  const [fromMs, untilMs] = [Date.parse('2026-03-10T03:00:00Z'), Date.parse('2026-03-10T09:00:00Z')];
  const visits = hours
    .filter((hourMs) => hourMs < fromMs || hourMs >= untilMs)
    .flatMap((hourMs) => [1, 2, 3].map((n) => botVisit(new Date(hourMs + n * 600_000).toISOString())));
  await record(db, asker.site, visits);
  const outage = { from: '2026-03-10T03:00:00.000Z', until: '2026-03-10T09:00:00.000Z' };
  const today = { from: '2026-03-15T07:00:00.000Z', until: '2026-03-15T12:00:00.000Z' };
  expect(await ask(asker, ALL, 'gaps { from until }')).toEqual({ gaps: [outage, today] });
  const day = { start: '2026-03-10', end: '2026-03-10' };
  expect(await ask(asker, day, 'gaps { from until }')).toEqual({ gaps: [outage] });
  const later = { start: '2026-03-16', end: '2026-04-10' };
  expect(await ask(asker, later, 'gaps { from until }')).toEqual({ gaps: [] });
});

it('a timeseries has the gaps of its range, and with a comparison those of the earlier period', async () => {
  const asker = await makeAsker();
  const [startMs, endMs] = [Date.parse('2026-01-12T00:00:00Z'), Date.parse('2026-03-15T12:00:00Z')];
  const outages = [
    { from: '2026-03-04T00:00:00.000Z', until: '2026-03-05T00:00:00.000Z' },
    { from: '2026-03-09T22:00:00.000Z', until: '2026-03-12T06:00:00.000Z' },
  ];
  const isRecorded = (hourMs: number) =>
    !outages.some(({ from, until }) => Date.parse(from) <= hourMs && hourMs < Date.parse(until));
  const hours = Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, hour) => startMs + hour * HOUR_MS);
  await record(
    db,
    asker.site,
    hours.filter(isRecorded).flatMap((ms) => [1, 2].map((n) => botVisit(new Date(ms + n).toISOString()))),
  );
  const document = `query ($id: ID!, $compare: Comparison) { site(id: $id) {
    timeseries(start: "2026-03-10", end: "2026-03-15", compare: $compare) {
      gaps { from until } previousGaps { from until } } } }`;
  const read = async (compare: string | null) => {
    const { data } = await askText(gateway, asker.key, document, { id: asker.site.id, compare });
    return (data?.['site'] as { readonly timeseries: unknown }).timeseries;
  };
  // a gap ends at the borders of the range
  const gaps = [{ from: '2026-03-10T00:00:00.000Z', until: '2026-03-12T06:00:00.000Z' }];
  expect(await read(null)).toEqual({ gaps, previousGaps: null });
  expect(await read('PREVIOUS_PERIOD')).toEqual({ gaps, previousGaps: [outages[0]] });
  expect(await read('PREVIOUS_YEAR')).toEqual({ gaps, previousGaps: [] });
});

describe('sources', () => {
  const SOURCES = 'sources { kind name lastRecordedAt }';

  it('are none of a new site', async () => {
    expect(await ask(await makeAsker(), ALL, SOURCES)).toEqual({ sources: [] });
  });

  it('are the logs by the names of their files, each once', async () => {
    const asker = await makeAsker();
    await moveTo(asker.site, { path: '/var/log/a/access.log', at: '2026-03-01T00:00:00Z' });
    await moveTo(asker.site, { path: 'C:\\logs\\access.log', at: '2026-03-02T00:00:00Z' });
    await follow(asker.site, '/var/log/a/access.log');
    await follow(asker.site, '/var/log/empty.log');
    expect(await ask(asker, ALL, SOURCES)).toEqual({
      sources: [
        { kind: 'log', name: 'access.log', lastRecordedAt: '2026-03-02T00:00:00.000Z' },
        { kind: 'log', name: 'empty.log', lastRecordedAt: null },
      ],
    });
  });

  it('are the collector and the middleware once they have recorded an event', async () => {
    const { site, readKey, send } = await makeBackend(gateway);
    const sources = () => ask({ site, key: readKey }, ALL, SOURCES);
    const headers = { 'user-agent': 'site-traffic' };
    const event = { type: 'bot', page_path: '/', bot_name: 'GPTBot', bot_company: 'OpenAI' };
    await send([], { headers });
    await send(event);
    const collector = { kind: 'collector', name: null, lastRecordedAt: '2026-03-15T12:34:56.789Z' };
    await expect.poll(sources, { timeout: 20_000 }).toEqual({ sources: [collector] });

    gateway.clock.advance(1);
    await send(event);
    await send(event, { headers });
    const later = { ...collector, lastRecordedAt: '2026-03-15T12:34:56.790Z' };
    const middleware = { ...later, kind: 'middleware' };
    await expect.poll(sources, { timeout: 20_000 }).toEqual({ sources: [later, middleware] });
  });
});

async function moveTo({ id }: Site, { path, at }: { path: string; at: string }): Promise<void> {
  const log = { siteId: id, firstLine: path, copy: 0 };
  const from = { bytes: 0, digest: '', readerState: null };
  const to = { bytes: 1, digest: 'd', readerState: null };
  await inTransaction(db, (tx) => moveLog(tx, { log, from, to, path, modifiedAtMs: Date.parse(at) }));
}

async function follow({ id }: Site, path: string): Promise<void> {
  const counts = { bytesBehind: 0, lines: 0, events: 0, passedOver: '{}' };
  const times = { startedAtMs: 0, seenAtMs: 0, notedAtMs: null, stoppedAtMs: null };
  await saveFollowedLog(db, id, { path, ...counts, ...times, note: null });
}
