import type { PassedOverReason } from '../recording/passed-over.ts';
import type { LogNote } from './notes.ts';
import { type Tally, addTally, emptyTally, firstStrangeLine, hasReadableLine, reasonsOf } from './tally.ts';

/** What a follower has read of a log since it started, and what it has reported of that. */
export type PassedOverState = {
  readonly read: Tally;
  /** The lines that were passed over at the last report. */
  readonly reported: Pick<Tally, 'passedOver'>;
  readonly reportedAtMs: number;
  /** Whether it was reported that no line can be read. */
  readonly hasWarned: boolean;
};

export type PassedOverSeen =
  /** Lines were read, and recorded or held back. */
  | { readonly kind: 'read'; readonly tally: Tally }
  /** Everything was read that is there. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'ended' };

type PassedOverNext = { readonly state: PassedOverState; readonly notes: readonly LogNote[] };

const REPORT_EVERY_MS = 3_600_000;

/** So many lines without a readable one show that the format is wrong. */
const ENOUGH_LINES = 100;

export function startCounting(nowMs: number): PassedOverState {
  return { read: emptyTally(), reported: emptyTally(), reportedAtMs: nowMs, hasWarned: false };
}

/**
 * The state after something was seen, and what to report. The lines that were passed over are reported at the first
 * pause, when there is a new reason, every hour, and at the end.
 */
export function nextPassedOver(state: PassedOverState, seen: PassedOverSeen, nowMs: number): PassedOverNext {
  switch (seen.kind) {
    case 'read':
      return afterRead(state, seen.tally);
    case 'paused':
      return hasNewReason(state) || nowMs - state.reportedAtMs >= REPORT_EVERY_MS
        ? report(state, nowMs)
        : { state, notes: [] };
    case 'ended':
      return report(state, nowMs);
  }
}

function afterRead(before: PassedOverState, tally: Tally): PassedOverNext {
  const read = emptyTally();
  addTally(read, before.read, 0);
  addTally(read, tally, before.read.lines);
  const state = { ...before, read };
  const first = firstStrangeLine(read);
  if (before.hasWarned || !first || read.lines < ENOUGH_LINES || hasReadableLine(read))
    return { state, notes: [] };
  const note = { kind: 'nothing-readable', lines: read.lines, first: first.line } as const;
  return { state: { ...state, hasWarned: true }, notes: [note] };
}

function report(before: PassedOverState, nowMs: number): PassedOverNext {
  const { read, reported } = before;
  const state = { ...before, reported: read, reportedAtMs: nowMs };
  if (countOf(read) === countOf(reported)) return { state, notes: [] };
  return { state, notes: [{ kind: 'passed-over', lines: read.lines, reasons: reasonsOf(read) }] };
}

function hasNewReason({ read, reported }: PassedOverState): boolean {
  return [...read.passedOver.keys()].some((reason) => !reported.passedOver.has(reason));
}

function countOf({ passedOver }: { readonly passedOver: ReadonlyMap<PassedOverReason, number> }): number {
  return [...passedOver.values()].reduce((sum, count) => sum + count, 0);
}
