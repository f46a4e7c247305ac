import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { CommitUnknown } from '../../database/transaction.ts';
import { type SourceNote, saveSourceNotes } from '../../queries/source-notes.ts';
import { type HeldNotes, holdAgain } from './held-notes.ts';

/** Writes notes that are held, some time after there are any. */
export type NoteWriter = {
  /** There is something to write. */
  wake(): void;
  /** Writes all that is held, once. What fails is held again. Never rejects. */
  writeAll(): Promise<void>;
};

const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Writing takes at most a tenth of the time, however many sites there are. */
const SHARE_OF_TIME = 10;

/** What was written is remembered of so many sources; then it begins again. */
const MOST_REMEMBERED = 10_000;

/** `onFailure` is called when writing begins to fail. */
export function createNoteWriter(
  db: Database,
  held: HeldNotes,
  onFailure: (cause: unknown) => void,
): NoteWriter {
  const saveSite = createSaving(db);
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> | undefined;
  let pauseMs = PAUSE_MS;
  let isFailing = false;

  async function writeHeld(): Promise<void> {
    const startedMs = performance.now();
    const failure = await saveAll(held, saveSite);
    if (failure !== undefined && !isFailing) onFailure(failure.cause);
    isFailing = failure !== undefined;
    const tookMs = performance.now() - startedMs;
    pauseMs = isFailing
      ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      : Math.max(PAUSE_MS, SHARE_OF_TIME * tookMs);
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (underway ??= writeHeld().finally(() => {
      underway = undefined;
    }));
  }

  async function writeOnTime(): Promise<void> {
    await write();
    if (!held.isEmpty) plan();
  }

  function plan(): void {
    timer ??= setTimeout(() => void writeOnTime(), pauseMs).unref();
  }

  return {
    wake() {
      if (held.isLong && !isFailing && underway === undefined) void writeOnTime();
      else plan();
    },
    async writeAll() {
      await underway;
      await write();
    },
  };
}

type SaveSite = (siteId: string, notes: readonly SourceNote[]) => Promise<void>;

function createSaving(db: Database): SaveSite {
  const written = new Set<string>();
  return async (siteId, notes) => {
    const areNew = notes.some(({ id }) => !written.has(id));
    await saveSourceNotes(db, { siteId, notes, areNew });
    if (written.size > MOST_REMEMBERED) written.clear();
    for (const { id } of notes) written.add(id);
  };
}

/** Saves what is held, site by site. What fails is held again, and the last failure returned. */
async function saveAll(
  held: HeldNotes,
  saveSite: SaveSite,
): Promise<{ readonly cause: unknown } | undefined> {
  const waiting = new Map(held.takeAll());
  let failure: { readonly cause: unknown } | undefined;
  for (const [siteId, notes] of [...waiting]) {
    try {
      await saveSite(siteId, notes);
      waiting.delete(siteId);
    } catch (cause) {
      failure = { cause };
      // it may be stored, and would be counted twice
      if (cause instanceof CommitUnknown) waiting.delete(siteId);
      if (isAway(cause)) break;
    }
  }
  holdAgain(held, waiting);
  return failure;
}
