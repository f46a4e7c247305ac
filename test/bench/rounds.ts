import { join } from 'node:path';
import type { BudgetWatch } from './budget-watch.ts';
import { applyLoad } from './load.ts';
import { cpuUs } from './processes.ts';
import { writeRequests } from './request.ts';
import type { BenchServer, ServerName } from './servers.ts';
import { median, spread } from './statistics.ts';
import type { Contestant, Rival, Workload } from './workloads.ts';

/** The cost of one answer. For several rounds, the medians. */
export type Figures = {
  readonly answersPerSecond: number;
  readonly nodeUs: number;
  readonly postgresUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

export type ContestantFigures = Figures & {
  readonly workload: string;
  readonly connections: number;
  readonly name: string;
};

/** The product compared with a rival. */
export type Comparison = {
  readonly workload: string;
  readonly connections: number;
  readonly rival: string;
  /** Answers per second, product ÷ rival: the ratio of the medians, and the lowest and highest of a round. */
  readonly ratio: number;
  readonly spread: readonly [least: number, most: number];
  /** CPU time of Node.js and PostgreSQL per answer, product ÷ rival. */
  readonly cpuRatio: number;
  readonly rateAtLeast: number;
  readonly cpuAtMost: number | undefined;
  /** Undefined if there is no goal for this number of connections. */
  readonly reached: boolean | undefined;
};

export type RoundsResult = {
  readonly figures: readonly ContestantFigures[];
  readonly comparisons: readonly Comparison[];
};

export type Surroundings = {
  readonly servers: ReadonlyMap<ServerName, BenchServer>;
  readonly postgresPid: number;
  /** The folder for files of requests. */
  readonly folder: string;
  readonly budgets: BudgetWatch;
  /** Runs before each load. */
  readonly prepare: () => Promise<void>;
};

export type Pace = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  /** Whether to run one round first that does not count. */
  readonly warmUp: boolean;
};

type Measured = { readonly contestant: Contestant; readonly rounds: Figures[] };

/** Loads each server briefly with its first work, so that none is measured cold. */
export async function warmUp(workloads: readonly Workload[], surroundings: Surroundings): Promise<void> {
  const contestants = workloads.flatMap(({ product, rivals }) => [product, ...rivals]);
  const file = join(surroundings.folder, 'requests-warm-up');
  for (const server of surroundings.servers.keys()) {
    const contestant = contestants.find((each) => each.server === server);
    if (contestant === undefined) continue;
    writeRequests(file, contestant.requests);
    await loadOnce(contestant, { file, seconds: 1, connections: 16 }, surroundings);
  }
}

/** Loads the contestants in turn, round by round, so that a disturbance of the machine affects all of them. */
export async function runRounds(
  workload: Workload,
  pace: Pace,
  surroundings: Surroundings,
): Promise<RoundsResult> {
  const contestants = [workload.product, ...workload.rivals];
  const files = new Map(
    contestants.map((contestant, index) => {
      const file = join(surroundings.folder, `requests-${index}`);
      writeRequests(file, contestant.requests);
      return [contestant, file];
    }),
  );
  const measure = (contestant: Contestant, load: { seconds: number; connections: number }) =>
    loadOnce(contestant, { ...load, file: files.get(contestant) ?? '' }, surroundings);

  const results: RoundsResult[] = [];
  for (const connections of connectionsOf(workload, pace)) {
    const measured: readonly Measured[] = contestants.map((contestant) => ({ contestant, rounds: [] }));
    if (pace.warmUp)
      for (const contestant of contestants) await measure(contestant, { seconds: 1, connections });
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const { contestant, rounds } of measured) {
        rounds.push(await measure(contestant, { seconds: pace.seconds, connections }));
      }
    }
    results.push(summarise(workload, connections, measured));
  }
  return {
    figures: results.flatMap(({ figures }) => figures),
    comparisons: results.flatMap(({ comparisons }) => comparisons),
  };
}

/** Contestants with a goal are not left out. */
function connectionsOf({ rivals }: Workload, pace: Pace): readonly number[] {
  const goals = rivals.flatMap(({ goal }) => goal.connections ?? []);
  return [...new Set([...pace.connections, ...goals])].sort((a, b) => a - b);
}

async function loadOnce(
  contestant: Contestant,
  load: { readonly file: string; readonly seconds: number; readonly connections: number },
  { servers, postgresPid, budgets, prepare }: Surroundings,
): Promise<Figures> {
  const server = servers.get(contestant.server);
  if (server === undefined) throw new Error(`${contestant.server} does not run`);
  await prepare();
  const before = { node: cpuUs(server.pid), postgres: cpuUs(postgresPid) };
  const result = await applyLoad({ url: server.url, ...load });
  const after = { node: cpuUs(server.pid), postgres: cpuUs(postgresPid) };
  budgets.note(contestant.server, { requests: result.requests, keys: contestant.keys });
  const answers = result.requests / contestant.requestsPerAnswer;
  return {
    answersPerSecond: (answers / result.durationUs) * 1e6,
    nodeUs: (after.node - before.node) / answers,
    postgresUs: (after.postgres - before.postgres) / answers,
    p50Ms: result.p50Us / 1000,
    p99Ms: result.p99Us / 1000,
  };
}

function summarise(
  { name: workload, rivals }: Workload,
  connections: number,
  [product, ...others]: readonly Measured[],
): RoundsResult {
  const figures = [product, ...others].flatMap((each) =>
    each === undefined
      ? []
      : [{ workload, connections, name: each.contestant.name, ...medians(each.rounds) }],
  );
  const comparisons = rivals.map((rival, index) =>
    compare({ workload, connections, rival }, product?.rounds ?? [], others[index]?.rounds ?? []),
  );
  return { figures, comparisons };
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (read: (figures: Figures) => number) => median(rounds.map(read));
  return {
    answersPerSecond: of((figures) => figures.answersPerSecond),
    nodeUs: of((figures) => figures.nodeUs),
    postgresUs: of((figures) => figures.postgresUs),
    p50Ms: of((figures) => figures.p50Ms),
    p99Ms: of((figures) => figures.p99Ms),
  };
}

function compare(
  { workload, connections, rival }: { workload: string; connections: number; rival: Rival },
  product: readonly Figures[],
  other: readonly Figures[],
): Comparison {
  const [ours, theirs] = [medians(product), medians(other)];
  const { rateAtLeast, cpuAtMost, connections: only = connections } = rival.goal;
  const ratio = ours.answersPerSecond / theirs.answersPerSecond;
  const cpuRatio = (ours.nodeUs + ours.postgresUs) / (theirs.nodeUs + theirs.postgresUs);
  const reached = ratio >= rateAtLeast && cpuRatio <= (cpuAtMost ?? Infinity);
  return {
    workload,
    connections,
    rival: rival.name,
    ratio,
    spread: spread(
      product.map((round, index) => round.answersPerSecond / (other[index]?.answersPerSecond ?? NaN)),
    ),
    cpuRatio,
    rateAtLeast,
    cpuAtMost,
    reached: only === connections ? reached : undefined,
  };
}
