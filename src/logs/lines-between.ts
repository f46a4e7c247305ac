import { LINE_FEED, type LogText } from './log-text.ts';

/** Lines that follow each other, and where the first of them begins. */
type Lines = { readonly at: number; readonly lines: Buffer };

/** Longer than any line that the reader accepts, and read within ten milliseconds. */
const BLOCK_BYTES = 524_288;

/**
 * The lines of a text between two places, of which the last is the end of a line. A line that begins before the first place
 * is left out.
 */
export async function* linesBetween(
  text: LogText,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Lines, void> {
  for (let at = await startOfLine(text, from); at < to;) {
    const lines = wholeLines(await blockAt(text, at, to), to - at);
    if (lines.length === 0) return;
    yield { at, lines };
    at += lines.length;
  }
}

/** Where the first line begins that does not begin before this place; the place itself if it is in too long a line. */
async function startOfLine(text: LogText, from: number): Promise<number> {
  if (from === 0) return 0;
  const block = await blockAt(text, from - 1, from - 1 + BLOCK_BYTES);
  const feed = block.indexOf(LINE_FEED);
  return feed < 0 ? from : from + feed;
}

async function blockAt(text: LogText, at: number, to: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, to - at));
  return block.subarray(0, await text.read(block, at));
}

/** A block without a line end is part of a line that the reader skips as too long. */
function wholeLines(block: Buffer, wanted: number): Buffer {
  if (block.length === wanted) return block;
  const end = block.lastIndexOf(LINE_FEED) + 1;
  return end === 0 ? block : block.subarray(0, end);
}
