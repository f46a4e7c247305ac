import type { MemoryOfLog } from './dry-run.ts';
import { FIRST_DOCUMENTS } from './first-documents.ts';
import { RECORDERS } from './hot-site.ts';
import type { ImportResult } from './log-import.ts';
import { PREFIXES } from './made-up-ranges.ts';
import { HOSTILE_DOCUMENTS } from './resting.ts';
import type { Results } from './results.ts';
import type { RatioGoal, Versus } from './versus.ts';

/** A goal that is not a ratio to a rival. */
export type GoalResult = {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  /** Undefined if there is no goal for this measurement. */
  readonly reached: boolean | undefined;
};

/** The goals that compare the product with itself, and the results. */
export function goalResults(results: Results): readonly GoalResult[] {
  return [
    ...growthGoals(results),
    ...rollupGoals(results),
    ...insightGoals(results),
    ...lookupGoals(results),
    ...recordingGoals(results),
    ...hotSiteGoals(results),
    ...dryRunGoals(results),
    ...importGoals(results),
    ...drainGoals(results),
    ...streamingGoals(results),
    ...coldStartGoals(results),
    ...restingGoals(results),
    ...largeGoals(results),
  ];
}

function growthGoals({ growth }: Results): readonly GoalResult[] {
  return growth.flatMap(({ name, size, points, ratioAtMost }) => {
    const [first, last] = [points.at(0), points.at(-1)];
    if (ratioAtMost === undefined || first === undefined || last === undefined) return [];
    const ratio = last.cost / first.cost;
    const sizes = `${last.size.toLocaleString('en')} ÷ ${first.size.toLocaleString('en')} ${size}`;
    return [
      {
        name: `${name}, ${sizes}`,
        value: `${ratio.toFixed(2)}×`,
        goal: `≤ ${ratioAtMost}×`,
        reached: ratio <= ratioAtMost,
      },
    ];
  });
}

const ROLLUP_GOAL = 200;
/** Counting fewer events in SQL is too quick to be beaten by that factor. */
const ROLLUP_GOAL_EVENTS = 5_000_000;

function rollupGoals({ rollup }: Results): readonly GoalResult[] {
  if (rollup === undefined) return [];
  const { events, statsMs, countingMs } = rollup;
  const ratio = countingMs / statsMs;
  return [
    {
      name: `stats over 90 days, against counting ${events.toLocaleString('en')} events in SQL`,
      value: `${ratio.toFixed(0)}× faster (${statsMs.toFixed(1)} ms, ${countingMs.toFixed(0)} ms)`,
      goal: `≥ ${ROLLUP_GOAL}× from ${ROLLUP_GOAL_EVENTS.toLocaleString('en')}`,
      reached: events < ROLLUP_GOAL_EVENTS ? undefined : ratio >= ROLLUP_GOAL,
    },
  ];
}

const NO_GOAL = { goal: '', reached: undefined };

function insightGoals({ insight }: Results): readonly GoalResult[] {
  return insight.map(({ name, unit, goal, events, ...versus }) => ({
    name: `${name}, ${events.toLocaleString('en')} events`,
    ...describeVersus(versus, unit),
    ...(goal === undefined ? NO_GOAL : goalFor(goal, versus, events)),
  }));
}

const LOOKUP_GOAL_US = 1;

function lookupGoals({ lookups }: Results): readonly GoalResult[] {
  return lookups.map(({ notation, costUs, spread }) => ({
    name: `verdict of an address, ${notation}, ${PREFIXES.toLocaleString('en')} prefixes`,
    value: `${costUs.toFixed(2)} µs of CPU (${spread.map((each) => each.toFixed(2)).join('–')})`,
    goal: `≤ ${LOOKUP_GOAL_US} µs`,
    reached: costUs <= LOOKUP_GOAL_US,
  }));
}

const RECORDING_GOAL: RatioGoal = { kind: 'at most', ratio: 1.5 };

function recordingGoals({ recording }: Results): readonly GoalResult[] {
  return recording.map(({ writers, ...versus }) => ({
    name: `${writers} recording 1,000 events at once on one site, against inserting them alone`,
    ...describeVersus(versus, 'events/s'),
    ...goalFor(RECORDING_GOAL, versus),
  }));
}

const HOT_SITE_GOAL: RatioGoal = { kind: 'at least', ratio: 0.7 };

function hotSiteGoals({ hotSite }: Results): readonly GoalResult[] {
  return hotSite.map(({ batch, ...versus }) => ({
    name: `${RECORDERS} recorders, ${batch.toLocaleString('en')} events at once: one hot site, against ${RECORDERS} sites`,
    ...describeVersus(versus, 'events/s'),
    ...goalFor(HOT_SITE_GOAL, versus),
  }));
}

