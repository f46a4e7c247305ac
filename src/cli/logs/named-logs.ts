import { statSync } from 'node:fs';
import { isPackedFile } from '../../logs/log-text.ts';
import { openFile, textSizeOf } from '../../logs/open-file.ts';

/** A log that was named on the command line. */
export type NamedLog = {
  readonly name: string;
  /** Standard input, a pipe or a device, which can be read only once and have no size. */
  readonly isStream: boolean;
  /** On disk. */
  readonly bytes: number;
  /** Of the text; of a packed file it is modulo 2^32, and of its last part if it has several. Infinity for a stream. */
  readonly textBytes: number;
};

export const STANDARD_INPUT = '-';

/**
 * The named logs in the order in which to import them: the shortest first, so that a log comes before another to which
 * it was appended. Streams come last. Throws Unreadable if a file cannot be opened.
 */
export async function inImportOrder(names: readonly string[]): Promise<readonly NamedLog[]> {
  const measured: (NamedLog & { readonly isPacked: boolean })[] = [];
  for (const name of names) measured.push(await measure(name));
  return measured.toSorted(
    (one, other) =>
      one.textBytes - other.textBytes ||
      Number(one.isPacked) - Number(other.isPacked) ||
      one.bytes - other.bytes,
  );
}

async function measure(name: string) {
  if (isStream(name)) return { name, isStream: true, bytes: 0, textBytes: Infinity, isPacked: false };
  const handle = await openFile(name);
  try {
    const { size: bytes } = await handle.stat();
    const isPacked = await isPackedFile(handle, name);
    return { name, isStream: false, bytes, textBytes: await textSizeOf(handle, name), isPacked };
  } finally {
    await handle.close();
  }
}

function isStream(name: string): boolean {
  if (name === STANDARD_INPUT) return true;
  const stats = statSync(name, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}
