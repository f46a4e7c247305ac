import { isJsonObject, parseJson } from '../domain/json.ts';
import { splitJson } from '../recording/split-json.ts';

const [LINE_FEED, CARRIAGE_RETURN, TAB, SPACE] = [0x0a, 0x0d, 0x09, 0x20];

/** More than a line may have that the log reader reads, which finds that out by what is left of it. */
const MAX_LINE_BYTES = 4 * 65_536 + 1;

/** The beginning of a text, and all of it. */
export type BatchText = { readonly head: Buffer; readonly chunks: () => AsyncIterable<Buffer> };

/**
 * The records of a text, each in a line: lines of a log, JSON a line, one after the other or over several lines, an array,
 * or the arrays under "records". Each block has whole lines; the last one may lack its line feed.
 */
export async function* linesOf({ head, chunks }: BatchText): AsyncGenerator<Buffer, void> {
  switch (shapeOf(head)) {
    case 'lines':
      yield* wholeLines(chunks());
      return;
    case 'array':
    case 'values':
      yield* splitJson(chunks(), { maxBytes: MAX_LINE_BYTES });
      return;
    case 'records':
      yield* splitJson(chunks(), { maxBytes: MAX_LINE_BYTES, key: 'records' });
      return;
  }
}

/** Lines of JSON are read as lines: that is quicker, and what is broken in one cannot spoil another. */
export function shapeOf(head: Buffer): 'lines' | 'array' | 'values' | 'records' {
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^\[\s*(?:[[{\]]|$)/.test(text)) return 'array';
  if (!text.startsWith('{')) return 'lines';
  if (/^\{\s*"records"\s*:\s*\[/.test(text)) return 'records';
  const end = text.indexOf('\n');
  return isJsonObject(parseJson(end < 0 ? text : text.slice(0, end))) ? 'lines' : 'values';
}

/** Cuts a text behind line feeds. Of a line that is too long, the beginning is left. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let open: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const first = chunk.indexOf(LINE_FEED) + 1;
      if (open.length > 0) yield Buffer.concat([open, chunk.subarray(0, first)]);
      const rest = chunk.subarray(open.length > 0 ? first : 0, end);
      if (rest.length > 0) yield rest;
      open = Buffer.from(chunk.subarray(end));
    } else if (open.length < MAX_LINE_BYTES) {
      open = Buffer.concat([open, chunk]).subarray(0, MAX_LINE_BYTES);
    }
  }
  if (open.length > 0) yield open;
}

/** A text as one line. */
export function toLine(text: string): Buffer {
  return Buffer.from(`${text.trimEnd().replaceAll('\n', ' ')}\n`);
}

/** The lines of a block of whole lines, without their line feeds, and without those that are blank. */
export function* linesWithin(block: Buffer): Generator<Buffer, void> {
  for (let at = afterBlank(block, 0); at < block.length;) {
    const feed = block.indexOf(LINE_FEED, at);
    const end = feed < 0 ? block.length : feed;
    yield block.subarray(at, end);
    at = afterBlank(block, end + 1);
  }
}

/** The beginning of the next line with something else than white space; the end if there is none. */
function afterBlank(block: Buffer, from: number): number {
  let start = from;
  for (let at = from; at < block.length; at++) {
    const byte = block[at] ?? 0;
    if (byte === LINE_FEED) start = at + 1;
    else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return start;
  }
  return block.length;
}
