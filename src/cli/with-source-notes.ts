import type { Database } from '../database/database.ts';
import { type SourceNotes, createSourceNotes } from '../operations/recording/source-notes.ts';
import { reasonOf } from './failures.ts';
import { note } from './output.ts';
import type { Shell } from './shell.ts';

/** Runs work that records, and then writes what is left of its notes. If that fails, the work does not. */
export async function withSourceNotes<Result>(
  shell: Shell,
  db: Database,
  work: (sources: SourceNotes) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  const sources = createSourceNotes(db, (cause) => {
    failure = cause;
  });
  try {
    return await work(sources);
  } finally {
    if (!(await sources.settle()))
      note(shell, `"sources list" lacks a part of what came in, which was not noted: ${reasonOf(failure)}`);
  }
}
