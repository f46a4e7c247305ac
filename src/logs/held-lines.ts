import type { Batch } from './batches.ts';
import type { Place } from './place.ts';
import { type Tally, addTally, emptyTally, hasReadableLine } from './tally.ts';

/**
 * The first lines that were read of a log, while none of them could be read as a request. They are not recorded: a log
 * that was read in a wrong format would be recorded as read, and never be read again.
 */
export type HeldLines = { readonly from: Place; readonly to: Place; readonly tally: Tally };

/** No lines yet. */
export function holdFrom(place: Place): HeldLines {
  return { from: place, to: place, tally: emptyTally() };
}

/** The lines with those of the next batch; undefined once one of them could be read. */
export function holdWith(held: HeldLines, batch: Batch): HeldLines | undefined {
  if (hasReadableLine(batch.tally)) return undefined;
  return { from: held.from, to: batch.to, tally: talliesOf(held, batch) };
}

/** The next batch with the lines before it, to be recorded together. */
export function joinHeld(held: HeldLines | undefined, batch: Batch): Batch {
  if (held === undefined) return batch;
  return {
    ...batch,
    from: held.from,
    tally: talliesOf(held, batch),
    upTo: (room) => joinHeld(held, batch.upTo(room)),
  };
}

function talliesOf({ from, tally }: HeldLines, batch: Batch): Tally {
  const both = emptyTally();
  addTally(both, tally, 0);
  addTally(both, batch.tally, batch.from.lines - from.lines);
  return both;
}
