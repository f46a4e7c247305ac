import type { Database } from '../../database/database.ts';
import { type NotedSource, noteSource } from '../../queries/recording-sources.ts';

/** Keeps when each source recorded last accurate to the minute, beside what records: it neither delays nor fails that. */
export type SourceNotes = {
  /** Notes that a source has recorded. Writes nothing if this process noted it within the last minute. */
  note(source: NotedSource, nowMs: number): void;
  /** Waits for the writes under way. */
  settle(): Promise<void>;
};

const PRECISION_MS = 60_000;

/** Makes the notes of a process. `onFailure` is called for a note that was not written; the next one is. */
export function createSourceNotes(db: Database, onFailure: (cause: unknown) => void): SourceNotes {
  const notedAt = new Map<string, number>();
  const underway = new Set<Promise<void>>();

  async function write(source: NotedSource, key: string, nowMs: number): Promise<void> {
    try {
      await noteSource(db, source, nowMs);
    } catch (cause) {
      notedAt.delete(key);
      onFailure(cause);
    }
  }

  return {
    note(source, nowMs) {
      const key = `${source.kind} ${source.siteId}`;
      if (nowMs - (notedAt.get(key) ?? -Infinity) < PRECISION_MS) return;
      notedAt.set(key, nowMs);
      const writing = write(source, key, nowMs).finally(() => underway.delete(writing));
      underway.add(writing);
    },
    async settle() {
      await Promise.all(underway);
    },
  };
}
