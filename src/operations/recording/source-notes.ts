import { type SourceKey, idOfSource } from '../../domain/source.ts';
import { SOURCE_LIMIT_CODES, type SourceLimitCode } from '../../domain/source-limits.ts';
import type { RobotCounts } from '../../domain/robot-count.ts';
import { DAY_MS, startOfDay, startOfHour } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import type { NotedHour, SourceNote } from '../../queries/source-notes.ts';
import { type PassedOverReason, UNREADABLE } from '../../recording/passed-over.ts';
import { storable } from '../../recording/sample.ts';
import { type SeenFields, addFields } from '../../recording/seen-fields.ts';
import { limitsIn } from '../../recording/source-limits.ts';
import { createHeldNotes } from './held-notes.ts';
import { createNoteWriter } from './note-writer.ts';

export type { SourceKey };

/** Records that became no event for one reason, and a sample of the first (`sampleOf`). */
export type Skipped = { readonly count: number; readonly sample: string | undefined };

/** What a source sent in one batch, and what became of it. A record is a line, a request or an item. */
export type SourceReport = {
  /** All of the batch: `events`, `repeats` and what was skipped. */
  readonly records: number;
  /** Records that became events. A visit that is both a referral and a conversion is one record. */
  readonly events: number;
  /** Records that were recorded before, whichever way they came. */
  readonly repeats: number;
  /** Of the batch, unpacked. */
  readonly bytes: number;
  /** Whether an event was recorded. */
  readonly lastEvent: boolean;
  readonly skipped: ReadonlyMap<PassedOverReason, Skipped>;
  /** Those of robots that the catalogue does not have. */
  readonly robots?: RobotCounts | undefined;
  /** What is known of the sender itself. Limits that show in the fields of records are found in `seen`. */
  readonly limits: readonly SourceLimitCode[];
  /** What the records have (`seeFields`), if there are any that were read. */
  readonly seen?: SeenFields | undefined;
};

/** What a source was answered instead. */
export type SourceRefused = { readonly status: number; readonly reason: string };

/**
 * Keeps what each source sends, beside what records it: neither delays nor fails that. Notes are added up by source and
 * hour, and written about once a second. What could not be written is kept and tried again.
 */
export type SourceNotes = {
  note(source: SourceKey, batch: SourceReport, nowMs: number): void;
  refuse(source: SourceKey, refusal: SourceRefused, nowMs: number): void;
  /** Writes everything that was noted. What fails is kept: then this is false. */
  settle(): Promise<boolean>;
};

/** As many records show whether a field is missing; from then on newer ones do. */
const ENOUGH_SEEN = 1_000;

/** The fields of so many sources are remembered; then it begins again. */
const MOST_REMEMBERED = 10_000;

/** Makes the notes of a process. `onFailure` is called when writing begins to fail. */
export function createSourceNotes(db: Database, onFailure: (cause: unknown) => void): SourceNotes {
  const held = createHeldNotes();
  const writer = createNoteWriter(db, held, onFailure);
  const seenBy = createSeenBySource();

  function hold(siteId: string, note: SourceNote): void {
    held.add(siteId, note);
    writer.wake();
  }

  return {
    note({ siteId, ...source }, batch, nowMs) {
      const id = idOfSource({ siteId, ...source });
      hold(siteId, { id, ...source, ...noteOf(batch, nowMs), limits: seenBy.limitsOf(id, batch) });
    },
    refuse({ siteId, ...source }, { status, reason }, nowMs) {
      const refusal = { atMs: nowMs, status, reason: storable(reason) };
      hold(siteId, {
        id: idOfSource({ siteId, ...source }),
        ...source,
        heardAtMs: nowMs,
        refusal,
        ...{ hours: [], robots: [] },
      });
    },
    async settle() {
      await writer.writeAll();
      return held.isEmpty;
    },
  };
}

/** The fields that the last records of each source had, over several batches: some have only a few records. */
function createSeenBySource() {
  const seenBy = new Map<string, SeenFields>();
  return {
    /** Undefined if the batch shows nothing. */
    limitsOf(id: string, batch: SourceReport): readonly SourceLimitCode[] | undefined {
      const { seen, limits } = batch;
      if (seen === undefined) return limits.length > 0 ? limits : undefined;
      if (seen.records === 0 && isUnreadable(batch)) return ['unreadable'];
      if (seen.records === 0) return limits.length > 0 ? limits : undefined;
      const before = seenBy.get(id);
      const all = before === undefined || before.records >= ENOUGH_SEEN ? seen : addFields(before, seen);
      if (seenBy.size > MOST_REMEMBERED) seenBy.clear();
      seenBy.set(id, all);
      const found = [...limits, ...limitsIn(all)];
      return SOURCE_LIMIT_CODES.filter((code) => found.includes(code));
    },
  };
}

/** Whether the batch has records, apart from empty lines, none of which could be read. */
function isUnreadable({ records, skipped }: SourceReport): boolean {
  const countOf = (reason: PassedOverReason) => skipped.get(reason)?.count ?? 0;
  const unread = UNREADABLE.reduce((sum, reason) => sum + countOf(reason), 0);
  return unread > 0 && unread + countOf('blank-line') === records;
}

function noteOf(report: SourceReport, nowMs: number) {
  const { records, events, repeats, bytes, skipped, lastEvent } = report;
  const hourMs = startOfHour(nowMs);
  const hours: readonly NotedHour[] = [
    { hourMs, outcome: 'event', count: events, sample: undefined },
    { hourMs, outcome: 'repeat', count: repeats, sample: undefined },
    ...[...skipped].map(([outcome, { count, sample }]) => ({ hourMs, outcome, count, sample })),
  ];
  return {
    heardAtMs: nowMs,
    recordedAtMs: lastEvent ? nowMs : undefined,
    batch: { atMs: nowMs, records, bytes },
    hours: hours.filter(({ count }) => count > 0),
    robots: [...(report.robots?.values() ?? [])].filter(({ dayMs }) => isRecent(dayMs, nowMs)),
  };
}

/** Robots have no quota: a client that makes up times fills no more days than these, to tomorrow's. */
const ROBOT_DAYS = 400;

function isRecent(dayMs: number, nowMs: number): boolean {
  const today = startOfDay(nowMs);
  return dayMs > today - ROBOT_DAYS * DAY_MS && dayMs <= today + DAY_MS;
}
