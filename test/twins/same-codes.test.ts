import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../src/domain/api-key.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { markAccountDeleted } from '../../src/queries/accounts.ts';
import { markKeyRevoked } from '../../src/queries/api-keys.ts';
import { BAD_DATES } from '../support/bad-dates.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { type Json, askText, refusals } from './support.ts';

const gateway = startGateway();
const pro = await makeSiteOf('pro');
const free = await makeSiteOf('free');

type Question = {
  readonly operation: 'timeseries' | 'stats' | 'events';
  /** In the words of REST; `limit`, `cursor` and the enums are translated. */
  readonly given?: Readonly<Record<string, string>>;
  readonly plan?: Plan;
  readonly siteId?: string;
};

type Refused = { readonly code: string; readonly sentence: string };

const DATES = BAD_DATES.flatMap((date) => [{ start: date }, { end: date }]);
const OPERATIONS = ['timeseries', 'stats', 'events'] as const;

describe('both doors refuse with the same code', () => {
  it.each(DATES)('and sentence what is no date: %j', async (given) => {
    for (const operation of OPERATIONS) {
      const { rest, graphql } = await askBoth({ operation, given });
      expect({ operation, graphql }).toEqual({ operation, graphql: rest });
      expect(rest?.code).toBe('INVALID_DATE_RANGE');
    }
  });

  it.each([
    { given: { start: '2026-03-02', end: '2026-03-01' } },
    { given: { start: '2026-03-16' } }, // tomorrow, by the clock of the test
    { given: { end: '2026-03-07' } }, // before the default start
  ])('and sentence a range that ends before it starts: $given', async ({ given }) => {
    for (const operation of OPERATIONS) {
      const { rest, graphql } = await askBoth({ operation, given });
      expect({ operation, graphql }).toEqual({ operation, graphql: rest });
      expect(rest?.code).toBe('INVALID_DATE_RANGE');
    }
  });

  const cursor = 'MTc3MzEzNjgwMDAwMC4xLjIwNTE1LjIwNTI4LkFBQUFBQUFBQUFBQUFBQUE';
  it.each<Question & { readonly code: string }>([
    { operation: 'events', given: { limit: '0' }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { limit: '1001' }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { limit: '-1' }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { limit: '2147483647' }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { cursor: '' }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { cursor: 'x' }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { cursor }, code: 'INVALID_PARAMETER' },
    { operation: 'events', given: { cursor, start: '2026-02-30' }, code: 'INVALID_DATE_RANGE' },
    { operation: 'timeseries', given: { granularity: 'hour' }, plan: 'free', code: 'PLAN_REQUIRED' },
    {
      operation: 'timeseries',
      given: { granularity: 'hour', start: 'x' },
      plan: 'free',
      code: 'INVALID_DATE_RANGE',
    },
    { operation: 'stats', siteId: 'site_none', code: 'SITE_NOT_FOUND' },
    { operation: 'stats', siteId: free.siteId, code: 'SITE_NOT_FOUND' },
    { operation: 'stats', siteId: 'site_\0', code: 'SITE_NOT_FOUND' },
    { operation: 'stats', siteId: 'x'.repeat(5000), code: 'SITE_NOT_FOUND' },
    { operation: 'stats', siteId: '', code: 'MISSING_SITE_ID' },
    { operation: 'stats', siteId: ' \t', code: 'MISSING_SITE_ID' },
    {
      operation: 'timeseries',
      given: { granularity: 'hour' },
      plan: 'free',
      siteId: pro.siteId,
      code: 'SITE_NOT_FOUND',
    },
  ])('$code: $operation of $siteId with $given on plan $plan', async ({ code, ...question }) => {
    const { rest, graphql } = await askBoth(question);

    expect({ rest: rest?.code, graphql: graphql?.code }).toEqual({ rest: code, graphql: code });
  });

  it('a cursor from a list with other parameters', async () => {
    const { site, accountId, key } = await makeSiteOf('pro');
    const events = Array.from({ length: 3 }, () => botVisit('2026-03-10T10:00:00Z'));
    await record(gateway.db, site, events);
    const other = await makeSite(gateway.db, accountId);
    const path = `/api/v1/sites/${site.id}/events?limit=1`;
    const { next_cursor: cursor } = (await gateway.rest(path, key)).body as { next_cursor: string };

    const questions: readonly Question[] = [
      { operation: 'events', given: { cursor }, siteId: other.id },
      { operation: 'events', given: { cursor, type: 'bot' }, siteId: site.id },
      { operation: 'events', given: { cursor, start: '2026-03-08' }, siteId: site.id },
      { operation: 'events', given: { cursor, end: '2026-03-15' }, siteId: site.id },
    ];
    for (const question of questions) {
      const { rest, graphql } = await askBoth(question, key);
      expect([question.given, rest?.code, graphql?.code]).toEqual([
        question.given,
        'INVALID_PARAMETER',
        'INVALID_PARAMETER',
      ]);
    }
    const right = await askBoth({ operation: 'events', given: { cursor, limit: '2' }, siteId: site.id }, key);
    expect(right).toEqual({ rest: undefined, graphql: undefined });
  });

  it('a key that opens nothing, with the same status and challenge', async () => {
    const [revoked, orphan, both] = [
      await makeSiteOf('pro'),
      await makeSiteOf('pro'),
      await makeSiteOf('pro'),
    ];
    const nowMs = gateway.clock.now();
    for (const { keyId } of [revoked, both]) await markKeyRevoked(gateway.db, keyId, nowMs);
    for (const { accountId } of [orphan, both]) await markAccountDeleted(gateway.db, accountId, nowMs);

    const authorizations = [
      undefined,
      '',
      'Bearer',
      'Basic eDp5',
      `Bearer ${pro.key} ${pro.key}`,
      `Bearer ${pro.key}x`,
      `Bearer ${hashApiKey(pro.key)}`,
      `Bearer ${'x'.repeat(5000)}`,
      `bearer ${revoked.key}`,
      `Bearer ${orphan.key}`,
      `Bearer ${both.key}`,
    ];
    const answers = await Promise.all(authorizations.map(challenge));

    const codes = answers.map(({ rest }) => rest.code);
    expect(answers.map(({ graphql }) => graphql)).toEqual(answers.map(({ rest }) => rest));
    expect(answers.map(({ rest }) => [rest.status, rest.challenge])).toEqual(
      codes.map(() => [401, 'Bearer']),
    );
    const invalid = Array.from({ length: 8 }, () => 'INVALID_KEY');
    expect(codes).toEqual(['MISSING_KEY', ...invalid, 'USER_NOT_FOUND', 'INVALID_KEY']);
  });
});

