import { type NewEvent, hasDigest } from '../domain/event.ts';

/** Events without those of requests that are recorded already. */
export type Fresh = {
  readonly events: readonly NewEvent[];
  /** How many requests were left out. */
  readonly repeats: number;
};

/**
 * Leaves out the events of requests whose digest is taken or came before in the list. The first of them counts. Returns the
 * same list if nothing is left out.
 */
export function leaveOutRepeats(events: readonly NewEvent[], taken: ReadonlySet<string>): Fresh {
  const marks = markRepeats(events, taken);
  if (marks === undefined) return { events, repeats: 0 };
  return {
    events: events.filter((_, index) => !marks.isRepeat[index]),
    repeats: marks.repeats,
  };
}

/** How many of the first events hold at most this many that `leaveOutRepeats` keeps. */
export function countWithin(events: readonly NewEvent[], taken: ReadonlySet<string>, room: number): number {
  const marks = markRepeats(events, taken);
  let kept = 0;
  const end = events.findIndex((_, index) => marks?.isRepeat[index] !== true && ++kept > room);
  return end < 0 ? events.length : end;
}

type Marks = { readonly isRepeat: readonly boolean[]; readonly repeats: number };

/** Undefined if no event is a repeat. */
function markRepeats(events: readonly NewEvent[], taken: ReadonlySet<string>): Marks | undefined {
  if (!events.some(hasDigest)) return undefined;
  const seen = new Set<string>();
  const isRepeat: boolean[] = [];
  let repeats = 0;
  events.forEach((event, index) => {
    const { requestDigest: digest } = event;
    if (digest === undefined) return;
    if (isOfOneRequest(events[index - 1], event)) {
      isRepeat[index] = isRepeat[index - 1] === true;
    } else if (taken.has(digest) || seen.has(digest)) {
      isRepeat[index] = true;
      repeats++;
    } else {
      seen.add(digest);
    }
  });
  return repeats === 0 ? undefined : { isRepeat, repeats };
}

/** A request is two events only if it is a referral and, behind that, a conversion. */
function isOfOneRequest(before: NewEvent | undefined, event: NewEvent): boolean {
  return (
    event.type === 'conversion' && before?.type === 'referral' && before.requestDigest === event.requestDigest
  );
}
