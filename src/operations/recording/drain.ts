import { type BatchStep, BatchMoved, type DrainedBatch } from '../../domain/drained-batch.ts';
import { type NewEvent, hasDigest } from '../../domain/event.ts';
import { findBatch } from '../../queries/drain-batches.ts';
import type { RecordingSite } from '../../queries/sites.ts';
import { type Recorder, recordLog } from './record-events.ts';

/** An event, and the record that became it, by its place in the batch from 0. */
export type PlacedEvent = { readonly event: NewEvent; readonly record: number };

/** Records of a batch that follow each other, and the events that they become. */
export type BatchPart = {
  readonly events: readonly PlacedEvent[];
  /** How many records the batch has up to the end of the part. */
  readonly until: number;
};

/** What became of a part. */
export type RecordedPart = {
  /** Records of which events are recorded now. */
  readonly recorded: number;
  /** Records that were recorded before. */
  readonly repeats: number;
  /** False if the month had no room for all of it: the rest is not recorded. */
  readonly isWhole: boolean;
};

/** Records the parts of one batch, in their order. */
export type BatchRecorder = {
  /**
   * Records a part of which nothing is recorded twice, whatever other deliveries of the batch do meanwhile. Throws SiteGone
   * and BatchMoved, after which nothing of the part is recorded, and CommitUnknown, after which it may be.
   */
  readonly record: (part: BatchPart) => Promise<RecordedPart>;
};

/** More deliveries of one batch at a time than any sender makes. */
const MAX_MOVES = 100;

/**
 * Makes the recorder of a batch. Records with an id count once by it, whichever way they come, so their events are always
 * passed on. For the others the batch has a position, which is stored with each part: a repeat goes on from there.
 */
export function createBatchRecorder(
  recorder: Recorder,
  site: RecordingSite,
  batch: DrainedBatch,
): BatchRecorder {
  /**
   * The position that is stored, which most batches do not have, and the records that are done: what upkeep deletes is still
   * done.
   */
  const position = { stored: 0, done: 0, isKnown: false };

  async function recordOnce(part: BatchPart): Promise<RecordedPart> {
    const rest = part.events.filter(({ event, record }) => hasDigest(event) || record >= position.done);
    let done: readonly PlacedEvent[] = rest;
    let step: BatchStep | undefined;
    const upTo = (room: number) => {
      done = wholeRecords(rest, room);
      const events = done.map(({ event }) => event);
      const to = rest[done.length]?.record ?? part.until;
      step = events.every(hasDigest) ? undefined : { batch, from: position.stored, to, atMs: recorder.now() };
      return { events, step };
    };
    const fresh = new Set((await recordLog(recorder, site, { wanted: rest.length, upTo })).events);
    if (step !== undefined) position.stored = position.done = step.to;
    // a record may have several requests, only some of which are repeats
    const recorded = countRecords(done.filter(({ event }) => fresh.has(event)));
    const left = countRecords(rest) - countRecords(done);
    return {
      recorded,
      repeats: countRecords(part.events) - left - recorded,
      isWhole: done.length === rest.length,
    };
  }

  async function lookUp(): Promise<void> {
    position.stored = await findBatch(recorder.db, batch);
    position.done = Math.max(position.done, position.stored);
    position.isKnown = true;
  }

  return {
    async record(part) {
      for (let moves = 1; ; moves++) {
        try {
          const recorded = await recordOnce(part);
          // what was recorded before needs no room
          if (recorded.isWhole || recorded.recorded > 0 || position.isKnown) return recorded;
        } catch (cause) {
          if (!(cause instanceof BatchMoved) || moves === MAX_MOVES) throw cause;
        }
        await lookUp();
      }
    },
  };
}

/** The first events that fit, without a part of a record. */
function wholeRecords(events: readonly PlacedEvent[], room: number): readonly PlacedEvent[] {
  let count = Math.min(room, events.length);
  while (count > 0 && events[count]?.record === events[count - 1]?.record) count--;
  return events.slice(0, count);
}

/** The events of a record follow each other. */
function countRecords(events: readonly PlacedEvent[]): number {
  return events.filter(({ record }, at) => record !== events[at - 1]?.record).length;
}
