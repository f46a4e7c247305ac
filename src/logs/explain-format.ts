import { type FormatTrial, tryFormats } from '../recording/detect-format.ts';
import { SAMPLE_BYTES, firstLines } from './scan-lines.ts';
import type { LogText } from './log-text.ts';

/** How each format reads the first lines of a log, the best first, and how many lines these are. */
export type FormatTrials = { readonly lines: number; readonly trials: readonly FormatTrial[] };

export async function explainFormat(text: LogText): Promise<FormatTrials> {
  const buffer = Buffer.alloc(SAMPLE_BYTES);
  const lines = firstLines(buffer.subarray(0, await text.read(buffer, 0)));
  return { lines: lines.length, trials: tryFormats(lines) };
}
