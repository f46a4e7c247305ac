import {
  type GraphQLResolveInfo,
  type GraphQLSchema,
  extendSchema,
  isInterfaceType,
  isObjectType,
  parse,
} from 'graphql';
import { Refusal } from '../../src/domain/refusal.ts';
import { schema } from '../../src/graphql/schema.ts';
import { NOW_MS } from './lone-door.ts';

/** What a run does besides answering. */
export type Calls = { readonly calls: string[] };

/** Fields that no schema should have: they answer what their types cannot hold. */
const HAZARDS = `
  extend type Query { broken: Hazards, certain: Hazards! }
  type Hazards {
    self: Hazards
    must: Hazards!
    soon: Hazards!
    number: SafeInt
    whole: SafeInt!
    plan: Plan
    text(given: [String!] = ["a", "b"], or: Int = 7): String!
    numbers: [SafeInt]
    wholes: [SafeInt!]
    refusedWholes: [SafeInt!]
    lists: [[SafeInt!]]!
    promised: [Hazards!]
    events: [Event]
    noList: [String]
    left: String
    answers: String
    rejects: String!
    throws: String!
    late: String!
  }
`;

/** What resolvers throw, reject with and answer. */
export const REFUSED = new Refusal('RATE_LIMITED', { retryAfterSeconds: 7 });
export const UNREACHABLE = new AggregateError([new Error('one'), new Error('other')], 'unreachable');

const DAY_MS = 86_400_000;
const SITE = { accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const base = { createdAtMs: NOW_MS, pagePath: '/', country: 'DE' };
const EVENTS = [
  { ...base, id: 1, type: 'bot', botName: 'GPTBot', botCompany: 'OpenAI' },
  { ...base, id: 2, type: 'referral', source: 'chatgpt' },
  { ...base, id: 3, type: 'conversion', eventName: 'signup', eventValue: null, sentBy: 'chatgpt' },
  { ...base, id: 4, type: 'conversion', eventName: 'order', eventValue: 12.5 },
];
const BAD_EVENTS = [
  { ...base, id: 1.5, type: 'bot', botName: 'GPTBot', botCompany: 'OpenAI' },
  { ...base, id: 2, type: 'nonsense' },
  { ...base, id: 3, type: 'conversion', eventName: { no: 'text' }, eventValue: 'much', sentBy: {} },
  { ...base, id: 4, type: 'referral', source: null },
];
const counts = [3, 2, 1].map((count) => ({ name: `n${count}`, company: 'C', count, value: count / 2 }));
const FACTS = {
  verification: { verified: 3, outside: 2, noList: 1, unknown: 0 },
  failed: 2,
  bytes: null,
};
const STATS = {
  range: { fromMs: NOW_MS - (NOW_MS % DAY_MS), untilMs: NOW_MS - (NOW_MS % DAY_MS) + DAY_MS },
  totals: { bot: 6, referral: 6, conversion: 6 },
  breakdowns: { bot: counts, referral: [], conversion: counts },
  bots: counts.map((bot) => ({ ...bot, ...FACTS, purpose: 'training', previousCount: null })),
  purposes: [{ purpose: 'training', count: 6 }],
  ...FACTS,
  statuses: () =>
    Promise.resolve([
      { status: 200, count: 5 },
      { status: null, count: 1 },
    ]),
  comparison: null,
};

const BOT = {
  ...{ name: 'GPTBot', purpose: 'training', company: null, documentation: null, robotsToken: 'GPTBot' },
  ...{ visits: 3, failed: 0.5, bytes: null, lastSeenMs: NOW_MS },
  verification: { verified: 1, outside: 2, noList: 0, unknown: 0 },
};
const COVERAGE = {
  ...{ firstEventMs: NOW_MS, lastEventMs: undefined, factsSinceMs: undefined, rangesUpdatedMs: null },
  ...{ attributionSinceMs: null, attributionMinutes: 0.5 },
  gaps: [STATS.range],
  sources: [{ kind: 'log', name: 'access.log', lastRecordedMs: null }],
};

type Resolve = (source: never, args: never, ctx: Calls, info: GraphQLResolveInfo) => unknown;

/** In place of the resolvers that ask the database. */
const RESOLVERS: Readonly<Record<string, Resolve>> = {
  'Query.site': (_, { id }: { id: string }) => siteOf(id),
  'Query.sites': async () => Promise.resolve(['good', 'bad', 'good'].map((id) => ({ ...SITE, id }))),
  'Query.account': () => ({ plan: 'pro' }),
  'Account.budgets': () => [{ operation: 'stats', limit: 1, remaining: 2 ** 40, resetAtMs: NOW_MS }],
  'Site.eventsThisMonth': async ({ id }: { id: string }) => Promise.resolve(id === 'bad' ? 0.5 : 12),
  'Site.stats': async (_, { start }: { start?: string }) => {
    await Promise.resolve();
    if (start === 'refused') throw REFUSED;
    return start === 'none' ? null : STATS;
  },
  'Site.timeseries': async (_, { granularity }: { granularity?: string | null }) =>
    Promise.resolve({
      granularity: granularity ?? 'century',
      previousPoints: () => null,
      completeUntilMs: NOW_MS,
      points: () =>
        [0, 1].map((day) => ({
          granularity,
          startMs: day * DAY_MS,
          botVisits: day,
          referrals: 2 ** 53,
          conversions: day,
        })),
    }),
  'Site.companies': async () =>
    Promise.resolve([{ ...FACTS, company: 'C', botVisits: 6, purposes: STATS.purposes, referrals: 2 ** 53 }]),
  'Site.events': async (_, { first, type }: { first?: number; type?: string }) => {
    const bad = first === 4;
    const events = (bad ? BAD_EVENTS : EVENTS).filter((event) => !type || event.type === type);
    const edges = () => events.map((node) => ({ node, cursor: 'c' }));
    return Promise.resolve({ events, edges, continues: false, nextCursor: 'c', cursorOf: () => 'c' });
  },
  'Site.lastEventAt': ({ id }: { id: string }) => (id === 'bad' ? null : 'an instant'),
  'Site.retentionDays': ({ id }: { id: string }) => (id === 'bad' ? 0.5 : 30),
  'Site.bot': (_, { name }: { name: string }) => (name === '' ? null : BOT),
  'Site.coverage': () => COVERAGE,
  'BotProfile.statuses': () => [{ status: null, count: 3 }],
  'BotProfile.pages': () => [
    { pagePath: '/', botVisits: 3, referrals: 0, conversions: 0, failed: 0, bytes: 1 },
  ],
  'BotProfile.timeseries': () => [],
  'BotProfile.firstSeenAt': () => null,
  'Query.broken': () => ({}),
  'Query.certain': () => ({}),
  'Hazards.self': () => ({}),
  'Hazards.must': () => Promise.resolve({}),
  'Hazards.soon': async () => {
    await Promise.resolve();
    return {};
  },
  'Hazards.number': () => 'many',
  'Hazards.whole': () => null,
  'Hazards.plan': () => 'golden',
  'Hazards.text': (_, args) => JSON.stringify(args),
  'Hazards.numbers': () => [
    1,
    null,
    'x',
    Promise.resolve(2),
    Promise.reject(UNREACHABLE),
    undefined,
    REFUSED,
  ],
  'Hazards.wholes': () => [1, Promise.resolve(2), null],
  'Hazards.refusedWholes': () => [Promise.reject(REFUSED), 1],
  'Hazards.lists': () => new Set([[1, 2], [3, null], null, 5]),
  'Hazards.promised': () => [{}, Promise.resolve({})],
  'Hazards.events': () => [...EVENTS, null, ...BAD_EVENTS, { type: 'bot', __typename: 'Site' }],
  'Hazards.noList': () => 'abc',
  'Hazards.answers': () => REFUSED,
  'Hazards.rejects': () => Promise.reject(UNREACHABLE),
  'Hazards.throws': () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what is no Error may be thrown too
    throw 'a text';
  },
  'Hazards.late': async () => {
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    throw new Error('late');
  },
};

