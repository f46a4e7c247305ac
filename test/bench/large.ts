import type { Cleanup } from './cleanup.ts';
import { type Cluster, withClient } from './cluster.ts';
import { type LargeScale, fillLarge, planLarge, planSmallSites } from './large-data.ts';
import { measureDeletion } from './large-deletion.ts';
import { measureDisk, measureSmallSites } from './large-disk.ts';
import { measureFolding } from './large-folding.ts';
import { type ReportCosts, growthOfReports, measureReports } from './large-growth.ts';
import { measureLateEvents } from './large-late-events.ts';
import { type LargeLine, partOf } from './large-line.ts';
import { measureFilters } from './large-reads.ts';
import { type LargeStage, leaseTurn, untilUpkept } from './large-stage.ts';
import { measureIdleUpkeep } from './large-upkeep.ts';
import { measureVerify } from './large-verify.ts';
import type { Options } from './options.ts';
import { progress, when } from './progress.ts';
import type { Results } from './results.ts';
import { createDatabase } from './servers.ts';

export type LargeRunScale = {
  /** The databases over which the cost of reports grows. The lines are about the last. */
  readonly sizes: readonly LargeScale[];
  /** Sites with so few events that their rollups weigh more than the events. */
  readonly smallSites: LargeScale;
  /** What takes longer is stopped, and missed. */
  readonly limitSeconds: number;
  readonly firstUpkeepSeconds: number;
};

type Run = {
  readonly cluster: Cluster;
  readonly folder: string;
  readonly options: Options;
  readonly cleanup: Cleanup;
};

/** Measures what a large database costs. It takes long, so it runs only if it is asked for. */
export async function measureLarge(
  run: Run,
  scale: LargeRunScale,
): Promise<Pick<Results, 'large' | 'growth'>> {
  if (!run.options.only.startsWith('large')) return { large: [], growth: [] };
  const lines: LargeLine[] = [];
  const costs: ReportCosts[] = [];
  for (const size of scale.sizes.slice(0, -1)) {
    const found = await when(run.options, 'large growth', () => measureSize(run, size, scale));
    if (found !== undefined) costs.push(found);
  }
  const largest = scale.sizes.at(-1);
  if (largest !== undefined) {
    const stage = await makeStage(run, largest);
    lines.push(...(await measureLines(run, stage, scale)));
    costs.push(...asList(await when(run.options, 'large growth', () => measureReports(stage))));
    const late = () => partOf('large folding', () => measureLateEvents(stage));
    lines.push(...((await when(run.options, 'large folding', late)) ?? []));
    await dropDatabase(run.cluster, stage);
  }
  lines.push(...asList(await when(run.options, 'large disk', () => measureSmall(run, scale))));
  return { large: lines, growth: growthOfReports(costs) };
}

function asList<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}

async function makeStage({ cluster, folder, cleanup }: Run, size: LargeScale): Promise<LargeStage> {
  const events = size.events.toLocaleString('en');
  progress(`large: a database of ${events} events`);
  const databaseUrl = await createDatabase(cluster, `large_${size.events}`);
  const data = planLarge(size, Date.now());
  await fillLarge(databaseUrl, data);
  // a first pass takes longer than all that is measured
  await leaseTurn(databaseUrl, 'judging');
  progress(`large: ${events} events are there`);
  return { databaseUrl, cleanup, postgresPid: cluster.pid, data, folder };
}

async function measureSize(
  run: Run,
  size: LargeScale,
  { firstUpkeepSeconds }: LargeRunScale,
): Promise<ReportCosts> {
  const stage = await makeStage(run, size);
  await untilUpkept(stage, firstUpkeepSeconds, () => undefined);
  const costs = await measureReports(stage);
  await dropDatabase(run.cluster, stage);
  return costs;
}

/** What reads comes before what writes, and deletion has a copy of its own. */
async function measureLines(
  run: Run,
  stage: LargeStage,
  scale: LargeRunScale,
): Promise<readonly LargeLine[]> {
  const { options, cluster, cleanup } = run;
  const { limitSeconds, firstUpkeepSeconds } = scale;
  const parts = {
    'large disk': () => measureDisk(stage.databaseUrl, stage.data.events),
    'large filters': () => measureFilters(stage),
    'large verify': async () => [await measureVerify(stage, limitSeconds)],
    'large deletion': () => onCopy(run, stage, (copy) => measureDeletion(copy, limitSeconds)),
    'large folding': () => measureFolding(stage, firstUpkeepSeconds),
    'large upkeep': async () =>
      measureIdleUpkeep(stage, { cleanup, databaseUrl: await createDatabase(cluster, 'large_empty') }, scale),
  };
  const lines: LargeLine[] = [];
  for (const [name, measure] of Object.entries(parts))
    lines.push(...((await when(options, name, () => partOf(name, measure))) ?? []));
  return lines;
}

async function onCopy<Result>(
  { cluster }: Run,
  stage: LargeStage,
  work: (copy: LargeStage) => Promise<Result>,
): Promise<Result> {
  progress('large: a copy of the database');
  const copy = { ...stage, databaseUrl: `${stage.databaseUrl}_copy` };
  const [name, template] = [nameOf(copy), nameOf(stage)];
  // by files: the other way writes everything into the write-ahead log
  await withClient(cluster.url('postgres'), (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  try {
    return await work(copy);
  } finally {
    await dropDatabase(cluster, copy);
  }
}

/** Whatever still runs there ends. */
async function dropDatabase(cluster: Cluster, stage: LargeStage): Promise<void> {
  await withClient(cluster.url('postgres'), (client) =>
    client.query(`drop database ${nameOf(stage)} with (force)`),
  );
}

function nameOf({ databaseUrl }: LargeStage): string {
  return new URL(databaseUrl).pathname.slice(1);
}

async function measureSmall(run: Run, { smallSites, firstUpkeepSeconds }: LargeRunScale): Promise<LargeLine> {
  const databaseUrl = await createDatabase(run.cluster, 'large_small_sites');
  await fillLarge(databaseUrl, planSmallSites(smallSites, Date.now()));
  return measureSmallSites({ databaseUrl, cleanup: run.cleanup }, smallSites, firstUpkeepSeconds);
}
