import { beforeEach, describe, expect, it } from 'vitest';
import { updateSite } from '../../src/queries/sites.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { BUDGETS, type Budgets, askText } from '../twins/support.ts';

const watched = watchQueries();
const { db } = watched;
const gateway = startGateway({ db });
const { accountId, key } = await makeOwner(db);
const busy = await makeSite(db, accountId, { createdAtMs: 1 });
const late = await makeSite(db, accountId, { createdAtMs: 2 });
const empty = await makeSite(db, accountId, { createdAtMs: 3 });
await record(db, busy, [
  botVisit('2026-03-10T10:00:00.001Z'),
  conversion('2026-03-10T10:00:00.003Z'),
  referral('2026-03-10T10:00:00.002Z'),
]);
await record(db, late, [botVisit('9999-12-31T23:59:59.999Z')]);
await updateSite(db, late.id, { retentionDays: 30 });

const FACTS = 'id firstEventAt lastEventAt retentionDays';
const EXPECTED = [
  {
    id: busy.id,
    firstEventAt: '2026-03-10T10:00:00.001Z',
    lastEventAt: '2026-03-10T10:00:00.003Z',
    retentionDays: null,
  },
  {
    id: late.id,
    firstEventAt: '9999-12-31T23:59:59.999Z',
    lastEventAt: '9999-12-31T23:59:59.999Z',
    retentionDays: 30,
  },
  { id: empty.id, firstEventAt: null, lastEventAt: null, retentionDays: null },
];

describe('firstEventAt, lastEventAt and retentionDays', () => {
  // the first use of a key in a minute is noted, beside the request
  beforeEach(() => gateway.rest('/api/v1/sites', key));

  it('are those of each site, with a read of each event and one of all sites', async () => {
    const before = watched.asked.length;
    const { data, errors } = await askText(gateway, key, `{ sites { ${FACTS} again: firstEventAt } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ sites: EXPECTED.map((site) => ({ ...site, again: site.firstEventAt })) });
    const names = watched.asked.slice(before).map(({ name }) => name);
    expect(names).toEqual([
      'find_key',
      'list_sites',
      'first_event',
      'first_event',
      'first_event',
      'last_event',
      'last_event',
      'last_event',
      'find_retention_days',
    ]);
  });

  it('are the same of a node, and cost nothing', async () => {
    const { data } = await askText(gateway, key, `{ node(id: "${late.id}") { ... on Site { ${FACTS} } } }`);
    expect(data).toEqual({ node: EXPECTED[1] });
    const { data: after } = await askText<Budgets>(gateway, key, BUDGETS);
    const spent = after?.account.budgets.filter(({ limit, remaining }) => remaining < limit);
    expect(spent?.map(({ operation }) => operation).toSorted()).toEqual(['graphql', 'sites']);
  });
});

describe('sites with start or end', () => {
  const LATE = 'end: "9999-12-31"';

  it.each([
    ['start: "2026-03-10", end: "2026-03-10"', [busy]],
    ['start: "2026-03-11", end: "9999-12-30"', []],
    [`start: "0001-01-01", ${LATE}`, [busy, late]],
    [`start: "0001-01-01", ${LATE}, first: 1`, [busy]],
    [`start: "0001-01-01", ${LATE}, first: 1, after: "${busy.id}"`, [late]],
    [`start: "2026-03-11", ${LATE}, first: 1, after: "${busy.id}"`, [late]],
    [`start: "0001-01-01", ${LATE}, after: "${empty.id}"`, []],
    // as in the reports: until today, or from seven days ago on
    ['start: "2026-03-10"', [busy]],
    [LATE, [busy, late]],
    ['start: null, end: null', [busy, late, empty]],
  ])('are those with events on these days: %s', async (args, sites) => {
    expect((await askText(gateway, key, `{ sites(${args}) { id } }`)).data).toEqual({
      sites: sites.map(({ id }) => ({ id })),
    });
  });

  it.each([
    ['start: "2026-03-11", end: "2026-03-10"', 'INVALID_DATE_RANGE'],
    ['start: "2026-03-16"', 'INVALID_DATE_RANGE'],
    ['end: "2026-02-30"', 'INVALID_DATE_RANGE'],
    ['start: "2026-03-10", after: "site_none"', 'INVALID_PARAMETER'],
  ])('are refused: %s', async (args, code) => {
    const answer = await askText(gateway, key, `{ sites(${args}) { id } }`);
    expect([answer.data, answer.errors?.map(({ extensions }) => extensions?.['code'])]).toEqual([
      { sites: null },
      [code],
    ]);
  });

  it('cost one unit, and one read of all sites', async () => {
    const before = watched.asked.length;
    const answer = await askText(gateway, key, '{ sites(start: "2026-03-10") { id } }');
    expect(answer).toMatchObject({ extensions: { cost: { sites: { requested: 1 } } } });
    const names = watched.asked.slice(before).map(({ name }) => name);
    expect(names.filter((name) => name !== 'use_key')).toEqual([
      'find_key',
      'list_sites',
      'list_active_sites',
    ]);
  });
});
