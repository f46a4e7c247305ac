import { LINE_FEED, type LogText, streamedText } from './log-text.ts';

const HEAD_BYTES = 65_536;
const CHUNK_BYTES = 262_144;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];
const SPACE = 0x20;

/**
 * The text of a log. If it is one JSON array of objects, as some exports are, each object is a line of the text, without
 * white space between its parts. A log with an array on each line is left unchanged.
 */
export async function textOfArray(text: LogText): Promise<LogText> {
  if (!(await isOneArray(text))) return text;
  const lines = streamedText(() => ({
    chunks: objectLines(chunksOf(text)),
    bytesRead: () => text.bytesRead(),
  }));
  return { ...lines, close: () => lines.close().finally(() => text.close()) };
}

/** Whether the text begins with an array that does not end with its first line. */
async function isOneArray(text: LogText): Promise<boolean> {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const head = buffer.subarray(0, await text.read(buffer, 0));
  if (!/^(?:\xef\xbb\xbf)?\s*\[\s*(?:\{|$)/.test(head.toString('latin1'))) return false;
  const feed = head.indexOf(LINE_FEED);
  if (feed < 0) return head.length === HEAD_BYTES || head.toString('latin1').trimEnd().endsWith(']');
  return !head.subarray(0, feed).toString('latin1').trimEnd().endsWith(']');
}

async function* chunksOf(text: LogText): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = await text.read(chunk, at);
    if (length === 0) return;
    at += length;
    yield chunk.subarray(0, length);
  }
}

/** The objects of an array, each in a line. An object that is not complete has no line end. */
async function* objectLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const scanner = { depth: 0, isInText: false, isEscaped: false };
  for await (const chunk of chunks) {
    const lines = copyObjects(chunk, scanner);
    if (lines.length > 0) yield lines;
  }
}

type Scanner = { depth: number; isInText: boolean; isEscaped: boolean };

/** At most twice as long as the chunk: each byte of it may end an object. */
function copyObjects(chunk: Uint8Array, scanner: Scanner): Uint8Array {
  const into = Buffer.allocUnsafe(2 * chunk.length);
  let length = 0;
  for (const byte of chunk) {
    const before = scanner.depth;
    step(scanner, byte);
    const isInObject = before > 0 || scanner.depth > 0;
    if (isInObject && (scanner.isInText || byte > SPACE)) into[length++] = byte;
    if (before === 1 && scanner.depth === 0) into[length++] = LINE_FEED;
  }
  return into.subarray(0, length);
}

/** Counts the braces and brackets within an object; those around the objects do not count. */
function step(scanner: Scanner, byte: number): void {
  if (scanner.isInText) {
    if (byte === QUOTE && !scanner.isEscaped) scanner.isInText = false;
    scanner.isEscaped = byte === BACKSLASH && !scanner.isEscaped;
  } else if (byte === QUOTE) {
    scanner.isInText = true;
  } else if (byte === OPENING_BRACE || scanner.depth > 0) {
    scanner.depth += DEEPER.get(byte) ?? 0;
  }
}

const DEEPER: ReadonlyMap<number, number> = new Map([
  [OPENING_BRACE, 1],
  [OPENING_BRACKET, 1],
  [CLOSING_BRACE, -1],
  [CLOSING_BRACKET, -1],
]);
