import type { Results } from './results.ts';

/** One thing to reach that is no ratio to a rival. */
export type GoalResult = {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  /** Undefined where the goal is not set for what was measured. */
  readonly reached: boolean | undefined;
};

/** What is to be reached against ourselves, with what was seen. */
export function goalResults(results: Results): readonly GoalResult[] {
  return [
    ...growthGoals(results),
    ...rollupGoals(results),
    ...recordingGoals(results),
    ...streamingGoals(results),
    ...coldStartGoals(results),
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
/** Counting less is too quick to be beaten by so much. */
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

const RECORDING_GOAL = 1.5;

function recordingGoals({ recording }: Results): readonly GoalResult[] {
  if (recording === undefined) return [];
  const { recordMs, insertMs, spread } = recording;
  const ratio = recordMs / insertMs;
  const range = spread.map((each) => each.toFixed(2)).join('–');
  return [
    {
      name: 'recording 1,000 events, against inserting them alone',
      value: `${ratio.toFixed(2)}× (${range}; ${recordMs.toFixed(1)} ms, ${insertMs.toFixed(1)} ms)`,
      goal: `≤ ${RECORDING_GOAL}×`,
      reached: ratio <= RECORDING_GOAL,
    },
  ];
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
  ];
}
