import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Actor } from './actors/actor.ts';
import { createReaders } from './actors/readers.ts';
import { createProbe } from './actors/recorder.ts';
import { type Kept, checkAll } from './final-check.ts';
import { startCallers } from './load.ts';
import { percentiles } from './report.ts';
import { untilRecovered } from './run-faults.ts';
import type { World } from './world.ts';

type Times = ReturnType<typeof percentiles>;

export type OverloadResult = {
  readonly callers: number;
  /** In a second: requests that were answered, and those that were shed. */
  readonly answeredPerSecond: number;
  readonly shedPerSecond: number;
  /** In milliseconds, as the callers saw them. */
  readonly answered: Times;
  /** Those that were asked once the processes had compiled their code. */
  readonly answeredWarm: Times;
  readonly shed: Times;
  /** Failed calls that were not shed, by what failed. */
  readonly failed: ReadonlyMap<string, number>;
  /** Of /health/live, as a thread of its own saw it. */
  readonly live: { readonly longestMs: number; readonly asked: number; readonly failed: number };
  /** From the end of the load until both processes had recorded, answered through both doors, and were ready. */
  readonly recoveryMs: number;
  readonly wrongs: readonly string[];
  readonly kept: Kept;
};

/** After that, the code of the processes, and of the driver, is compiled. */
const WARM_MS = 4_000;

/** Callers that never pause, not even when they are told to, use both processes for a time. */
export async function runOverload(world: World, callers: number, forMs: number): Promise<OverloadResult> {
  const { journal } = world;
  const watch = new Worker('./test/load/live-watch.mjs', { workerData: [0, 1].map(world.urlOf) });
  const fromMs = performance.now();
  const load = startCallers(createCrowd(world, callers), callers);
  await delay(forMs);
  const overMs = performance.now();
  watch.postMessage('over');
  const [live] = (await once(watch, 'message')) as [OverloadResult['live']];
  const ended = load.stop();
  await untilRecovered(world);
  const recoveryMs = Math.round(performance.now() - overMs);
  await ended;

  const seconds = (overMs - fromMs) / 1_000;
  const calls = [...journal.answered.values()].flatMap(({ fromMs: begun, tookMs }) =>
    tookMs.map((ms, n) => ({ ms, isWarm: (begun[n] ?? 0) >= fromMs + WARM_MS })),
  );
  const answered = calls.map(({ ms }) => ms);
  const shed = journal.failures.filter(({ what }) => what === 'OVERLOADED');
  const failed = new Map<string, number>();
  for (const { what } of journal.failures)
    if (what !== 'OVERLOADED') failed.set(what, (failed.get(what) ?? 0) + 1);
  return {
    callers,
    answeredPerSecond: Math.round(answered.length / seconds),
    shedPerSecond: Math.round(shed.length / seconds),
    answered: percentiles(answered),
    answeredWarm: percentiles(calls.filter(({ isWarm }) => isWarm).map(({ ms }) => ms)),
    shed: percentiles(shed.map((call) => call.untilMs - call.fromMs)),
    failed,
    live,
    recoveryMs,
    wrongs: journal.wrongs,
    kept: await checkAll(world, world.sites),
  };
}

/** For every caller one actor, so that each recorder repeats its own batch: nine of twenty record. */
function createCrowd(world: World, callers: number): readonly (readonly [Actor, number])[] {
  const readers = createReaders(world);
  return Array.from({ length: callers }, (_, n) => {
    const site = world.sites[n % world.sites.length];
    const actor = n % 20 < 9 && site ? createProbe(world, site) : readers[n % readers.length];
    if (actor === undefined) throw new Error('there is no one to call');
    return [actor, 1] as const;
  });
}

export function markdownOfOverload(result: OverloadResult): string {
  const { answered, answeredWarm, shed, live, kept } = result;
  const rows = [
    ['callers without a pause', result.callers],
    ['answered a second', result.answeredPerSecond],
    ['shed a second (503, Retry-After)', result.shedPerSecond],
    ['time of an answer, median / 99th of a hundred / longest, ms', Object.values(answered).join(' / ')],
    [`the same, asked after ${WARM_MS / 1_000} s`, Object.values(answeredWarm).join(' / ')],
    ['time of a 503, the same', Object.values(shed).join(' / ')],
    ['other failures', [...result.failed].map(([what, count]) => `${what} ${count}`).join(', ') || 'none'],
    ['/health/live, longest of all, ms', `${live.longestMs} (of ${live.asked}; ${live.failed} failed)`],
    ['full service after the end of the load, ms', result.recoveryMs],
    [
      'events acknowledged / lost / doubled / strange',
      [kept.acknowledged, kept.lost, kept.doubled, kept.strange].join(' / '),
    ],
    ['answers that the oracle contradicts', result.wrongs.length + kept.wrong.length],
  ];
  const wrongs = [...result.wrongs, ...kept.wrong].map((wrong) => `- ${wrong}`);
  return ['| seen | |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`), ...wrongs, ''].join(
    '\n',
  );
}
