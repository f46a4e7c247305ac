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

/** One way to get the answers of a workload. */
export type Contestant = {
  readonly name: string;
  readonly server: ServerName;
  /** Asked in turn. Every contestant of a workload has the same questions in the same order. */
  readonly requests: readonly PreparedRequest[];
  /** Requests that make one answer together; they follow one another. */
  readonly requestsPerAnswer: number;
  /** Different keys among the requests; each comes around as often as any other. */
  readonly keys: number;
  /** What the bodies of one answer say, in the shape that the workload's contestants share. */
  readonly read: (bodies: readonly unknown[]) => unknown;
};

/** What to reach: the ratio of the answers per second, and of the CPU time that an answer takes. */
export type Goal = {
  readonly rateAtLeast: number;
  /** Connections at which it must be reached; any, when left out. */
  readonly connections?: number;
  readonly cpuAtMost?: number;
};

export type Rival = Contestant & { readonly goal: Goal };

export type Workload = {
  readonly name: string;
  readonly product: Contestant;
  readonly rivals: readonly Rival[];
};

/** The comparisons of the bench, each with what is to be reached. */
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
      rivals: [against('fastify-kysely', rest(stats), 2.5), against('node-http-pg', rest(stats), 1.2)],
    },
    {
      name: 'REST timeseries, 90 days',
      product: rest(timeseries),
      rivals: [against('fastify-kysely', rest(timeseries), 3)],
    },
    {
      name: 'REST events, 100',
      product: restPage(hundred),
      rivals: [against('fastify-kysely', restPage(hundred), 2.5)],
    },
    {
      name: 'REST events, 1000',
      product: restPage(thousand),
      rivals: [against('fastify-kysely', restPage(thousand), 2)],
    },
    ...overviewWorkloads(crowd),
    {
      name: 'GraphQL events, 1000',
      product: contestant(
        'product',
        questions(busy, (site, turn) => [graphqlEvents(site, mostDays(turn), 1000)]),
        graphqlEventsAnswer,
      ),
      rivals: [{ ...restPage(thousand), name: 'product, REST', goal: { rateAtLeast: 0.5 } }],
    },
  ];
}

function overviewWorkloads(crowd: readonly BenchSite[]): readonly Workload[] {
  const asked = questions(crowd, (site, turn) => [graphqlOverview(site, daysOf(7, turn))]);
  const inTwo = questions(crowd, (site, turn) => {
    const days = daysOf(7, turn);
    return [restStats(site, days), restTimeseries(site, days)];
  });
  const product = contestant('product', asked, graphqlAnswer);
  // A client that waits for both is what one connection shows.
  const goal = { rateAtLeast: 1, connections: 1, cpuAtMost: 1.3 };
  const twoCalls = { ...contestant('product', inTwo, restPairAnswer), name: 'product, two REST calls', goal };
  return [
    {
      name: 'GraphQL stats + timeseries',
      product,
      rivals: [against('mercurius-jit', product, 2), against('apollo', product, 2.5), twoCalls],
    },
    {
      name: 'GraphQL stats + timeseries, Node 22',
      product: contestant('product on Node 22', asked, graphqlAnswer),
      rivals: [against('postgraphile', product, 2.5)],
    },
  ];
}

type Questions = Pick<Contestant, 'requests' | 'requestsPerAnswer' | 'keys'>;

const TURNS = 3;

/** Each site asks once a turn, with another range each time. */
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

/** The same questions to another server. */
function against(server: ServerName, { requests, ...rest }: Contestant, rateAtLeast: number): Rival {
  return { ...rest, requests, name: server, server, goal: { rateAtLeast } };
}
