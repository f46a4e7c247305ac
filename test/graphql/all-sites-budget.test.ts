import { expect, it } from 'vitest';
import { problemOf, refusedFieldsOf } from '../../src/dashboard/answers/problem.ts';
import {
  AllSitesDocument,
  OverviewDocument,
  SiteTotalsDocument,
  type SiteTotalsQuery,
} from '../../src/dashboard/generated/graphql.ts';
import { NOTHING_READ, type Reading, nextStep, readingAfter } from '../../src/dashboard/sites/reading.ts';
import { MOST_DAYS_OF_LINES, hasLines } from '../../src/dashboard/sites/walk.ts';
import type { Site } from '../../src/domain/site.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { BUDGETS, type Budgets, type Json, askText } from '../twins/support.ts';

const MOST = 100;
const DAYS = { start: '2026-02-14', end: '2026-03-15', compare: 'PREVIOUS_PERIOD' };
/** As many as have lines. */
const MOST_DAYS = { start: '2022-02-05', end: '2026-03-15' };

/** What an owner's page asks for, with the functions and the documents of the page. */
async function openAccount(sites: { readonly active: number; readonly idle: number }) {
  const gateway = startGateway();
  const { accountId, key } = await makeOwner(gateway.db, 'free');
  const made: Site[] = [];
  for (let n = 0; n < sites.active + sites.idle; n++) {
    const site = await makeSite(gateway.db, accountId, { createdAtMs: n });
    // those without events are between the others
    const isIdle = n % 2 === 1 && n < 2 * sites.idle;
    await record(gateway.db, site, [botVisit(isIdle ? '2025-03-10T10:00:00Z' : '2026-03-10T10:00:00Z')]);
    made.push(site);
  }
  const refusals: string[] = [];
  const nowMs = gateway.clock.now;

  const ask = async <Data>(
    document: { readonly toString: () => string },
    variables: Record<string, Json>,
  ) => {
    const { data, errors = [] } = await askText<Data>(gateway, key, document.toString(), variables);
    // a key stands in for the session, and learns no address
    const codes = errors.map(({ extensions }) => String(extensions?.['code']));
    refusals.push(...codes.filter((code) => code !== 'OWNER_REQUIRED'));
    return errors.length === 0
      ? { data: data ?? undefined }
      : { data: data ?? undefined, problem: problemOf(errors), refused: refusedFieldsOf(errors) };
  };

  const askTotals = (variables: Record<string, Json>) => ask<SiteTotalsQuery>(SiteTotalsDocument, variables);

  /** Reads on as long as something is due. */
  const readOn = async (reading: Reading): Promise<Reading> => {
    const next = nextStep(reading, MOST);
    if (next === undefined || next.atMs > nowMs()) return reading;
    const returned = await askTotals({ ...DAYS, lines: true, after: next.walk.after });
    return readOn(readingAfter(reading, next, returned, nowMs()));
  };

  return {
    clock: gateway.clock,
    refusals,
    readOn,
    askTotals,
    list: () => ask(AllSitesDocument, { week: '2026-03-08' }),
    open: () => ask(OverviewDocument, { ...DAYS, id: made[0]?.id ?? '', granularity: 'DAY', compares: true }),
    async spent() {
      const { data } = await askText<Budgets>(gateway, key, BUDGETS);
      return Object.fromEntries(
        data?.account.budgets.map(({ operation, limit, remaining }) => [operation, limit - remaining]) ?? [],
      );
    },
  };
}

it('with 20 sites of 25 that have events, all sites, a site and back are within the budgets of Free', async () => {
  const account = await openAccount({ active: 20, idle: 5 });
  await account.list();
  const reading = await account.readOn(NOTHING_READ);
  expect(reading.walk).toMatchObject({ isDone: true, results: { size: 20 } });
  expect(await account.spent()).toMatchObject({ sites: 3, timeseries: 20, stats: 40 });

  await account.open();
  const { timeseries, stats } = await account.spent();
  account.clock.advance(59_000);
  expect(await account.readOn(reading)).toBe(reading);
  expect(await account.spent()).toMatchObject({ timeseries, stats });

  account.clock.advance(1_000);
  await account.list();
  expect(await account.readOn(reading)).not.toBe(reading);
  expect(account.refusals).toEqual([]);
});

it('with 45 such sites, a step that meets the end of the budget goes on where it was', async () => {
  const account = await openAccount({ active: 45, idle: 0 });
  let reading = await account.readOn(NOTHING_READ);
  expect([reading.walk.results.size, reading.problem?.kind]).toEqual([30, 'limited']);

  account.clock.advance(60_000);
  reading = await account.readOn(reading);
  expect(reading.walk).toMatchObject({ isDone: true, results: { size: 45 } });
  expect([...reading.walk.results.values()].filter(({ kind }) => kind !== 'read')).toEqual([]);
});

it('a step over any range fits into a response, with the lines of as many days as have them', async () => {
  const account = await openAccount({ active: 20, idle: 0 });
  const withLines = await account.askTotals({ ...MOST_DAYS, lines: hasLines(MOST_DAYS) });
  const points = withLines.data?.sites?.map(({ timeseries }) => timeseries?.data.length);
  expect(points).toEqual(Array(20).fill(MOST_DAYS_OF_LINES));

  account.clock.advance(60_000);
  const long = { ...MOST_DAYS, start: '0001-01-01' };
  const without = await account.askTotals({ ...long, lines: hasLines(long) });
  expect(without.data?.sites?.map(({ stats }) => stats?.totals.botVisits)).toEqual(Array(20).fill(1));
  expect(account.refusals).toEqual([]);
});
