import { describe, expect, inject, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createAccount, deleteAccount, setPlan } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createKey, revokeKey } from '../../src/operations/owner/keys.ts';
import { createSite, deleteSite } from '../../src/operations/owner/site-changes.ts';
import { listOwnedSites } from '../../src/operations/owner/sites.ts';
import { createLimits } from '../../src/limits/limits.ts';
import { createReadinessCheck } from '../../src/operations/upkeep/readiness.ts';
import { recordEvents } from '../../src/operations/recording/record-events.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { openDatabase } from '../../src/database/database.ts';
import { openPool } from '../support/fresh-database.ts';
import { startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { EverythingDocument } from '../support/graphql-client/generated/graphql.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';

// A query on the pool from inside one's own transaction would wait for the only connection until it is refused.
const connection = inject('database');
const NOW_MS = Date.parse('2026-03-15T12:00:00Z');
const EVENTS = [
  botVisit('2026-03-10T10:00:00Z'),
  referral('2026-03-11T10:00:00Z'),
  conversion('2026-03-12T10:00:00Z'),
];

describe('with a single connection', () => {
  const gateway = startGateway({
    db: openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000 }),
  });

  it('every REST endpoint answers, twenty callers at once', async () => {
    const { accountId, key } = await makeOwner(gateway.db);
    const site = await makeSite(gateway.db, accountId);
    await record(gateway.db, site, EVENTS);

    const paths = [
      '/api/v1/sites',
      ...['stats', 'timeseries?granularity=hour', 'timeseries?start=1990-01-01', 'events?limit=2'].map(
        (operation) => `/api/v1/sites/${site.id}/${operation}`,
      ),
    ];
    const asked = Array.from({ length: 4 }, () => paths.map((path) => gateway.rest(path, key))).flat();
    const answers = await Promise.all(asked);

    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));
  });

  it('every operation of GraphQL answers in one document', async () => {
    const { accountId, key } = await makeOwner(gateway.db);
    const site = await makeSite(gateway.db, accountId);
    await record(gateway.db, site, EVENTS);

    const { status, errors, data } = await createClient(gateway.fetch, key).ask(EverythingDocument, {
      id: site.id,
    });

    expect({ status, errors }).toEqual({ status: 200, errors: undefined });
    expect(data?.site?.stats?.totals).toEqual({ botVisits: 1, referrals: 1, conversions: 1 });
  });

  it('everything an operator does gets done', async () => {
    const db = openPool(connection, 1);
    const { email } = await makeOwner(db);
    const account = await createAccount(db, { email: `one-${email}`, plan: 'free' }, NOW_MS);
    const operator = byOperator(db, NOW_MS);
    await setPlan(operator, account.email, 'pro');
    const key = await createKey(operator, account, { name: undefined });
    await revokeKey(operator, key.id);
    const [kept, dropped] = [
      await createSite(operator, account, { domain: 'kept.example', name: undefined }),
      await createSite(operator, account, { domain: 'dropped.example', name: undefined }),
    ];
    const recorder = { db, slot: 0, now: () => NOW_MS, plans: DEFAULT_PLANS };
    const plan = 'pro';
    await Promise.all([kept, dropped].map((site) => recordEvents(recorder, { ...site, plan }, EVENTS)));

    expect(await verify(db, kept.id)).toEqual({ sites: 1, drift: [], failed: [] });
    expect((await listOwnedSites(db)).map(({ id }) => id)).toContain(kept.id);
    expect(await deleteSite(operator, dropped.id)).toBe(3);
    expect(await deleteAccount(operator, account.email)).toMatchObject({ sites: 1, events: 3 });
    const now = () => NOW_MS;
    expect(await createReadinessCheck(db, now, createLimits(now).scope).look()).toMatchObject({
      status: 'ready',
    });
  });
});