/** With fewer lines, the start of the process takes too large a share. */
const DRY_RUN_LINES = 1_000_000;
const DRY_RUN_GOAL: RatioGoal = { kind: 'at least', ratio: 4, fromEvents: DRY_RUN_LINES };
const DRY_RUN_GOAL_RATE = 400_000;
const FLAT_GOAL = 1.25;
/** From this size on, memory has reached the level that the garbage collector allows. */
const FLAT_FROM_LINES = 1_000_000;

function dryRunGoals({ dryRun }: Results): readonly GoalResult[] {
  if (dryRun === undefined) return [];
  const { log, lines, memory, goaccessMb, ...versus } = dryRun;
  return [
    {
      name: `logs import --dry-run, ${lines.toLocaleString('en')} lines of a ${log}, against GoAccess`,
      ...describeVersus(versus, 'lines/s'),
      ...goalFor(DRY_RUN_GOAL, versus, lines),
    },
    {
      name: `logs import --dry-run, ${lines.toLocaleString('en')} lines of a ${log}`,
      value: amount(versus.ours, 'lines/s'),
      goal: `≥ ${amount(DRY_RUN_GOAL_RATE, 'lines/s')} from ${DRY_RUN_LINES.toLocaleString('en')}`,
      reached: lines < DRY_RUN_LINES ? undefined : versus.ours >= DRY_RUN_GOAL_RATE,
    },
    ...flatGoals(memory, `GoAccess ${megabytes(lines, goaccessMb)}`),
  ];
}

/** Compares the two longest logs. */
function flatGoals(memory: readonly MemoryOfLog[], goaccess: string): readonly GoalResult[] {
  const [shorter, longer] = memory.slice(-2);
  if (shorter === undefined || longer === undefined) return [];
  const ratio = longer.highestMb / shorter.highestMb;
  const sizes = `${longer.lines.toLocaleString('en')} ÷ ${shorter.lines.toLocaleString('en')}`;
  const all = memory.map(({ lines, highestMb }) => megabytes(lines, highestMb)).join('; ');
  return [
    {
      name: `logs import --dry-run: memory, ${sizes} lines`,
      value: `${ratio.toFixed(2)}× (${all}; ${goaccess})`,
      goal: `≤ ${FLAT_GOAL}× from ${FLAT_FROM_LINES.toLocaleString('en')}`,
      reached: shorter.lines < FLAT_FROM_LINES ? undefined : ratio <= FLAT_GOAL,
    },
  ];
}

function megabytes(lines: number, highestMb: number): string {
  return `${lines.toLocaleString('en')}: ${highestMb.toFixed(0)} MB`;
}

/** With fewer lines, the start of the process takes too large a share. */
const IMPORT_GOAL: RatioGoal = { kind: 'at least', ratio: 0.45, fromEvents: 300_000 };

/** There is no goal for a log with few events, because COPY reads no log. */
function importGoals({ imports }: Results): readonly GoalResult[] {
  return imports.map(({ log, lines, events, ...versus }) => {
    const linesPerSecond = (lines / events) * versus.ours;
    const counts = `${lines.toLocaleString('en')} lines of a ${log}, ${events.toLocaleString('en')} events`;
    const name = `logs import, ${counts} (${amount(linesPerSecond, 'lines/s')}), against COPY`;
    return { name, ...describeVersus(versus, 'events/s'), ...importGoal({ lines, events }, versus) };
  });
}

function importGoal(
  { lines, events }: Pick<ImportResult, 'lines' | 'events'>,
  versus: Versus,
): Pick<GoalResult, 'goal' | 'reached'> {
  return events < lines ? NO_GOAL : goalFor(IMPORT_GOAL, versus, events);
}

const DRAIN_GOAL: RatioGoal = { kind: 'at least', ratio: 1 };

function drainGoals({ drain }: Results): readonly GoalResult[] {
  if (drain === undefined) return [];
  const { log, events, memoryMb, ...versus } = drain;
  const [first, last] = memoryMb;
  const name = `drain of a ${log}, ${events.toLocaleString('en')} events`;
  const memory = { name: `${name}: memory`, value: `${first.toFixed(0)} MB, then ${last.toFixed(0)} MB` };
  return [
    {
      name: `${name}, against importing it`,
      ...describeVersus(versus, 'events/s'),
      ...goalFor(DRAIN_GOAL, versus),
    },
    { ...memory, goal: `≤ ${FLAT_GOAL}×`, reached: last <= first * FLAT_GOAL },
  ];
}

function describeVersus({ ours, theirs, spread }: Versus, unit: string): Pick<GoalResult, 'value'> {
  const range = spread.map((each) => each.toFixed(2)).join('–');
  const value = `${(ours / theirs).toFixed(2)}× (${range}; ${amount(ours, unit)}, ${amount(theirs, unit)})`;
  return { value };
}