async function makeSiteOf(plan: Plan) {
  const owner = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, owner.accountId);
  return { ...owner, site, siteId: site.id };
}

/** One question at both doors; undefined where it is answered. */
async function askBoth(
  question: Question,
  key = question.plan === 'free' ? free.key : pro.key,
): Promise<{ rest: Refused | undefined; graphql: Refused | undefined }> {
  const id = question.siteId ?? (question.plan === 'free' ? free.siteId : pro.siteId);
  return { rest: await refusedByRest(question, id, key), graphql: await refusedByGraphql(question, id, key) };
}

async function refusedByRest(
  { operation, given }: Question,
  id: string,
  key: string,
): Promise<Refused | undefined> {
  const query = new URLSearchParams(given).toString();
  const answer = await gateway.rest(`/api/v1/sites/${encodeURIComponent(id)}/${operation}?${query}`, key);
  if (answer.status === 200) return undefined;
  const { code, error } = answer.body as { code: string; error: string };
  return { code, sentence: error };
}

async function refusedByGraphql(
  { operation, given = {} }: Question,
  id: string,
  key: string,
): Promise<Refused | undefined> {
  const answer = await askText(gateway, key, documentOf(operation, given), { id, ...variablesOf(given) });
  expect(answer.status).toBe(200);
  expect(refusals(answer).length).toBeLessThanOrEqual(1);
  const [error] = answer.errors ?? [];
  return error && { code: String(error.extensions?.['code']), sentence: error.message };
}

const ARGUMENTS: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  start: { name: 'start', type: 'Date' },
  end: { name: 'end', type: 'Date' },
  granularity: { name: 'granularity', type: 'Granularity' },
  type: { name: 'type', type: 'EventType' },
  limit: { name: 'first', type: 'Int' },
  cursor: { name: 'after', type: 'String' },
};

function documentOf(operation: Question['operation'], given: Readonly<Record<string, string>>): string {
  const names = Object.keys(given);
  const declared = names.map((name) => `$${name}: ${ARGUMENTS[name]?.type ?? ''}`).join(' ');
  const passed = names.map((name) => `${ARGUMENTS[name]?.name ?? ''}: $${name}`).join(' ');
  const args = names.length === 0 ? '' : `(${passed})`;
  return `query ($id: ID! ${declared}) { site(id: $id) { ${operation}${args} { __typename } } }`;
}

function variablesOf(given: Readonly<Record<string, string>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (name === 'limit') return [name, Number(value)];
      return [name, name === 'granularity' || name === 'type' ? value.toUpperCase() : value];
    }),
  );
}

type Challenge = { readonly status: number; readonly code: unknown; readonly challenge: string | null };

async function challenge(
  authorization: string | undefined,
): Promise<{ readonly rest: Challenge; readonly graphql: Challenge }> {
  const headers = {
    'content-type': 'application/json',
    ...(authorization !== undefined && { authorization }),
  };
  const rest = await gateway.fetch(new Request('http://site-traffic.test/api/v1/sites', { headers }));
  const graphql = await gateway.fetch(
    new Request('http://site-traffic.test/graphql', {
      method: 'POST',
      headers,
      body: '{"query":"{sites{id}}"}',
    }),
  );
  const restBody = (await rest.json()) as { code: string };
  const { errors } = (await graphql.json()) as { errors: readonly { extensions: { code: string } }[] };
  const challengeOf = (response: Response) => response.headers.get('www-authenticate');
  return {
    rest: { status: rest.status, code: restBody.code, challenge: challengeOf(rest) },
    graphql: { status: graphql.status, code: errors[0]?.extensions.code, challenge: challengeOf(graphql) },
  };
}
