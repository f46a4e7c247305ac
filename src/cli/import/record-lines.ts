import type { EventType, NewEvent } from '../../domain/event.ts';
import { requireSite } from '../../operations/manage-sites.ts';
import { type Recorder, recordEvents } from '../../operations/record-events.ts';
import { type Line, createLineSplitter } from './line-splitter.ts';
import type { Input } from './open-input.ts';

/** A longer line is given without its text, and never held as a whole. */
const MAX_LINE_BYTES = 65_536;
const BATCH = 1000;

/** What an import has recorded so far, by type. */
export type Recorded = Record<EventType, number>;

export type LineImport = {
  readonly recorder: Recorder;
  readonly siteId: string;
  readonly input: Pick<Input, 'chunks'>;
  /** The event of a line, or undefined when it has none: whoever reads keeps account of those. */
  readonly read: (line: Line) => NewEvent | undefined;
  /** Kept up to date, so that an import that failed can say what stays. */
  readonly recorded: Recorded;
  /** Aborts between two batches; throws its reason. */
  readonly stop: AbortSignal;
  /** Told of every stretch of lines that was read. */
  readonly onLines?: (count: number) => void;
};

export function nothingRecorded(): Recorded {
  return { bot: 0, referral: 0, conversion: 0 };
}

/** Records the events of an input's lines, a thousand a transaction. Reading pauses while a batch is written. */
export async function recordLines(work: LineImport): Promise<void> {
  let batch: NewEvent[] = [];
  for await (const lines of linesOf(work.input)) {
    for (const line of lines) {
      const event = work.read(line);
      if (event !== undefined) batch.push(event);
      if (batch.length < BATCH) continue;
      await recordBatch(work, batch);
      batch = [];
    }
    work.onLines?.(lines.length);
    work.stop.throwIfAborted();
  }
  if (batch.length > 0) await recordBatch(work, batch);
}

/** The lines of an input, as many at a time as a chunk of it ends. */
export async function* linesOf({ chunks }: Pick<Input, 'chunks'>): AsyncGenerator<readonly Line[], void> {
  const splitter = createLineSplitter(MAX_LINE_BYTES);
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

/** The site is asked for each time: it may be deleted during a long import, and nothing may be recorded after. */
async function recordBatch(work: LineImport, batch: readonly NewEvent[]): Promise<void> {
  work.stop.throwIfAborted();
  const site = await requireSite(work.recorder.db, work.siteId);
  await recordEvents(work.recorder, site, batch);
  for (const { type } of batch) work.recorded[type]++;
}