function amount(figure: number, unit: string): string {
  return `${figure.toLocaleString('en', { maximumFractionDigits: figure < 100 ? 1 : 0 })} ${unit}`;
}

function goalFor(
  { kind, ratio, aim, fromEvents = 0 }: RatioGoal,
  { ours, theirs }: Versus,
  events = fromEvents,
): Pick<GoalResult, 'goal' | 'reached'> {
  const seen = ours / theirs;
  const [sign, isReached] = kind === 'at least' ? ['≥', seen >= ratio] : ['≤', seen <= ratio];
  const better = aim === undefined ? '' : `, aim ${aim}×`;
  const from = fromEvents === 0 ? '' : ` from ${fromEvents.toLocaleString('en')}`;
  return { goal: `${sign} ${ratio}×${better}${from}`, reached: events < fromEvents ? undefined : isReached };
}

const GAP_GOAL_MS = 25;
const STREAM_MEMORY_GOAL_MB = 30;

function streamingGoals({ streaming }: Results): readonly GoalResult[] {
  return streaming.flatMap(({ reader, megabytes, tookMs, worstGapMs, gapSpread, idleGapMs, memoryMb }) => {
    const range = gapSpread.map((each) => each.toFixed(1)).join('–');
    const series = `10 years of hours, ${reader} reader (${megabytes.toFixed(1)} MB in ${tookMs.toFixed(0)} ms)`;
    return [
      {
        name: `${series}: others wait at most`,
        value: `${worstGapMs.toFixed(1)} ms (${range}; ${idleGapMs.toFixed(1)} ms without a reader)`,
        goal: `≤ ${GAP_GOAL_MS} ms`,
        reached: worstGapMs <= GAP_GOAL_MS,
      },
      {
        name: `${series}: memory`,
        value: `+ ${memoryMb.toFixed(1)} MB`,
        goal: `+ ≤ ${STREAM_MEMORY_GOAL_MB} MB`,
        reached: memoryMb <= STREAM_MEMORY_GOAL_MB,
      },
    ];
  });
}

const COLD_START_GOAL_MS = 1_000;
const FIRST_DOCUMENTS_GOAL: RatioGoal = { kind: 'at least', ratio: 0.6 };

function coldStartGoals({ coldStart }: Results): readonly GoalResult[] {
  if (coldStart === undefined) return [];
  const range = coldStart.spread.map((each) => each.toFixed(0)).join('–');
  return [
    {
      name: 'from start to ready',
      value: `${coldStart.readyMs.toFixed(0)} ms (${range})`,
      goal: `≤ ${COLD_START_GOAL_MS} ms`,
      reached: coldStart.readyMs <= COLD_START_GOAL_MS,
    },
    {
      name: `the first ${FIRST_DOCUMENTS} documents of a new process, against later ones`,
      ...describeVersus(coldStart.firstDocuments, 'documents/s'),
      ...goalFor(FIRST_DOCUMENTS_GOAL, coldStart.firstDocuments),
    },
  ];
}

const RESTING_GOAL_MB = 95;
const SETTLED_GOAL_MB = 300;

function restingGoals({ resting }: Results): readonly GoalResult[] {
  if (resting === undefined) return [];
  const { seconds, startedMb, settledMb } = resting;
  const hostile = `${HOSTILE_DOCUMENTS.toLocaleString('en')} refused documents`;
  return [
    memoryGoal(`memory ${seconds} s after the start`, startedMb, RESTING_GOAL_MB),
    memoryGoal(`memory ${seconds} s after ${hostile}`, settledMb, SETTLED_GOAL_MB),
  ];
}

function memoryGoal(name: string, mb: number, atMostMb: number): GoalResult {
  return { name, value: `${mb.toFixed(0)} MB`, goal: `≤ ${atMostMb} MB`, reached: mb <= atMostMb };
}

function largeGoals({ large }: Results): readonly GoalResult[] {
  return large.map(({ name, seen, unit, goal, detail = '' }) => {
    const figure = seen === undefined ? [] : [figureOf(seen, unit)];
    const value = [...figure, ...(detail === '' ? [] : [detail])].join('; ');
    if (goal === undefined) return { name, value, goal: '', reached: undefined };
    const [sign, isReached] =
      goal.kind === 'at least'
        ? ['≥', seen !== undefined && seen >= goal.figure]
        : ['≤', seen !== undefined && seen <= goal.figure];
    return { name, value, goal: `${sign} ${figureOf(goal.figure, unit)}`, reached: isReached };
  });
}

function figureOf(figure: number, unit: string): string {
  return unit === '×' ? `${Number(figure.toFixed(2))}×` : amount(figure, unit);
}
