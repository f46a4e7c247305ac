import type { NewEvent } from '../domain/event.ts';
import type { LogRecord } from '../recording/log-record.ts';
import { PASSED_OVER, type PassedOverReason } from '../recording/passed-over.ts';
import { sampleOf } from '../recording/sample.ts';

/** A line that was passed over; `number` counts from 1. */
export type Example = { readonly number: number; readonly line: string };

/** An event, with the line it comes from and the address of its client as it was read. */
export type SeenEvent = { readonly number: number; readonly address: string; readonly event: NewEvent };

/** The lines that were read, and those among them that became no event. */
export type Tally = {
  lines: number;
  /** Those that became events. */
  withEvents: number;
  readonly passedOver: Map<PassedOverReason, number>;
  /** The first few lines of each reason. */
  readonly examples: Map<PassedOverReason, readonly Example[]>;
  /** What may be stored of the first line of each reason (`sampleOf`). */
  readonly samples: Map<PassedOverReason, string>;
  /** The first few events. */
  firstEvents: readonly SeenEvent[];
};

const EXAMPLES = 3;
const FIRST_EVENTS = 5;

export function emptyTally(): Tally {
  return {
    lines: 0,
    withEvents: 0,
    passedOver: new Map(),
    examples: new Map(),
    samples: new Map(),
    firstEvents: [],
  };
}

/** Counts a reason for the line after those counted so far, which may have been read as a record. */
export function tallyPassedOver(
  tally: Tally,
  reason: PassedOverReason,
  { line, record }: { readonly line: string; readonly record: LogRecord | undefined },
): void {
  const count = (tally.passedOver.get(reason) ?? 0) + 1;
  tally.passedOver.set(reason, count);
  if (count === 1) tally.samples.set(reason, sampleOf(line, record));
  if (count > EXAMPLES) return;
  tally.examples.set(reason, [...(tally.examples.get(reason) ?? []), { number: tally.lines + 1, line }]);
}

/** Keeps the events of the line after those counted so far, if they are among the first. */
export function tallyEvents(tally: Tally, events: readonly Omit<SeenEvent, 'number'>[]): void {
  if (tally.firstEvents.length >= FIRST_EVENTS) return;
  const seen = events.map((one) => ({ number: tally.lines + 1, ...one }));
  tally.firstEvents = [...tally.firstEvents, ...seen].slice(0, FIRST_EVENTS);
}

/** Adds lines that follow the first `before` lines of their log. */
export function addTally(to: Tally, tally: Tally, before: number): void {
  const { lines, withEvents, passedOver, examples, samples, firstEvents } = tally;
  to.lines += lines;
  to.withEvents += withEvents;
  for (const [reason, sample] of samples) if (!to.samples.has(reason)) to.samples.set(reason, sample);
  for (const [reason, count] of passedOver)
    to.passedOver.set(reason, (to.passedOver.get(reason) ?? 0) + count);
  for (const [reason, found] of examples) {
    const known = to.examples.get(reason) ?? [];
    const more = found.map(({ number, line }) => ({ number: before + number, line }));
    to.examples.set(reason, [...known, ...more].slice(0, EXAMPLES));
  }
  if (to.firstEvents.length >= FIRST_EVENTS) return;
  const seen = firstEvents.map((one) => ({ ...one, number: before + one.number }));
  to.firstEvents = [...to.firstEvents, ...seen].slice(0, FIRST_EVENTS);
}

/** Lines with their events, and how many of these each line has that has some. */
type LinesWithEvents = {
  readonly tally: Tally;
  readonly events: readonly NewEvent[];
  readonly eventsByLine: readonly number[];
};

/** Counts as repeats the lines that have events, none of which is among those that are recorded now. */
export function withRepeats(
  { tally, events, eventsByLine }: LinesWithEvents,
  recorded: readonly NewEvent[],
): Tally {
  if (recorded.length === events.length) return tally;
  const fresh = new Set(recorded);
  let end = 0;
  const repeats = eventsByLine.filter(
    (count) => !events.slice(end, (end += count)).some((event) => fresh.has(event)),
  ).length;
  return repeats === 0
    ? tally
    : { ...tally, passedOver: new Map(tally.passedOver).set('repeated-request', repeats) };
}

/** The reasons and their counts, the most frequent first. */
export function reasonsOf({ passedOver }: Tally): readonly (readonly [PassedOverReason, number])[] {
  return [...passedOver].sort(([, one], [, other]) => other - one);
}

/** Whether a line was in the format of its log. Blank lines are in none. */
export function hasReadableLine(tally: Tally): boolean {
  return strangeLines(tally) + (tally.passedOver.get('blank-line') ?? 0) < tally.lines;
}

/** Whether there are lines, blank ones aside, and none of them was in the format of their log. */
export function isUnrecognised(tally: Tally): boolean {
  return strangeLines(tally) > 0 && !hasReadableLine(tally);
}

/** The first line that was in no known format. */
export function firstStrangeLine({ examples }: Tally): Example | undefined {
  const found = STRANGE.flatMap((reason) => examples.get(reason) ?? []);
  return found.toSorted((one, other) => one.number - other.number)[0];
}

function strangeLines({ passedOver }: Tally): number {
  return STRANGE.reduce((sum, reason) => sum + (passedOver.get(reason) ?? 0), 0);
}

const STRANGE = ['not-a-log-line', 'too-long'] as const satisfies readonly (keyof typeof PASSED_OVER)[];
