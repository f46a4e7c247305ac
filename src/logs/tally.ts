import { PASSED_OVER, type PassedOverReason } from '../recording/passed-over.ts';

/** A line that was passed over; `number` counts from 1. */
export type Example = { readonly number: number; readonly line: string };

/** What became of lines that were read, but for their events. */
export type Tally = {
  lines: number;
  readonly passedOver: Map<PassedOverReason, number>;
  /** The first few lines of each reason. */
  readonly examples: Map<PassedOverReason, readonly Example[]>;
};

const EXAMPLES = 3;

export function emptyTally(): Tally {
  return { lines: 0, passedOver: new Map(), examples: new Map() };
}

/** Counts the line that comes next. */
export function tallyPassedOver(tally: Tally, reason: PassedOverReason, line: string): void {
  const count = (tally.passedOver.get(reason) ?? 0) + 1;
  tally.passedOver.set(reason, count);
  if (count > EXAMPLES) return;
  tally.examples.set(reason, [...(tally.examples.get(reason) ?? []), { number: tally.lines + 1, line }]);
}

/** Adds lines that come behind `before` others of their log. */
export function addTally(to: Tally, { lines, passedOver, examples }: Tally, before: number): void {
  to.lines += lines;
  for (const [reason, count] of passedOver)
    to.passedOver.set(reason, (to.passedOver.get(reason) ?? 0) + count);
  for (const [reason, found] of examples) {
    const known = to.examples.get(reason) ?? [];
    const more = found.map(({ number, line }) => ({ number: before + number, line }));
    to.examples.set(reason, [...known, ...more].slice(0, EXAMPLES));
  }
}

/** The reasons and their counts, the most frequent first. */
export function reasonsOf({ passedOver }: Tally): readonly (readonly [PassedOverReason, number])[] {
  return [...passedOver].sort(([, one], [, other]) => other - one);
}

/** What kept every line from being one of a log: nothing in the input looks like what it was taken for. */
export function isUnrecognised({ lines, passedOver }: Tally): boolean {
  const strange = STRANGE.reduce((sum, reason) => sum + (passedOver.get(reason) ?? 0), 0);
  return strange > 0 && strange + (passedOver.get('blank-line') ?? 0) >= lines;
}

const STRANGE = ['not-a-log-line', 'too-long'] as const satisfies readonly (keyof typeof PASSED_OVER)[];
