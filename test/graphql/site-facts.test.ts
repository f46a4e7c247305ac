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

const FACTS = 'id lastEventAt retentionDays';
const EXPECTED = [
  { id: busy.id, lastEventAt: '2026-03-10T10:00:00.003Z', retentionDays: null },
  { id: late.id, lastEventAt: '9999-12-31T23:59:59.999Z', retentionDays: 30 },
  { id: empty.id, lastEventAt: null, retentionDays: null },
];

describe('lastEventAt and retentionDays', () => {
  // the first use of a key in a minute is noted, beside the request
  beforeEach(() => gateway.rest('/api/v1/sites', key));

  it('are those of each site, with one read of an event for each and one of all sites', async () => {
    const before = watched.asked.length;
    const { data, errors } = await askText(gateway, key, `{ sites { ${FACTS} again: lastEventAt } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ sites: EXPECTED.map((site) => ({ ...site, again: site.lastEventAt })) });
    const names = watched.asked.slice(before).map(({ name }) => name);
    expect(names).toEqual([
      'find_key',
      'list_sites',
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
