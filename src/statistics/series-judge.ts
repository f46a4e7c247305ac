import {
  type Found,
  type Rules,
  findFailures,
  findMany,
  findNone,
  findOutside,
  isUsualAgain,
} from './finding.ts';
import { HOURS_OF_DAY, type LeftOut } from './hourly.ts';
import { type CountedSeries, type Gate, type Learned, gateOf, learnSeries } from './learned.ts';
import { mayBeUnusual, pauseBefore, sumsOfSeries } from './series-sums.ts';
import { leastSilence } from './silence.ts';
import { NEW_USUAL_HOURS, type Span, keyOfSpans, leftOutOf, ongoingKinds, usualSince } from './spans.ts';

export type SeriesJudge = {
  /** What is unusual of the hours up to one, of the kinds that are not going on. `longest`: how many hours may be looked at. */
  begun(until: number, spans: readonly Span[], rules: Rules, longest?: number): readonly Found[];
  /** Whether what goes on is over. */
  isOver(span: Span, until: number, spans: readonly Span[]): boolean;
  /** What is known of it, learned at most a week before. */
  gate(until: number, spans: readonly Span[]): KnownGate;
  /** When it is to be looked at for silence, if nothing comes before. */
  silentAt(until: number, spans: readonly Span[]): number;
};

/** A gate, and the first hour of the day for which it was learned; undefined if the series is too short. */
export type KnownGate = { readonly day: number; readonly gate: Gate | undefined };

/** A silence that is not improbable yet is looked at again after this time. */
const LOOK_AGAIN_HOURS = 6;
/** What was learned so long ago is good enough to see that nothing is unusual. */
const LEARNED_AGAIN_HOURS = 7 * HOURS_OF_DAY;

/** Judges the hours of a series one after the other, by what was counted before. */
export function createSeriesJudge(series: CountedSeries, gaps: LeftOut, known?: KnownGate): SeriesJudge {
  const sums = sumsOfSeries(series);
  const learn = createLearner(series, gaps);
  let gate = known;

  function gateAt(until: number, spans: readonly Span[]): KnownGate {
    const day = firstHourOfDay(until);
    if (gate === undefined || day - gate.day > LEARNED_AGAIN_HOURS) {
      const learned = learn(until, spans);
      gate = { day, gate: learned && gateOf(learned) };
    }
    return gate;
  }

  return {
    gate: gateAt,
    begun(until, spans, rules, longest) {
      const { gate: most } = gateAt(until, spans);
      if (most === undefined) return [];
      const pause = pauseBefore(until, series, gaps);
      if (pause.recorded <= most.pause && !mayBeUnusual(sums, until, most)) return [];
      const usual = learn(until, spans);
      if (usual === undefined) return [];
      gate = { day: firstHourOfDay(until), gate: gateOf(usual) };
      const ongoing = ongoingKinds(spans);
      return findAll({ sums, until, usual, longest, pause }, rules).filter(({ kind }) => !ongoing.has(kind));
    },
    isOver({ kind, from }, until, spans) {
      if (until - from >= NEW_USUAL_HOURS) return true;
      if (kind === 'silence') return sums.visits(from, until) > 0;
      const usual = learn(until, spans);
      return usual === undefined || isUsualAgain(kind, { sums, until, usual });
    },
    silentAt(until, spans) {
      const { gate: most } = gateAt(until, spans);
      if (most === undefined) return Infinity;
      const due = pauseBefore(until, series, gaps).from + leastSilence(most.pause);
      return due > until ? due : until + LOOK_AGAIN_HOURS;
    },
  };
}

function findAll(seen: Parameters<typeof findMany>[0], rules: Rules): readonly Found[] {
  const found = [
    rules.surge && findMany(seen, rules.surge),
    rules.silence === undefined ? undefined : findNone(seen, rules.silence),
    rules.errors === undefined ? undefined : findFailures(seen, rules.errors),
    rules.impostors && findOutside(seen, rules.impostors),
  ];
  return found.filter((each) => each !== undefined);
}

/** Learns what is usual for the day of an hour, once for each day and whatever was unusual before. */
function createLearner(series: CountedSeries, gaps: LeftOut) {
  let last: { readonly key: string; readonly learned: Learned | undefined } | undefined;
  return (until: number, spans: readonly Span[]): Learned | undefined => {
    const day = firstHourOfDay(until);
    const key = `${day} ${keyOfSpans(spans)}`;
    if (last?.key !== key) {
      const learned = learnSeries(series, { since: usualSince(spans), leftOut: leftOutOf(spans, gaps) }, day);
      last = { key, learned };
    }
    return last.learned;
  };
}

function firstHourOfDay(until: number): number {
  return Math.floor((until - 1) / HOURS_OF_DAY) * HOURS_OF_DAY;
}
