import type { Readable } from 'node:stream';

const NEW_LINE = 0x0a;

/**
 * Passes on a stream in whole lines, so that those of several processes can be mixed in one file. A last line that a
 * killed process left unfinished is ended.
 */
export function passOnWholeLines(stream: Readable, write: (lines: string) => void): void {
  let unfinished: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) {
      write(Buffer.concat([...unfinished, chunk.subarray(0, end)]).toString());
      unfinished = [];
    }
    if (end < chunk.length) unfinished.push(chunk.subarray(end));
  });
  stream.on('end', () => {
    if (unfinished.length > 0) write(`${Buffer.concat(unfinished).toString()}\n`);
  });
}
