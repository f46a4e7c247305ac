import type { FileHandle } from 'node:fs/promises';
import type { RecordedLog } from '../domain/recorded-log.ts';
import { digestOfLine, readFirstLine } from './first-line.ts';
import { type FileId, type ListedLog, listLogs } from './list-logs.ts';
import { openListed } from './open-file.ts';
import { LINE_FEED, type LogText, openLogText } from './log-text.ts';
import { Unreadable } from './unreadable.ts';

/** What a file shows of the log: `may-change` if a copy may still be written there. */
type Shown = 'found' | 'not-there' | 'may-change';

type Look = (text: LogText, file: ListedLog) => Promise<Shown>;

const CHUNK_BYTES = 1_048_576;
/** No more of a line counts. */
const HEAD_BYTES = 65_536;

/**
 * Whether a file of the log at this path begins with the recorded log, or a rotated one has its first line in the midst of
 * another, to which it was appended. Looks while files are rotated, too.
 */
export async function hasLog(path: string, log: RecordedLog, stop: AbortSignal): Promise<boolean> {
  const begins: Look = async (text) => {
    const first = await readFirstLine(text);
    if (first === undefined) return 'may-change';
    return first.digest === log.firstLine ? 'found' : 'not-there';
  };
  const sinceMs = Math.floor(log.modifiedAtMs / 1000) * 1000;
  const contains: Look = async (text, { isRotated, modifiedAtMs }) => {
    if (!isRotated || modifiedAtMs < sinceMs) return 'not-there';
    return (await hasLine(text, log.firstLine)) ? 'found' : 'may-change';
  };
  return (await isInSomeFile(path, begins, stop)) || isInSomeFile(path, contains, stop);
}

/**
 * Looks at each file until two lists in a row are the same, and have nothing that was not looked at: meanwhile files are
 * renamed, packed and copied. All stay open until then, so that no new file gets the id of one that is gone.
 */
async function isInSomeFile(path: string, look: Look, stop: AbortSignal): Promise<boolean> {
  const looked = new Map<FileId, string>();
  const handles: FileHandle[] = [];
  try {
    for (let before = ''; ;) {
      const listed = await listLogs(path);
      const unseen = listed.filter((file) => ![SETTLED, versionOf(file)].includes(looked.get(file.id) ?? ''));
      for (const file of unseen) {
        const shown = await lookAt(file, { look, handles, stop });
        if (shown === 'found') return true;
        if (shown !== 'gone') looked.set(file.id, shown === 'may-change' ? versionOf(file) : SETTLED);
      }
      const now = listed.map(({ id, path: name }) => `${id} ${name}`).join('\n');
      if (unseen.length === 0 && now === before) return false;
      before = now;
    }
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
}

const SETTLED = 'settled';

function versionOf({ size, modifiedAtMs }: ListedLog): string {
  return `${size} ${modifiedAtMs}`;
}

type Looking = { readonly look: Look; readonly handles: FileHandle[]; readonly stop: AbortSignal };

async function lookAt(file: ListedLog, { look, handles, stop }: Looking): Promise<Shown | 'gone'> {
  try {
    const handle = await openListed(file);
    if (handle === undefined) return 'gone';
    handles.push(handle);
    const text = await openLogText(handle, file.path, stop);
    return await look(text, file).finally(() => text.close());
  } catch (cause) {
    // a packed file may be incomplete; one that cannot be opened does not change
    if (cause instanceof Unreadable) return 'may-change';
    throw cause;
  }
}

async function hasLine(text: LogText, digest: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for (let at = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = await text.read(chunk, at);
    if (length === 0) return false;
    at += length;
    const read = Buffer.concat([rest, chunk.subarray(0, length)]);
    let from = 0;
    for (let feed = read.indexOf(LINE_FEED); feed >= 0; feed = read.indexOf(LINE_FEED, from)) {
      if (digestOfLine(read.subarray(from, feed)) === digest) return true;
      from = feed + 1;
    }
    rest = Buffer.from(read.subarray(from, from + HEAD_BYTES));
  }
}
