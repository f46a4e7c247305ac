import type { LogLines } from '../operations/recording/record-events.ts';
import type { LogIdentity } from '../domain/recorded-log.ts';
import type { Batch } from './batches.ts';
import { positionAt } from './place.ts';

/** What to record of a batch: its events and, if its log is known, the step of the log's position. */
export function linesOfBatch(
  { events, from, to }: Batch,
  at: { readonly log: LogIdentity; readonly path: string; readonly modifiedAtMs: number } | undefined,
): LogLines {
  if (at === undefined || to.bytes === from.bytes) return { events, step: undefined };
  const { log, path, modifiedAtMs } = at;
  const step = { log, from: positionAt(from), to: positionAt(to), path, modifiedAtMs };
  return { events, step };
}
