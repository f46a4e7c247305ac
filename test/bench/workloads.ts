import {
  graphqlAnswer,
  graphqlEventsAnswer,
  restAnswer,
  restEventsAnswer,
  restPairAnswer,
} from './answers.ts';
import type { BenchSite, Dataset } from './dataset.ts';
import type { PreparedRequest } from './request.ts';
import {
  daysOf,
  graphqlEvents,
  graphqlOverview,
  mostDays,
  restEvents,
  restStats,
  restTimeseries,
} from './requests.ts';
import type { ServerName } from './servers.ts';

/** A server and the requests that it gets for a workload. */
export type Contestant = {
  readonly name: string;
  readonly server: ServerName;
  /** Sent in turn. All contestants of a workload get equal requests in the same order. */
  readonly requests: readonly PreparedRequest[];
  /** The number of consecutive requests that make up one answer. */
  readonly requestsPerAnswer: number;
  /** The number of different keys in the requests. All keys are used equally often. */
  readonly keys: number;
  /** Converts the bodies of one answer to the shape that all contestants of the workload share. */
  readonly read: (bodies: readonly unknown[]) => unknown;
};

/** The product ÷ a rival: answers per second, and CPU time per answer. */
export type Goal = { readonly rateAtLeast: number; readonly cpuAtMost?: number };

/** The goal for each number of connections that has one. */
export type Goals = Readonly<Record<number, Goal>>;

export type Rival = Contestant & { readonly goals: Goals };

export type Workload = {
  readonly name: string;
  readonly product: Contestant;
  readonly rivals: readonly Rival[];
};

/** What a change may cost at most. */
const KEEPS = always({ rateAtLeast: 0.95 });

/** The comparisons of the bench with their goals. */
export function planWorkloads({ crowd, busy }: Dataset): readonly Workload[] {
  const stats = questions(crowd, (site, turn) => [restStats(site, daysOf(7, turn))]);
  const timeseries = questions(crowd, (site, turn) => [restTimeseries(site, daysOf(90, turn))]);
  const hundred = questions(crowd, (site, turn) => [restEvents(site, mostDays(turn), { limit: 100 })]);
  const thousand = questions(busy, (site, turn) => [restEvents(site, mostDays(turn), { limit: 1000 })]);
  const rest = (asked: Questions) => contestant('product', asked, restAnswer);
  const restPage = (asked: Questions) => contestant('product', asked, restEventsAnswer);
  return [
    {
      name: 'REST stats, 7 days',
      product: rest(stats),
      rivals: [
        against('fastify-kysely', rest(stats), underLoad(3)),
        against('node-http-pg', rest(stats), { 1: { rateAtLeast: 1.1 }, ...underLoad(1.2) }),
      ],
    },
    {
      name: 'REST timeseries, 90 days',
      product: rest(timeseries),
      rivals: [against('fastify-kysely', rest(timeseries), underLoad(3))],
    },
    {
      name: 'REST events, 100',
      product: restPage(hundred),
      rivals: [against('fastify-kysely', restPage(hundred), underLoad(3))],
    },
    {
      name: 'REST events, 1000',
      product: restPage(thousand),
      rivals: [against('fastify-kysely', restPage(thousand), underLoad(2.5))],
    },
    ...overviewWorkloads(crowd),
    {
      name: 'GraphQL events, 1000',
      product: contestant(
        'product',
        questions(busy, (site, turn) => [graphqlEvents(site, mostDays(turn), 1000)]),
        graphqlEventsAnswer,
      ),
      rivals: [{ ...restPage(thousand), name: 'product, REST', goals: always({ rateAtLeast: 0.8 }) }],
    },
  ];
}

/** The workloads of the product, each with the product of another folder as its only rival. */
export function planAgainst(workloads: readonly Workload[], folder: string): readonly Workload[] {
  return workloads
    .filter(({ product }) => product.server === 'product')
    .map(({ name, product }) => ({
      name,
      product,
      rivals: [{ ...product, name: `product of ${folder}`, server: 'other product', goals: KEEPS }],
    }));
}

function overviewWorkloads(crowd: readonly BenchSite[]): readonly Workload[] {
  const asked = questions(crowd, (site, turn) => [graphqlOverview(site, daysOf(7, turn))]);
  const inTwo = questions(crowd, (site, turn) => {
    const days = daysOf(7, turn);
    return [restStats(site, days), restTimeseries(site, days)];
  });
  const product = contestant('product', asked, graphqlAnswer);
  const twoCalls = {
    ...contestant('product', inTwo, restPairAnswer),
    name: 'product, two REST calls',
    goals: always({ rateAtLeast: 1.15, cpuAtMost: 0.9 }),
  };
  return [
    {
      name: 'GraphQL stats + timeseries',
      product,
      rivals: [
        against('mercurius-jit', product, { 1: { rateAtLeast: 2 }, ...underLoad(2.5) }),
        against('apollo', product, { 1: { rateAtLeast: 2.2 }, ...underLoad(3) }),
        twoCalls,
      ],
    },
    {
      name: 'GraphQL stats + timeseries, Node 22',
      product: contestant('product on Node 22', asked, graphqlAnswer),
      rivals: [against('postgraphile', product, { 1: { rateAtLeast: 1.8 }, ...underLoad(2.5) })],
    },
  ];
}

type Questions = Pick<Contestant, 'requests' | 'requestsPerAnswer' | 'keys'>;

const TURNS = 3;

/** Each site appears once per turn, with a different range each time. */
function questions(
  sites: readonly BenchSite[],
  ask: (site: BenchSite, turn: number) => readonly PreparedRequest[],
): Questions {
  const answers = Array.from({ length: TURNS }, (_, turn) =>
    sites.map((site, index) => ask(site, turn * 31 + index * 7)),
  ).flat();
  return { requests: answers.flat(), requestsPerAnswer: answers[0]?.length ?? 1, keys: sites.length };
}

function contestant(server: ServerName, asked: Questions, read: Contestant['read']): Contestant {
  return { name: server, server, ...asked, read };
}

/** The same requests to another server. */
function against(server: ServerName, product: Contestant, goals: Goals): Rival {
  return { ...product, name: server, server, goals };
}

/** The goal where several connections keep the server busy. */
function underLoad(rateAtLeast: number): Goals {
  return { 16: { rateAtLeast }, 64: { rateAtLeast } };
}

function always(goal: Goal): Goals {
  return { 1: goal, 16: goal, 64: goal };
}
