import type { PassedOverReason } from '../../recording/passed-over.ts';
import { sampleOf } from '../../recording/sample.ts';
import type { Skipped, SourceNotes } from '../../operations/recording/source-notes.ts';
import type { Line } from './line-splitter.ts';

/** Counts the lines of an import of events, and notes them with each batch that is recorded. */
export type ImportNotes = {
  readonly read: (line: Line) => void;
  /** The line that was read last is no event. */
  readonly passOver: (line: Line, reason?: PassedOverReason) => void;
  /** So many events of the lines were recorded. */
  readonly recorded: (events: number) => void;
};

export function createImportNotes(
  sources: Pick<SourceNotes, 'note'>,
  siteId: string,
  now: () => number,
): ImportNotes {
  let bytes = 0;
  let skipped = new Map<PassedOverReason, Skipped>();
  return {
    read({ text = '' }) {
      bytes += Buffer.byteLength(text) + 1;
    },
    passOver({ text }, reason = text === undefined ? 'too-long' : 'not-an-event') {
      const { count = 0, sample = sampleOf(text ?? '', undefined) } = skipped.get(reason) ?? {};
      skipped.set(reason, { count: count + 1, sample });
    },
    recorded(events) {
      const records = events + [...skipped.values()].reduce((sum, { count }) => sum + count, 0);
      if (records === 0) return;
      const batch = { records, events, repeats: 0, bytes, lastEvent: events > 0, skipped, limits: [] };
      sources.note({ siteId, kind: 'import', name: '' }, batch, now());
      bytes = 0;
      skipped = new Map();
    },
  };
}
