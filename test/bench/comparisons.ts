import { lowerQuartile, median, spread } from './statistics.ts';
import type { Contestant, Rival, Workload } from './workloads.ts';

/** The cost of one answer. For several rounds, the medians. */
export type Figures = {
  readonly answersPerSecond: number;
  readonly nodeUs: number;
  readonly postgresUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** What a contestant achieved in one round. */
export type Load = Figures & {
  /** The share of the machine's cores that went to processes other than those of the bench, from 0 to 1. */
  readonly others: number;
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
  /**
   * CPU time of Node.js and PostgreSQL per answer, product ÷ rival: the ratio of the lower quartiles, since a disturbance only
   * adds to it, and the lowest and highest of a round.
   */
  readonly cpuRatio: number;
  readonly cpuSpread: readonly [least: number, most: number];
  /** The goals that apply; undefined where there is none for this number of connections. */
  readonly rateAtLeast: number | undefined;
  readonly cpuAtMost: number | undefined;
  /** Undefined without a goal. */
  readonly reached: boolean | undefined;
};

/** Which rounds the figures are from. */
export type Disturbance = {
  /** Rounds of all comparisons together, and how many of them were left out. */
  readonly rounds: number;
  readonly leftOut: number;
  /** The share of the cores that other processes took during a round: the median and the highest. */
  readonly others: number;
  readonly othersAtMost: number;
};

export type RoundsResult = {
  readonly figures: readonly ContestantFigures[];
  readonly comparisons: readonly Comparison[];
  readonly disturbance: Disturbance | undefined;
};

/** The loads of one round, in the order of the contestants: the product, then its rivals. */
export type Round = readonly Load[];

/** A workload at one number of connections, and its rounds. */
export type Match = {
  readonly workload: Workload;
  readonly connections: number;
  readonly rounds: readonly Round[];
};

/** What decides whether a goal is reached: answers per second, with CPU where the goal says so, or CPU alone. */
export type Judge = 'rate' | 'CPU';

export function summarise(matches: readonly Match[], judge: Judge): RoundsResult {
  const counted = matches.map((match) => ({ ...match, rounds: quietRounds(match.rounds) }));
  return {
    figures: counted.flatMap(figuresOf),
    comparisons: counted.flatMap((match) => comparisonsOf(match, judge)),
    disturbance: disturbanceOf(
      matches.flatMap(({ rounds }) => rounds),
      counted.flatMap(({ rounds }) => rounds),
    ),
  };
}

/** Caches and cores that are shared make an answer more expensive, even in CPU time. */
const OTHERS_AT_MOST = 0.1;

/** The rounds without much else on the machine. If these are fewer than half, more rounds say more than quieter ones. */
export function quietRounds(rounds: readonly Round[]): readonly Round[] {
  const quiet = rounds.filter((round) => othersDuring(round) <= OTHERS_AT_MOST);
  return quiet.length >= rounds.length / 2 ? quiet : rounds;
}

function othersDuring(round: Round): number {
  return Math.max(...round.map(({ others }) => others));
}

function disturbanceOf(all: readonly Round[], counted: readonly Round[]): Disturbance | undefined {
  if (all.length === 0) return undefined;
  const others = all.map(othersDuring);
  return {
    rounds: all.length,
    leftOut: all.length - counted.length,
    others: median(others),
    othersAtMost: Math.max(...others),
  };
}

function figuresOf({ workload, connections, rounds }: Match): readonly ContestantFigures[] {
  return contestantsOf(workload).map(({ name }, index) => ({
    workload: workload.name,
    connections,
    name,
    ...medians(loadsOf(rounds, index)),
  }));
}

/** The product first. */
export function contestantsOf({ product, rivals }: Workload): readonly Contestant[] {
  return [product, ...rivals];
}

function loadsOf(rounds: readonly Round[], index: number): readonly Load[] {
  return rounds.flatMap((round) => round[index] ?? []);
}

function medians(loads: readonly Figures[]): Figures {
  const of = (read: (figures: Figures) => number) => median(loads.map(read));
  return {
    answersPerSecond: of((figures) => figures.answersPerSecond),
    nodeUs: of((figures) => figures.nodeUs),
    postgresUs: of((figures) => figures.postgresUs),
    p50Ms: of((figures) => figures.p50Ms),
    p99Ms: of((figures) => figures.p99Ms),
  };
}

function comparisonsOf({ workload, connections, rounds }: Match, judge: Judge): readonly Comparison[] {
  const ours = loadsOf(rounds, 0);
  return workload.rivals.map((rival, index) => {
    const theirs = loadsOf(rounds, index + 1);
    const ratiosOf = (read: (figures: Figures) => number) =>
      ours.map((load, round) => read(load) / read(theirs[round] ?? load));
    const seen = {
      ratio: medians(ours).answersPerSecond / medians(theirs).answersPerSecond,
      cpuRatio: lowerQuartile(ours.map(cpuOf)) / lowerQuartile(theirs.map(cpuOf)),
    };
    return {
      workload: workload.name,
      connections,
      rival: rival.name,
      ...seen,
      spread: spread(ratiosOf(({ answersPerSecond }) => answersPerSecond)),
      cpuSpread: spread(ratiosOf(cpuOf)),
      ...verdictOf(seen, rival, connections, judge),
    };
  });
}

const cpuOf = ({ nodeUs, postgresUs }: Figures) => nodeUs + postgresUs;

type Verdict = Pick<Comparison, 'rateAtLeast' | 'cpuAtMost' | 'reached'>;

function verdictOf(
  { ratio, cpuRatio }: Pick<Comparison, 'ratio' | 'cpuRatio'>,
  { goals }: Rival,
  connections: number,
  judge: Judge,
): Verdict {
  const goal = goals[connections];
  if (goal === undefined) return { rateAtLeast: undefined, cpuAtMost: undefined, reached: undefined };
  const { rateAtLeast } = goal;
  if (judge === 'rate') {
    const { cpuAtMost } = goal;
    return { rateAtLeast, cpuAtMost, reached: ratio >= rateAtLeast && cpuRatio <= (cpuAtMost ?? Infinity) };
  }
  const cpuAtMost = goal.cpuAtMost ?? costOfRate(rateAtLeast, connections);
  return { rateAtLeast, cpuAtMost, reached: cpuAtMost === undefined ? undefined : cpuRatio <= cpuAtMost };
}

/**
 * The CPU time that allows this rate where the cores are the limit. A single connection mostly waits, so there the rate
 * says nothing about CPU time.
 */
function costOfRate(rateAtLeast: number, connections: number): number | undefined {
  return connections === 1 ? undefined : 1 / rateAtLeast;
}
