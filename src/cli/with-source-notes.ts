import type { Database } from '../database/database.ts';
import { type SourceNotes, createSourceNotes } from '../operations/recording/source-notes.ts';
import { reasonOf } from './failures.ts';
import { note } from './output.ts';
import type { Shell } from './shell.ts';

/** Runs work that records, and then writes what it has noted. That it could not be written is no failure of the work. */
export async function withSourceNotes<Result>(
  shell: Shell,
  db: Database,
  work: (sources: SourceNotes) => Promise<Result>,
): Promise<Result> {
  const sources = createSourceNotes(db, (cause) => {
    note(shell, `what came in was not noted, so "sources list" lacks it: ${reasonOf(cause)}`);
  });
  try {
    return await work(sources);
  } finally {
    await sources.settle();
  }
}
