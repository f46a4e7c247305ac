import { createBudgetWatch } from './budget-watch.ts';
import type { Cleanup } from './cleanup.ts';
import { type ColdStartScale, measureColdStart } from './cold-start.ts';
import type { RoundsResult } from './comparisons.ts';
import type { DatasetScale } from './dataset.ts';
import { measureEndurance } from './endurance.ts';
import { requireEqualAnswers } from './equality.ts';
import { type GrowthSeries, growthOfData, growthOfKeys } from './growth.ts';
import { type InsightScale, measureInsight } from './insight.ts';
import { type LargeRunScale, measureLarge } from './large.ts';
import { describeMachine, loadOfOthers } from './machine.ts';
import type { Options } from './options.ts';
import { productIn } from './paths.ts';
import { memoryMb } from './processes.ts';
import { requirePrograms } from './programs.ts';
import { progress, when } from './progress.ts';
import { type RecordingScale, measureRecordingSide } from './recording-side.ts';
import { measureResting } from './resting.ts';
import type { Results, ServerMemory } from './results.ts';
import { measureRollup } from './rollup.ts';
import { type Pace, type Surroundings, runRounds } from './rounds.ts';
import { type BenchServer, SERVER_NAMES, type ServerName } from './servers.ts';
import { type Stage, setUpStage } from './stage.ts';
import { measureStreaming } from './streaming.ts';
import { type WorkersScale, measureWorkers } from './workers.ts';
import { type Workload, planAgainst, planWorkloads } from './workloads.ts';

type Scale = DatasetScale & {
  readonly pace: Pace;
  /** How often each request of a growth series is sent: far below the limit of the account that owns the site. */
  readonly times: number;
  readonly keys: readonly number[];
  readonly streams: number;
  readonly coldStart: ColdStartScale;
  readonly restingSeconds: number;
  readonly enduranceMinutes: number;
  readonly workers: WorkersScale;
  readonly insight: InsightScale;
  readonly recording: RecordingScale;
  readonly large: LargeRunScale;
};

const FULL: Scale = {
  crowd: 2_000,
  sizes: [50_000, 500_000, 5_000_000],
  pace: { rounds: 5, extent: { seconds: 3 }, connections: () => [1, 16, 64], judge: 'rate' },
  times: 100,
  keys: [1, 100, 10_000, 100_000],
  streams: 5,
  coldStart: { starts: 5, answering: 5 },
  restingSeconds: 60,
  enduranceMinutes: 10,
  workers: { counts: [undefined, 1, 2, 4], rounds: 5, seconds: 3 },
  insight: { crawl: { events: 5_000_000, rounds: 5 }, judgedVisits: 1_000_000, nameRounds: 10 },
  recording: {
    writing: { rounds: 15, seconds: 1 },
    rounds: 5,
    seconds: 3,
    logLines: 1_000_000,
    crawlLines: 300_000,
    memoryLines: [100_000, 1_000_000, 3_000_000],
  },
  large: {
    sizes: [
      { events: 1_000_000, sites: 556 },
      { events: 10_000_000, sites: 5_560 },
      { events: 36_000_000, sites: 20_000 },
    ],
    smallSites: { events: 900_000, sites: 1_000 },
    limitSeconds: 300,
    firstUpkeepSeconds: 900,
  },
};

const QUICK: Scale = {
  crowd: 500,
  sizes: [50_000, 200_000],
  pace: { rounds: 5, extent: { seconds: 30, cpuMs: 400 }, connections: quickConnections, judge: 'CPU' },
  times: 15,
  keys: [1, 100, 10_000],
  streams: 1,
  coldStart: { starts: 3, answering: 2 },
  restingSeconds: 60,
  enduranceMinutes: 0,
  workers: { counts: [undefined, 2], rounds: 2, seconds: 1 },
  insight: { crawl: { events: 200_000, rounds: 2 }, judgedVisits: 50_000, nameRounds: 3 },
  recording: {
    writing: { rounds: 5, seconds: 0.5 },
    rounds: 2,
    seconds: 0.5,
    logLines: 100_000,
    crawlLines: 50_000,
    memoryLines: [10_000, 100_000],
  },
  large: {
    sizes: [
      { events: 200_000, sites: 200 },
      { events: 2_000_000, sites: 2_000 },
    ],
    smallSites: { events: 90_000, sites: 100 },
    limitSeconds: 30,
    firstUpkeepSeconds: 180,
  },
};

/** One connection counts where the goal names the CPU time of one. */
function quickConnections({ rivals }: Workload): readonly number[] {
  return rivals.some(({ goals }) => goals[1]?.cpuAtMost !== undefined) ? [1, 16] : [16];
}

/**
 * Insight and large have databases of their own, and can do without the sites of the other stages. Servers that are compared
 * only need the crowd.
 */
function scaleOfData({ only, against }: Options, { crowd, sizes }: DatasetScale): DatasetScale {
  if (only.startsWith('insight') || only.startsWith('large')) return { crowd: 0, sizes: [] };
  return { crowd, sizes: ['workers', 'rounds'].includes(only) || against !== undefined ? [] : sizes };
}

/** Two products leave time for more rounds. */
function paceOf({ connections, against, quick }: Options, pace: Pace): Pace {
  return {
    ...pace,
    ...(connections !== undefined && { connections: () => connections }),
    ...(against !== undefined && quick && { rounds: 9 }),
  };
}

