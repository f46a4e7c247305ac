import { join } from 'node:path';
import type { BudgetWatch } from './budget-watch.ts';
import {
  type Judge,
  type Load,
  type Match,
  type Round,
  type RoundsResult,
  contestantsOf,
  summarise,
} from './comparisons.ts';
import { applyLoad } from './load.ts';
import { cpuUs, machineCpuUs, ownCpuUs } from './processes.ts';
import { progress } from './progress.ts';
import { writeRequests } from './request.ts';
import type { BenchServer, ServerName } from './servers.ts';
import type { Contestant, Workload } from './workloads.ts';

export type Surroundings = {
  readonly servers: ReadonlyMap<ServerName, BenchServer>;
  readonly postgresPid: number;
  /** The folder for files of requests. */
  readonly folder: string;
  readonly budgets: BudgetWatch;
  /** Runs before each load. */
  readonly prepare: () => Promise<void>;
};

/** How long a load lasts: so many seconds, or less if the server has spent so much CPU time. */
type Extent = { readonly seconds: number; readonly cpuMs?: number };

export type Pace = {
  readonly rounds: number;
  readonly extent: Extent;
  /** The numbers of connections for a workload. */
  readonly connections: (workload: Workload) => readonly number[];
  readonly judge: Judge;
};

/**
 * What is compiled and how well depends on the work that was done, and not on the time that others left for it. Each other
 * workload makes the compiler begin again with some of it, so all are warmed up in turn.
 */
const WARM_UPS: readonly Extent[] = [2_000, 1_000].map((cpuMs) => ({ seconds: 30, cpuMs }));

type LoadOf = (contestant: Contestant, connections: number, extent: Extent) => Promise<Load>;

/**
 * Loads the contestants in turn. Each round goes through all workloads, so that a disturbance of the machine affects all
 * contestants of a workload, and few of its rounds. Those that warm up do not count.
 */
export async function runRounds(
  workloads: readonly Workload[],
  { rounds, extent, connections, judge }: Pace,
  surroundings: Surroundings,
): Promise<RoundsResult> {
  const load = prepareLoads(workloads, surroundings);
  const matches = workloads.flatMap((workload) =>
    connections(workload).map((count) => ({ workload, connections: count, rounds: [] as Round[] })),
  );
  progress('warming up');
  for (const extent of WARM_UPS) for (const match of matches) await playAtOnce(match, extent, load);
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}`);
    for (const match of matches) match.rounds.push(await play(match, extent, load));
  }
  return summarise(matches, judge);
}

async function play({ workload, connections }: Match, extent: Extent, load: LoadOf): Promise<Round> {
  const round: Load[] = [];
  for (const contestant of contestantsOf(workload)) round.push(await load(contestant, connections, extent));
  return round;
}

/** What counts is only what each has done, so they may share the cores. */
async function playAtOnce({ workload, connections }: Match, extent: Extent, load: LoadOf): Promise<void> {
  await Promise.all(contestantsOf(workload).map((contestant) => load(contestant, connections, extent)));
}

/** Writes the requests of each contestant to a file of its own. */
function prepareLoads(workloads: readonly Workload[], surroundings: Surroundings): LoadOf {
  const files = new Map(
    workloads.flatMap(contestantsOf).map((contestant, index) => {
      const file = join(surroundings.folder, `requests-${index}`);
      writeRequests(file, contestant.requests);
      return [contestant, file];
    }),
  );
  return (contestant, connections, extent) =>
    loadOnce(contestant, { file: files.get(contestant) ?? '', connections, ...extent }, surroundings);
}

async function loadOnce(
  contestant: Contestant,
  { cpuMs = Infinity, ...load }: Extent & { readonly file: string; readonly connections: number },
  { servers, postgresPid, budgets, prepare }: Surroundings,
): Promise<Load> {
  const server = servers.get(contestant.server);
  if (server === undefined) throw new Error(`${contestant.server} does not run`);
  await prepare();
  const readCpu = () => ({
    node: cpuUs(server.pid),
    postgres: cpuUs(postgresPid),
    // the servers and the load generator descend from this process, and PostgreSQL does not
    bench: cpuUs(process.pid),
    ...machineCpuUs(),
  });
  const before = readCpu();
  const enoughUs = ownCpuUs(server.pid) + cpuMs * 1000;
  const result = await applyLoad({ url: server.url, ...load }, () => ownCpuUs(server.pid) >= enoughUs);
  const after = readCpu();
  budgets.note(contestant.server, { requests: result.requests, keys: contestant.keys });
  const answers = result.requests / contestant.requestsPerAnswer;
  const spent = (on: keyof typeof after) => after[on] - before[on];
  return {
    answersPerSecond: (answers / result.durationUs) * 1e6,
    nodeUs: spent('node') / answers,
    postgresUs: spent('postgres') / answers,
    p50Ms: result.p50Us / 1000,
    p99Ms: result.p99Us / 1000,
    others: Math.max(0, spent('busy') - spent('bench') - spent('postgres')) / spent('all'),
  };
}
