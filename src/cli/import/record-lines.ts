import { counted } from '../../domain/counted.ts';
import type { NewEvent } from '../../domain/event.ts';
import { requireRecordingSite } from '../../operations/require-site.ts';
import { quota } from '../../operations/recording/quota.ts';
import { recordEvents } from '../../operations/recording/record-events.ts';
import { CommandFailure } from '../failures.ts';
import { type Line, createLineSplitter } from './line-splitter.ts';
import type { Input } from './open-input.ts';
import { describeQuotaSpent } from './describe-recorded.ts';
import { addEvents } from '../../domain/event-counts.ts';
import type { Importing } from './run-import.ts';

/** A longer line is passed on without its text, and never held in memory. */
const MAX_LINE_BYTES = 65_536;
const BATCH = 1000;

type LineImport = Importing & {
  readonly input: Pick<Input, 'chunks'>;
  /** The event of a line; undefined if it has none. */
  readonly read: (line: Line) => NewEvent | undefined;
  /** Called with the number of events that were recorded of the lines read so far, since the last call. */
  readonly onRecorded: (events: number) => void;
};

type Found = { readonly event: NewEvent; readonly line: number };

/** Events that the quota had no room for. */
type LeftOver = { readonly firstLine: number; events: number };

/**
 * Records the events of an input's lines, a thousand in each transaction. Reading pauses while a batch is written. Once
 * the quota is spent the rest is only counted, and a CommandFailure reports it at the end.
 */
export async function recordLines(work: LineImport): Promise<void> {
  let batch: Found[] = [];
  let left: LeftOver | undefined;

  async function flush(): Promise<void> {
    work.stop.throwIfAborted();
    const recorded = left || batch.length === 0 ? 0 : await recordBatch(work, batch);
    work.onRecorded(recorded);
    const [first] = batch.slice(recorded);
    if (first) left ??= { firstLine: first.line, events: 0 };
    if (left) left.events += batch.length - recorded;
    batch = [];
  }

  for await (const lines of linesOf(work.input)) {
    for (const line of lines) {
      const event = work.read(line);
      if (event !== undefined) batch.push({ event, line: line.number });
      if (batch.length === BATCH) await flush();
    }
    work.stop.throwIfAborted();
  }
  await flush();
  if (left) throw await quotaSpent(work, left);
}

/** The lines of an input, those of each chunk together. */
export async function* linesOf({ chunks }: Pick<Input, 'chunks'>): AsyncGenerator<readonly Line[], void> {
  const splitter = createLineSplitter(MAX_LINE_BYTES);
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

/** Looks up the site each time: it may be deleted during a long import, and nothing may be recorded after that. */
async function recordBatch(
  { recorder, site, recorded }: LineImport,
  batch: readonly Found[],
): Promise<number> {
  const present = await requireRecordingSite(recorder.db, site.id);
  const events = batch.map(({ event }) => event);
  const granted = await recordEvents(recorder, present, events);
  addEvents(recorded, events.slice(0, granted));
  return granted;
}

async function quotaSpent(
  { recorder, site }: LineImport,
  { firstLine, events }: LeftOver,
): Promise<CommandFailure> {
  const present = await requireRecordingSite(recorder.db, site.id);
  const standing = await quota(recorder, present, recorder.now());
  return new CommandFailure(
    describeQuotaSpent(
      standing,
      `${counted(events, 'event')} from line ${firstLine} on ${events === 1 ? 'is' : 'are'} not recorded`,
      `import the rest, without the lines before ${firstLine},`,
    ),
  );
}
