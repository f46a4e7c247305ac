import { watchFile } from '../files/watch-file.ts';
import { readRangeFile, shippedLists } from './range-file.ts';
import type { RangeList } from './range-list.ts';
import { type VerdictLookup, createVerdicts } from './verdicts.ts';

/** Compares the addresses of bots with published ranges. */
export type BotRanges = {
  readonly verdictOf: VerdictLookup;
  /** When the newest of the lists was retrieved; null if none ever was. */
  readonly updatedAtMs: () => number | null;
  /** Stops watching the file. */
  readonly close: () => void;
};

type RangesOptions = {
  /** A file that `ranges update` wrote. Default: the one that is installed with the product. */
  readonly file?: string | undefined;
  /** Called once for a new file that cannot be used. The old lists stay in use. */
  readonly onFault?: ((cause: unknown) => void) | undefined;
};

/**
 * Opens a file of lists, and opens it again whenever it is replaced (`watchFile`). Throws an Error that names the file
 * and says what is expected.
 */
export async function openRanges({ file, onFault }: RangesOptions = {}): Promise<BotRanges> {
  const { content, close } =
    file === undefined
      ? installed()
      : await watchFile(file, { read: async (path) => prepare(await readRangeFile(path)), onFault });
  return {
    verdictOf: (botName, address) => content().verdictOf(botName, address),
    updatedAtMs: () => content().updatedAtMs,
    close,
  };
}

/** When the newest of the lists was retrieved; null if none ever was. */
export function newestRetrieval(lists: readonly RangeList[]): number | null {
  const retrievals = lists.flatMap(({ retrievedAtMs }) => retrievedAtMs ?? []);
  return retrievals.length > 0 ? Math.max(...retrievals) : null;
}

function installed() {
  const prepared = prepare(shippedLists());
  return { content: () => prepared, close: () => undefined };
}

function prepare(lists: readonly RangeList[]) {
  return { verdictOf: createVerdicts(lists), updatedAtMs: newestRetrieval(lists) };
}
