import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createLimits } from '../../src/limits/limits.ts';
import { markAccountDeleted, setAccountPlan } from '../../src/queries/accounts.ts';
import { markKeyRevoked } from '../../src/queries/api-keys.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { atEnd } from '../support/at-end.ts';
import { NOW, type RestAnswer, type TestGateway, startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeKey, record, referral } from '../support/makers.ts';
import { type Caller, REFUSED, headersOf, makeCaller, rateLimited } from './support.ts';

const NOW_MS = Date.parse(NOW);
/** Another process, which changes what the gateway's process remembers. */
const elsewhere = testDatabase();

/** A caller whose key and site the gateway remembers. */
async function makeRemembered(gateway: TestGateway, plan: 'free' | 'pro' = 'pro'): Promise<Caller> {
  const caller = await makeCaller(gateway, plan);
  expect((await caller.ask('stats')).status).toBe(200);
  return caller;
}

/** A gateway whose budgets have so many requests a minute. */
function startStrict(requestsPerMinute: number, db = testDatabase()): TestGateway {
  const free = { ...DEFAULT_PLANS.free, requestsPerMinute };
  return startGateway({ db, plans: { ...DEFAULT_PLANS, free } });
}

const limitsOf = ({ headers }: RestAnswer) => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
];

describe('what is remembered of a key', () => {
  it.each(['stats', 'events'])('lets the read of %s be sent before the key is answered', async (report) => {
    const steps: string[] = [];
    const db = openDatabase({
      connection: inject('database'),
      poolSize: 4,
      statementTimeoutMs: 30_000,
      async aroundQuery({ name = '' }, send) {
        steps.push(`${name} sent`);
        const result = await send();
        steps.push(`${name} answered`);
        return result;
      },
    });
    atEnd(() => db.destroy());
    const caller = await makeRemembered(startGateway({ db }));
    steps.length = 0;
    await caller.ask(report);
    const [first, second, ...rest] = steps;
    expect(first).toBe('find_key sent');
    expect(second).toMatch(/^(count_by_name|first_events) sent$/);
    expect(rest.sort()).toEqual([first, second].map((step) => step?.replace('sent', 'answered')).sort());
  });

  it.each(['a site of others', 'an unknown site'])('lets nothing be read early of %s', async (which) => {
    const { db, asked } = watchQueries();
    const gateway = startGateway({ db });
    const { key } = await makeRemembered(gateway);
    const other = which === 'an unknown site' ? 'site_x' : (await makeCaller(gateway)).site.id;
    for (let turn = 0; turn < 3; turn++) {
      const before = asked.length;
      expect((await gateway.rest(`/api/v1/sites/${other}/stats`, key)).body).toEqual(REFUSED.SITE_NOT_FOUND);
      expect(asked.slice(before).map(({ name }) => name)).toEqual(['find_key']);
    }
  });
});

