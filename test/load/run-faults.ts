import { setTimeout as delay } from 'node:timers/promises';
import { createReaders } from './actors/readers.ts';
import { createProbe } from './actors/recorder.ts';
import type { Actor } from './actors/actor.ts';
import type { Fault } from './faults.ts';
import { type Kept, checkAll } from './final-check.ts';
import type { CallFailure } from './journal.ts';
import { startRate } from './load.ts';
import { createMix, startOthers } from './users.ts';
import type { World } from './world.ts';

/** A row of the table of faults. */
export type FaultResult = {
  readonly fault: Fault;
  /** Why it was not done; the numbers are then 0. */
  readonly impossible?: string;
  /** Failed calls in its window, by their codes. */
  readonly failed: ReadonlyMap<string, number>;
  /** Those of calls that should not have failed even there. */
  readonly unexpected: readonly CallFailure[];
  /** From the end of the fault until both processes had recorded, answered through both doors and were ready. */
  readonly recoveryMs: number;
  readonly acknowledged: number;
  /** Of each process, before and after, in MB. */
  readonly memoryMb: readonly (readonly [before: number, after: number])[];
};

export type RunResult = {
  readonly rows: readonly FaultResult[];
  /** Failed calls outside all windows. */
  readonly outside: readonly CallFailure[];
  readonly wrongs: readonly string[];
  readonly kept: Kept;
  readonly calls: ReadonlyMap<string, number>;
  /** Of the calls that were answered outside all windows, in milliseconds, by actor. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly skipped: number;
  /** Requests that got the answer of an earlier one with the same key. */
  readonly replayed: number;
  /** Of each process, once a second, in MB. */
  readonly memoryMb: readonly (readonly number[])[];
};

export type RunOptions = {
  readonly faults: readonly Fault[];
  readonly perSecond: number;
  /** How long a fault lasts. */
  readonly holdMs: (fault: Fault) => number;
  /** How long nothing happens before each fault, and after the last. */
  readonly calmMs: number;
  /** How long after a fault its window ends at the earliest, as the service promises. */
  readonly graceMs: number;
  readonly tell?: (line: string) => void;
};

type Window = { readonly fault: Fault; readonly fromMs: number; readonly untilMs: number };
type Happened = Omit<FaultResult, 'failed' | 'unexpected'> & { readonly window?: Window };

const RECOVERS_WITHIN_MS = 300_000;

/** Lets actors use the service, does one fault after the other, and then compares everything with the oracle. */
export async function runFaults(world: World, options: RunOptions): Promise<RunResult> {
  const { journal, topology } = world;
  const others = await startOthers(world);
  const load = startRate(createMix(world), options.perSecond);
  const memoryMb: number[][] = topology.processes.map(() => []);
  const sampling = setInterval(() => {
    topology.processes.forEach((process, n) => memoryMb[n]?.push(process.memoryMb()));
  }, 1_000);
  const happened: Happened[] = [];
  for (const fault of options.faults) {
    await delay(options.calmMs);
    happened.push(await happen(world, fault, options));
    options.tell?.(
      `${fault.name}: ${happened.at(-1)?.impossible ?? `recovered in ${happened.at(-1)?.recoveryMs} ms`}`,
    );
  }
  await delay(options.calmMs);
  await Promise.all([load.stop(), others.stop()]);
  clearInterval(sampling);
  const kept = await checkAll(world, [...world.sites, ...others.sites]);
  const windows = happened.flatMap(({ window }) => window ?? []);
  return {
    rows: happened.map(({ window, ...row }) => ({ ...row, ...failuresIn(window, journal.failures) })),
    outside: journal.failures.filter((failure) => !windows.some((window) => isIn(window, failure))),
    wrongs: journal.wrongs,
    kept,
    calls: journal.calls,
    times: timesOutside(windows, journal),
    skipped: load.skipped(),
    replayed: journal.replays(),
    memoryMb,
  };
}

async function happen(world: World, fault: Fault, options: RunOptions): Promise<Happened> {
  const { topology } = world;
  const impossible = fault.impossible?.(topology);
  if (impossible !== undefined) return { fault, impossible, recoveryMs: 0, acknowledged: 0, memoryMb: [] };
  const memory = () => topology.processes.map((process) => process.memoryMb());
  const acknowledged = () => world.sites.reduce((sum, { ledger }) => sum + ledger.acknowledged().size, 0);
  const [memoryBefore, before, fromMs] = [memory(), acknowledged(), performance.now()];
  await fault.happen(topology, options.holdMs(fault));
  const overMs = performance.now();
  await untilRecovered(world);
  const recoveryMs = Math.round(performance.now() - overMs);
  await delay(Math.max(0, options.graceMs - recoveryMs));
  return {
    fault,
    recoveryMs,
    acknowledged: acknowledged() - before,
    memoryMb: memory().map((after, n) => [memoryBefore[n] ?? 0, after] as const),
    window: { fault, fromMs, untilMs: performance.now() },
  };
}

/** Waits until both processes have recorded, answered through both doors, and are ready. */
export async function untilRecovered(world: World): Promise<void> {
  const [site] = world.sites;
  if (site === undefined) throw new Error('there is no site');
  const deadlineMs = performance.now() + RECOVERS_WITHIN_MS;
  const ready: Actor = {
    name: 'ready',
    act: async (process) => (await world.ask('ready', process, { path: '/health/ready' }))?.status === 200,
  };
  const probes = [ready, ...createReaders(world)];
  const untilSuccess = async (probe: Actor, process: number) => {
    while (!(await probe.act(process))) {
      if (performance.now() > deadlineMs) throw new Error(`${probe.name} does not recover`);
      await delay(20);
    }
  };
  const all = [0, 1].flatMap((process) =>
    [...probes, createProbe(world, site)].map((probe) => untilSuccess(probe, process)),
  );
  await Promise.all(all);
}

function failuresIn(window: Window | undefined, failures: readonly CallFailure[]) {
  const inside = window ? failures.filter((failure) => isIn(window, failure)) : [];
  const failed = new Map<string, number>();
  for (const { what } of inside) failed.set(what, (failed.get(what) ?? 0) + 1);
  return { failed, unexpected: inside.filter((failure) => window && !window.fault.mayFail(failure)) };
}

function timesOutside(windows: readonly Window[], { answered }: World['journal']) {
  const times = new Map<string, number[]>();
  for (const [actor, { fromMs, tookMs }] of answered) {
    const own = fromMs.map((from, n) => ({ fromMs: from, untilMs: from + (tookMs[n] ?? 0) }));
    const outside = own.filter((call) => !windows.some((window) => isIn(window, call)));
    times.set(
      actor,
      outside.map((call) => call.untilMs - call.fromMs),
    );
  }
  return times;
}

function isIn({ fromMs, untilMs }: Window, call: Pick<CallFailure, 'fromMs' | 'untilMs'>): boolean {
  return call.fromMs <= untilMs && call.untilMs >= fromMs;
}