function siteOf(id: string): unknown {
  switch (id) {
    case 'refused':
      throw REFUSED;
    case 'unreachable':
      return Promise.reject(UNREACHABLE);
    case 'error':
      return new Error('answered');
    case 'none':
      return null;
    case 'bad':
      return Promise.resolve({ ...SITE, id: { no: 'id' }, name: ['A'], createdAtMs: NOW_MS });
    default:
      return Promise.resolve({ ...SITE, id });
  }
}

/** The schema of the service with answers from memory, and with fields that break; every call is written down. */
export function createHazardousSchema(): GraphQLSchema {
  const extended = extendSchema(schema, parse(HAZARDS));
  for (const [coordinate, resolve] of Object.entries(RESOLVERS)) {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const type = extended.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (!field) throw new Error(`no ${coordinate}`);
    field.resolve = (source, args, ctx: Calls, info) => {
      ctx.calls.push(JSON.stringify([coordinate, args, withoutSchema(info)]));
      return resolve(source as never, args as never, ctx, info);
    };
  }
  noteTypes(extended);
  return extended;
}

function noteTypes(extended: GraphQLSchema): void {
  const event = extended.getType('Event');
  if (!isInterfaceType(event)) throw new Error('no Event');
  const { resolveType } = event;
  event.resolveType = (value, ctx: Calls, info, type) => {
    ctx.calls.push(JSON.stringify([type.name, withoutSchema(info)]));
    return resolveType?.(value, ctx, info, type);
  };
}

/** What a resolver is told of where it stands. */
function withoutSchema({
  fieldName,
  fieldNodes,
  path,
  returnType,
  parentType,
  variableValues,
}: GraphQLResolveInfo) {
  const places = fieldNodes.map(({ loc }) => loc?.start);
  return { fieldName, places, path, returnType, parentType, variableValues };
}