/** Measures everything that the options select. It registers what it starts with `cleanup`. */
export async function bench(options: Options, cleanup: Cleanup): Promise<Results> {
  const scale = options.quick ? QUICK : FULL;
  const loadBefore = loadOfOthers();
  await requirePrograms(['wrk', 'goaccess']);
  progress('PostgreSQL and the data');
  const stage = await setUpStage(scaleOfData(options, scale), cleanup);
  const machine = await describeMachine(stage.cluster, loadBefore);
  const coldStart = await when(options, 'cold start', () => measureColdStart(stage, scale.coldStart));
  const resting = await when(options, 'resting memory', () => measureResting(stage, scale.restingSeconds));
  const rounds = await compareAll(select(options, stage), paceOf(options, scale.pace), { stage, options });
  const alone = await measureAlone(stage, scale, { options, cleanup });
  const workers = (await when(options, 'workers', () => measureWorkers(stage, scale.workers))) ?? [];
  const insight = await measureInsight({ ...stage, options, cleanup }, scale.insight);
  const { large, growth } = await measureLarge({ ...stage, options, cleanup }, scale.large);
  const recordingSide = await measureRecordingSide(stage, scale.recording, options);
  const tookSeconds = performance.now() / 1000;
  const { quick } = options;
  return {
    machine,
    quick,
    tookSeconds,
    ...rounds,
    ...alone,
    growth: [...alone.growth, ...growth],
    workers,
    ...insight,
    large,
    ...recordingSide,
    coldStart,
    resting,
  };
}

type Compared = RoundsResult & Pick<Results, 'equalAnswers' | 'memory'>;

/** Every workload with its rivals. All servers run at the same time, and all but one are idle. */
async function compareAll(
  workloads: readonly Workload[],
  pace: Pace,
  { stage, options }: { readonly stage: Stage; readonly options: Options },
): Promise<Compared> {
  const servers = await startServers(workloads, stage, options);
  const idle = new Map([...servers.values()].map(({ name, pid }) => [name, memoryMb(pid).now]));
  let equalAnswers = 0;
  for (const workload of workloads) {
    progress(`equality: ${workload.name}`);
    equalAnswers += await requireEqualAnswers(workload, servers);
  }
  const surroundings: Surroundings = {
    servers,
    postgresPid: stage.cluster.pid,
    folder: stage.folder,
    budgets: createBudgetWatch(),
    prepare: stage.spreadLastUses,
  };
  const result = await runRounds(workloads, pace, surroundings);
  const memory = [...servers.values()].map((server) => memoryOf(server, idle));
  for (const server of servers.values()) await server.stop();
  return { ...result, equalAnswers, memory };
}

async function startServers(
  workloads: readonly Workload[],
  stage: Stage,
  { against }: Options,
): Promise<ReadonlyMap<ServerName, BenchServer>> {
  const needed = new Set(
    workloads.flatMap(({ product, rivals }) => [product, ...rivals]).map(({ server }) => server),
  );
  const servers = new Map<ServerName, BenchServer>();
  for (const name of SERVER_NAMES) {
    if (!needed.has(name)) continue;
    progress(`starting ${name}`);
    const isOther = name === 'other product' && against !== undefined;
    servers.set(name, await stage.start(name, isOther ? { product: productIn(against) } : {}));
  }
  return servers;
}

function memoryOf({ name, pid }: BenchServer, idle: ReadonlyMap<ServerName, number>): ServerMemory {
  const { now, highest } = memoryMb(pid);
  return { name, idleMb: idle.get(name) ?? NaN, afterMb: now, highestMb: highest };
}

/** Paging through a site takes more requests than its account may send in a minute. */
const NEVER_REFUSES = { PRO_REQUESTS_PER_MINUTE: '1000000' };

type Alone = Pick<Results, 'growth' | 'rollup' | 'streaming'>;
type Run = { readonly options: Options; readonly cleanup: Cleanup };

/** The measurements of the product alone. */
async function measureAlone(stage: Stage, scale: Scale, { options, cleanup }: Run): Promise<Alone> {
  const { dataset, databaseUrl, cluster, folder } = stage;
  const largest = dataset.sized.at(-1);
  // comes first, because its memory is measured from the start
  const streaming = await when(options, 'streaming', async () =>
    measureStreaming(await stage.start('product'), dataset, { runs: scale.streams, folder }),
  );
  const data = await when(options, 'growth of the data', async () =>
    growthOfData(dataset, await stage.start('product', { settings: NEVER_REFUSES }), scale.times),
  );
  const keys = await when(options, 'growth of the keys', () =>
    growthOfKeys(cluster, { sizes: scale.keys, times: scale.times }, (server) =>
      cleanup.add(() => server.stop()),
    ),
  );
  const rollup = await when(
    options,
    'rollup',
    async () => largest && measureRollup(largest, await stage.start('product'), databaseUrl),
  );
  const endurance = await when(options, 'memory under load', () => endure(stage, scale.enduranceMinutes));
  const growth = [...(data ?? []), keys, endurance].filter((series) => series !== undefined);
  return { growth, rollup, streaming: streaming ?? [] };
}

async function endure(stage: Stage, minutes: number): Promise<GrowthSeries | undefined> {
  if (minutes === 0) return undefined;
  const { crowd } = stage.dataset;
  const budgets = createBudgetWatch();
  const server = await stage.start('product');
  const note = (requests: number) => budgets.note('product', { requests, keys: crowd.length });
  return measureEndurance(server, crowd, { minutes, folder: stage.folder, note });
}

/** The workloads with the selected rivals. */
function select({ only, against }: Options, { dataset }: Stage): readonly Workload[] {
  const workloads = planWorkloads(dataset);
  return (against === undefined ? workloads : planAgainst(workloads, against))
    .map((workload) => ({
      ...workload,
      rivals: workload.rivals.filter((rival) => `rounds ${workload.name} ${rival.name}`.includes(only)),
    }))
    .filter(({ rivals }) => rivals.length > 0);
}
