import { hash } from 'node:crypto';
import { LINE_FEED, type LogText } from './log-text.ts';

/** The line that identifies a log. */
export type FirstLine = {
  /** SHA-256 in hex. */
  readonly digest: string;
  /** The text from the start of the file to the end of that line. */
  readonly text: Buffer;
};

/** A first line that is longer is identified by its first 64 KiB. */
const HEAD_BYTES = 65_536;
const CARRIAGE_RETURN = 0x0d;
const NUMBER_SIGN = 0x23;

/**
 * The line that identifies a log: the first that is no directive, since all logs of CloudFront begin with the same ones
 * ("#Version: 1.0"). Undefined until the line is complete.
 */
export async function readFirstLine(text: LogText): Promise<FirstLine | undefined> {
  const head = await readHead(text);
  for (let from = 0, feed = head.indexOf(LINE_FEED); feed >= 0;) {
    const line = head.subarray(from, feed);
    if (!isDirective(line)) return { text: head.subarray(0, feed + 1), digest: digestOfLine(line) };
    from = feed + 1;
    feed = head.indexOf(LINE_FEED, from);
  }
  return head.length === HEAD_BYTES ? { text: head, digest: digestOfLine(head) } : undefined;
}

/** Whether a text without a complete first line has the beginning of one. */
export async function hasUnendedLine(text: LogText): Promise<boolean> {
  const last = (await readHead(text)).at(-1);
  return last !== undefined && last !== LINE_FEED;
}

/** Whether a line is a directive, such as "#Fields: …". */
export function isDirective(line: Buffer): boolean {
  return line[0] === NUMBER_SIGN;
}

/** The digest of a line, without its end, as the first line of a log. */
export function digestOfLine(line: Buffer): string {
  const head = line.subarray(0, HEAD_BYTES);
  return hash('sha256', head.at(-1) === CARRIAGE_RETURN ? head.subarray(0, -1) : head);
}

async function readHead(text: LogText): Promise<Buffer> {
  const buffer = Buffer.alloc(HEAD_BYTES);
  return buffer.subarray(0, await text.read(buffer, 0));
}
