import { join } from 'node:path';
import type { BenchSite } from './dataset.ts';
import { applyLoad } from './load.ts';
import { cpuUs } from './processes.ts';
import { type PreparedRequest, writeRequests } from './request.ts';
import { daysOf, graphqlOverview, restStats } from './requests.ts';
import type { BenchServer } from './servers.ts';
import type { Stage } from './stage.ts';
import { median, spread } from './statistics.ts';

/** What an answer costs with so many workers under the same load. For several rounds, the medians. */
export type WorkersResult = Cost & {
  readonly work: string;
  /** Undefined for a server that serves by itself, without a primary process. */
  readonly workers: number | undefined;
  /** Answers per second ÷ those of the server without workers: the ratio of the medians, and that of each round. */
  readonly ratio: number;
  readonly spread: readonly [least: number, most: number];
};

type Cost = {
  readonly answersPerSecond: number;
  /** CPU time per answer: of the server with its workers, of PostgreSQL, and of the load generator. */
  readonly nodeUs: number;
  readonly postgresUs: number;
  readonly generatorUs: number;
  /** How many cores these three kept busy. */
  readonly cores: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

export type WorkersScale = {
  /** The servers by their workers; the first one serves by itself. */
  readonly counts: readonly (number | undefined)[];
  readonly rounds: number;
  readonly seconds: number;
};

/** Enough for each of four workers to have many requests at a time. */
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 2;

/** Processes that count limits for themselves cannot be watched for them, and warn of it. */
const SETTINGS = { PRO_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' };

/** Loads servers with different numbers of workers in turn, round by round. All run at the same time, and all but one are idle. */
export async function measureWorkers(
  stage: Stage,
  { counts, rounds, seconds }: WorkersScale,
): Promise<readonly WorkersResult[]> {
  const servers = await startServers(stage, counts);
  const results: WorkersResult[] = [];
  for (const { work, requests } of plan(stage.dataset.crowd)) {
    const file = join(stage.folder, 'requests-workers');
    writeRequests(file, requests);
    const measure = (server: BenchServer, lasting: number) =>
      costOf(server, { file, seconds: lasting }, stage);
    for (const { server } of servers) await measure(server, WARM_UP_SECONDS);
    const measured = servers.map(({ workers }) => ({ workers, costs: [] as Cost[] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { server }] of servers.entries())
        measured[index]?.costs.push(await measure(server, seconds));
    }
    const alone = measured[0]?.costs ?? [];
    results.push(...measured.map(({ workers, costs }) => ({ work, workers, ...against(alone, costs) })));
  }
  for (const { server } of servers) await server.stop();
  return results;
}

async function startServers(stage: Stage, counts: WorkersScale['counts']) {
  const servers: { readonly workers: number | undefined; readonly server: BenchServer }[] = [];
  for (const workers of counts) {
    const settings = { ...SETTINGS, ...(workers !== undefined && { WORKERS: String(workers) }) };
    servers.push({ workers, server: await stage.start('product', { settings }) });
  }
  return servers;
}

function plan(
  crowd: readonly BenchSite[],
): readonly { work: string; requests: readonly PreparedRequest[] }[] {
  return [
    { work: 'REST stats, 7 days', requests: crowd.map((site, index) => restStats(site, daysOf(7, index))) },
    {
      work: 'GraphQL stats + timeseries',
      requests: crowd.map((site, index) => graphqlOverview(site, daysOf(7, index))),
    },
  ];
}

async function costOf(
  server: BenchServer,
  load: { readonly file: string; readonly seconds: number },
  { cluster, spreadLastUses }: Stage,
): Promise<Cost> {
  await spreadLastUses();
  // this process is the ancestor of the servers and of the generator, and not of PostgreSQL; the other servers are idle
  const readCpu = () => ({ node: cpuUs(server.pid), postgres: cpuUs(cluster.pid), ours: cpuUs(process.pid) });
  const before = readCpu();
  const { requests, durationUs, p50Us, p99Us } = await applyLoad({
    ...load,
    url: server.url,
    connections: CONNECTIONS,
  });
  const after = readCpu();
  const node = after.node - before.node;
  const postgres = after.postgres - before.postgres;
  const generator = after.ours - before.ours - node;
  return {
    answersPerSecond: (requests / durationUs) * 1e6,
    nodeUs: node / requests,
    postgresUs: postgres / requests,
    generatorUs: generator / requests,
    cores: (node + postgres + generator) / durationUs,
    p50Ms: p50Us / 1000,
    p99Ms: p99Us / 1000,
  };
}

function against(alone: readonly Cost[], costs: readonly Cost[]): Omit<WorkersResult, 'work' | 'workers'> {
  const of = (name: keyof Cost, from = costs) => median(from.map((cost) => cost[name]));
  return {
    answersPerSecond: of('answersPerSecond'),
    ratio: of('answersPerSecond') / of('answersPerSecond', alone),
    spread: spread(
      costs.map((cost, round) => cost.answersPerSecond / (alone[round]?.answersPerSecond ?? NaN)),
    ),
    nodeUs: of('nodeUs'),
    postgresUs: of('postgresUs'),
    generatorUs: of('generatorUs'),
    cores: of('cores'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
  };
}