describe('a key that is remembered', () => {
  const gateway = startGateway();

  it('is refused from the next request on after it was revoked elsewhere, every time', async () => {
    for (let turn = 0; turn < 50; turn++) {
      const { ask, keyId } = await makeRemembered(gateway);
      await markKeyRevoked(elsewhere, keyId, NOW_MS);
      const answers = await Promise.all([ask('stats'), ask('events'), ask('stats?start=x'), ask('stats')]);
      expect(answers.map(({ body }) => body as unknown)).toEqual(answers.map(() => REFUSED.INVALID_KEY));
    }
  });

  it('has the headers of a key that is not, when it is refused', async () => {
    const [revoked, unknown] = [await makeRemembered(gateway), await makeCaller(gateway)];
    for (const { keyId } of [revoked, unknown]) await markKeyRevoked(elsewhere, keyId, NOW_MS);
    const answers = [await revoked.ask('stats'), await unknown.ask('stats')];
    const [one, other] = answers.map(({ headers }) => headersOf(headers));
    expect(one).toEqual(other);
  });

  it('is refused once it or its account is deleted', async () => {
    const [removed, orphaned] = [await makeRemembered(gateway), await makeRemembered(gateway)];
    await elsewhere.deleteFrom('api_keys').where('id', '=', removed.keyId).execute();
    await markAccountDeleted(elsewhere, orphaned.accountId, NOW_MS);
    expect((await removed.ask('stats')).body).toEqual(REFUSED.INVALID_KEY);
    expect((await orphaned.ask('stats')).body).toEqual(REFUSED.USER_NOT_FOUND);
  });

  it('opens its site no more once that is deleted or belongs to others', async () => {
    const [deleted, moved] = [await makeRemembered(gateway), await makeRemembered(gateway)];
    const { accountId } = await makeCaller(gateway);
    await elsewhere.deleteFrom('sites').where('id', '=', deleted.site.id).execute();
    await elsewhere
      .updateTable('sites')
      .set({ account_id: accountId })
      .where('id', '=', moved.site.id)
      .execute();
    for (const { ask } of [deleted, moved]) expect((await ask('stats')).body).toEqual(REFUSED.SITE_NOT_FOUND);
  });

  it('only records once it has that scope', async () => {
    const { ask, keyId, site } = await makeRemembered(gateway);
    await elsewhere
      .updateTable('api_keys')
      .set({ collect_site_id: site.id })
      .where('id', '=', keyId)
      .execute();
    expect((await ask('stats')).body).toMatchObject({ code: 'SITE_NOT_FOUND' });
  });

  it('has the budget of the plan that its account has at the moment of the request', async () => {
    const { ask, accountId } = await makeRemembered(gateway, 'free');
    await setAccountPlan(elsewhere, accountId, 'pro');
    expect(limitsOf(await ask('stats'))).toEqual(['600', '598']);
    await setAccountPlan(elsewhere, accountId, 'free');
    expect(limitsOf(await ask('stats'))).toEqual(['60', '57']);
  });

  it('draws on the budget of the account that it belongs to, and on no other', async () => {
    const [one, other] = [await makeRemembered(gateway), await makeRemembered(gateway)];
    const beside = await makeKey(gateway.db, one.accountId);
    await elsewhere
      .updateTable('api_keys')
      .set({ account_id: other.accountId })
      .where('id', '=', one.keyId)
      .execute();
    const { body, ...moved } = await one.ask('stats');
    expect([body, limitsOf({ body, ...moved })]).toEqual([REFUSED.SITE_NOT_FOUND, ['600', '598']]);
    const left = limitsOf(await gateway.rest(`/api/v1/sites/${one.site.id}/stats`, beside.key));
    expect(left).toEqual(['600', '598']);
  });

  it.each([
    ['the key', 'api_keys'],
    ['the report', 'site_days'],
  ])('is answered like any other if the read of %s fails', async (_, table) => {
    let fails = false;
    const onQuery = (text: string) => {
      if (fails && text.includes(`from "${table}"`)) throw new Error('fault');
    };
    const { db } = watchQueries({ onQuery });
    const [first, second] = [startGateway({ db }), startGateway({ db })];
    const remembered = await makeRemembered(first);
    const unknown = await makeCaller(second);
    // draws one unit, with another key
    const beside = await makeKey(db, unknown.accountId);
    await second.rest(`/api/v1/sites/${unknown.site.id}/stats?start=x`, beside.key);
    fails = true;
    const [one, other] = [await remembered.ask('stats'), await unknown.ask('stats')];
    expect([one.status, one.body, headersOf(one.headers)]).toEqual([
      500,
      REFUSED.SERVER_ERROR,
      headersOf(other.headers),
    ]);
    fails = false;
    expect(limitsOf(await remembered.ask('stats'))[1]).toBe(table === 'api_keys' ? '598' : '597');
  });
});

describe('a budget', () => {
  it('that is spent costs no read of the report', async () => {
    const { db, asked } = watchQueries();
    const caller = await makeRemembered(startStrict(1, db), 'free');
    const before = asked.length;
    for (let turn = 0; turn < 5; turn++) expect((await caller.ask('stats')).body).toEqual(rateLimited(60));
    expect(asked.slice(before).map(({ name }) => name)).toEqual(Array(5).fill('find_key'));
  });

  it('is exact for many requests at once, of which no more read early than it has room for', async () => {
    const { db, asked } = watchQueries();
    const caller = await makeRemembered(startStrict(6, db), 'free');
    const before = asked.length;
    const answers = await Promise.all(Array.from({ length: 40 }, () => caller.ask('stats')));
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted.map((answer) => limitsOf(answer)[1]).sort()).toEqual(['0', '1', '2', '3', '4']);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
    const reads = asked.slice(before).filter(({ name }) => name !== 'find_key');
    // five that began early, and those that were granted instead of them
    expect(reads.length).toBeGreaterThanOrEqual(5);
    expect(reads.length).toBeLessThanOrEqual(10);
  });

  it('is spent by what was answered alone while a key is revoked, and none that began later is answered', async () => {
    const gateway = startGateway();
    const caller = await makeRemembered(gateway);
    const beside = await makeKey(gateway.db, caller.accountId);
    let isRevoked = false;
    const answers: { readonly began: 'before' | 'after'; readonly status: number }[] = [];
    const send = async () => {
      const began = isRevoked ? 'after' : 'before';
      const { status } = await caller.ask('stats');
      answers.push({ began, status });
    };
    const sending = Promise.all(
      Array.from({ length: 16 }, async () => {
        while (answers.filter(({ began }) => began === 'after').length < 50) await send();
      }),
    );
    await expect.poll(() => answers.length).toBeGreaterThan(50);
    await markKeyRevoked(elsewhere, caller.keyId, NOW_MS);
    isRevoked = true;
    await sending;
    const after = answers.filter(({ began }) => began === 'after');
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    const granted = answers.filter(({ status }) => status === 200).length;
    const [, left] = limitsOf(await gateway.rest(`/api/v1/sites/${caller.site.id}/stats`, beside.key));
    expect(Number(left)).toBe(600 - 1 - granted - 1);
  });
});

