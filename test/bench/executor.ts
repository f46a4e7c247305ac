import { execute } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { pino } from 'pino';
import type { Caller } from '../../src/context.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { publicUrlOf } from '../../src/domain/public-url.ts';
import { type GraphqlDoor, createGraphqlDoor } from '../../src/graphql/door.ts';
import { createMemoryBackend } from '../../src/limits/memory-backend.ts';
import { createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { createContext } from '../../src/operations/request-context.ts';
import { createPasswords } from '../../src/operations/owner/passwords.ts';
import { fakeDatabase } from '../support/fake-database.ts';
import { ANSWERED_DAYS, SITE, rowsOf } from './executor-rows.ts';
import type { PreparedRequest } from './request.ts';
import { graphqlEvents, graphqlOverview } from './requests.ts';
import { median, spread } from './statistics.ts';

/** Rounds of each executor, in turn, and answers of each round. */
const ROUNDS = 41;
const ANSWERS = 200;

const DOCUMENTS: Readonly<Record<string, PreparedRequest>> = {
  'stats and timeseries, 7 days': graphqlOverview(SITE, ANSWERED_DAYS.week),
  'stats and timeseries, 90 days': graphqlOverview(SITE, ANSWERED_DAYS.quarter),
  'events, 20': graphqlEvents(SITE, ANSWERED_DAYS.quarter, 20),
  'events, 100': graphqlEvents(SITE, ANSWERED_DAYS.quarter, 100),
  'events, 1000': graphqlEvents(SITE, ANSWERED_DAYS.quarter, 1000),
};

const useGraphqlJs: Plugin = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(execute);
  },
};

const log = pino({ enabled: false });
const compiled = createGraphqlDoor(log);
const plain = createGraphqlDoor(log, { execution: useGraphqlJs });

const caller: Caller = { accountId: 1, plan: 'pro', kind: 'reader' };
const terms = { ...DEFAULT_PLANS.pro, requestsPerMinute: 1_000_000_000 };
const now = () => Date.parse('2026-03-31T12:00:00Z');
const limiter = createRateLimiter(createMemoryBackend({ now, windowMs: 0 }));
const plans = { free: terms, pro: terms, 'self-hosted': terms };
const parts = { db: fakeDatabase(rowsOf), limiter, plans, passwords: createPasswords(), log, now };

async function answer(door: GraphqlDoor, { body }: PreparedRequest): Promise<string> {
  const request = new Request('http://site-traffic.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const publicUrl = () => publicUrlOf('http://site-traffic.test', '', 0);
  const arrival = {
    requestId: '',
    nowMs: now(),
    linkBase: () => '',
    origin: () => '',
    publicUrl,
    namesOwner: () => false,
    requireOwnPage: () => undefined,
  };
  const admit = () =>
    Promise.resolve(createContext(parts, { ...arrival, caller, readmit: () => Promise.resolve() }));
  const nobody = () => Promise.resolve(undefined);
  const admitDrain = () => Promise.reject(new Error('nothing drains here'));
  const admitting = { admit, admitDrain, admitOwner: nobody, admitShare: nobody };
  const response = await door.fetch(request, { ...arrival, ...admitting });
  return response.text();
}

/** Microseconds of CPU time that an answer takes, in one round. */
async function measure(door: GraphqlDoor, request: PreparedRequest): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < ANSWERS; count++) await answer(door, request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / ANSWERS;
}

async function compare(name: string, request: PreparedRequest): Promise<string> {
  const text = await answer(compiled, request);
  if (text !== (await answer(plain, request)) || text.includes('"errors"')) throw new Error(text);
  const times = { compiled: [] as number[], plain: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = [await measure(compiled, request), await measure(plain, request)] as const;
    // the first round warms up
    if (round === 0) continue;
    times.compiled.push(pair[0]);
    times.plain.push(pair[1]);
  }
  const [ours, theirs] = [median(times.compiled), median(times.plain)];
  const [least, most] = spread(times.compiled.map((time, round) => 1 - time / (times.plain[round] ?? NaN)));
  const saved = `${percent(1 - ours / theirs)} saved (${percent(least)} to ${percent(most)} by round)`;
  return `${name}: ${theirs.toFixed(0)} µs with graphql-js, ${ours.toFixed(0)} µs compiled, ${saved}\n`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

for (const [name, request] of Object.entries(DOCUMENTS)) process.stdout.write(await compare(name, request));
await Promise.all([compiled.dispose(), plain.dispose()]);
