import { PASSED_OVER, type PassedOverReason } from '../recording/passed-over.ts';

/** A line that was passed over; `number` counts from 1. */
export type Example = { readonly number: number; readonly line: string };

/** The lines that were read, and those among them that became no event. */
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

/** Counts a reason for the line after those counted so far. */
export function tallyPassedOver(tally: Tally, reason: PassedOverReason, line: string): void {
  const count = (tally.passedOver.get(reason) ?? 0) + 1;
  tally.passedOver.set(reason, count);
  if (count > EXAMPLES) return;
  tally.examples.set(reason, [...(tally.examples.get(reason) ?? []), { number: tally.lines + 1, line }]);
}

/** Adds lines that follow the first `before` lines of their log. */
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

/** Whether no line was in a known log format, blank lines aside. */
export function isUnrecognised({ lines, passedOver }: Tally): boolean {
  const strange = STRANGE.reduce((sum, reason) => sum + (passedOver.get(reason) ?? 0), 0);
  return strange > 0 && strange + (passedOver.get('blank-line') ?? 0) >= lines;
}

const STRANGE = ['not-a-log-line', 'too-long'] as const satisfies readonly (keyof typeof PASSED_OVER)[];