const QUESTIONS = [
  'stats',
  'stats?start=2026-03-01&end=2026-03-14',
  'stats?compare=previous-period',
  'stats?start=x',
  'stats?detail=maybe',
  'events',
  'events?limit=2',
  'events?type=referral',
  'events?cursor=x',
  'timeseries?granularity=hour',
  'pages',
] as const;

type Act = (caller: Caller) => Promise<unknown>;

/** What changes a key, its account or its site, and undoes that. */
const CHANGES: Readonly<Record<string, Act>> = {
  revoke: ({ keyId }) => markKeyRevoked(elsewhere, keyId, NOW_MS),
  restore: ({ keyId }) => change('api_keys', { revoked_at: null }, keyId),
  collect: ({ keyId, site }) => change('api_keys', { collect_site_id: site.id }, keyId),
  read: ({ keyId }) => change('api_keys', { collect_site_id: null }, keyId),
  upgrade: ({ accountId }) => setAccountPlan(elsewhere, accountId, 'pro'),
  downgrade: ({ accountId }) => setAccountPlan(elsewhere, accountId, 'free'),
  close: ({ accountId }) => markAccountDeleted(elsewhere, accountId, NOW_MS),
  reopen: ({ accountId }) => change('accounts', { deleted_at: null }, accountId),
  rename: ({ site }) => change('sites', { name: 'Other' }, site.id),
};

async function change(table: 'api_keys' | 'accounts' | 'sites', set: object, id: number | string) {
  await elsewhere
    .updateTable(table)
    .set(set)
    .where('id', '=', id as never)
    .execute();
}

type Step = { readonly question: (typeof QUESTIONS)[number] } | { readonly change: string };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ question: fc.constantFrom(...QUESTIONS) }) },
  { weight: 1, arbitrary: fc.record({ change: fc.constantFrom(...Object.keys(CHANGES)) }) },
);

describe('whatever changes between requests,', () => {
  const requestsPerMinute = 9;
  const plans = {
    ...DEFAULT_PLANS,
    free: { ...DEFAULT_PLANS.free, requestsPerMinute },
    pro: { ...DEFAULT_PLANS.pro, requestsPerMinute: 2 * requestsPerMinute },
  };
  const db = testDatabase();
  const whole = ({ status, text, headers }: RestAnswer) => ({ status, text, headers: headersOf(headers) });

  it('each is answered, byte for byte, as by a process that remembers nothing', async () => {
    const remembering = startGateway({ db, plans });
    const steps = fc.array(STEP, { minLength: 10, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const caller = await makeCaller(remembering, 'free');
        await record(db, caller.site, [
          botVisit('2026-03-10T10:00:00Z'),
          referral('2026-03-11T11:00:00Z'),
          conversion('2026-03-15T12:00:00Z'),
        ]);
        const limits = createLimits(() => NOW_MS);
        for (const step of taken) {
          if ('change' in step) {
            await CHANGES[step.change]?.(caller);
            continue;
          }
          const forgetful = startGateway({ db, plans, limits });
          const path = `/api/v1/sites/${caller.site.id}/${step.question}`;
          const [one, other] = [await caller.ask(step.question), await forgetful.rest(path, caller.key)];
          expect(whole(one)).toEqual(whole(other));
        }
      }),
      { numRuns: 30, seed: 20_260_315 },
    );
  });
});
