import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export type Unpacked = {
  /** The bytes, unpacked if gzip packed them. */
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** How much of the source was read. */
  readonly bytesRead: () => number;
};

const CHUNK_BYTES = 262_144;

/** Reads bytes, unpacking them if the first of them say that gzip packed them, in one part or several. */
export function unpack(source: AsyncIterable<Uint8Array>): Unpacked {
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of source) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  return { chunks: unpacked(counted()), bytesRead: () => bytesRead };
}

/** Whether a file with these first two bytes was packed by gzip. */
export function isPacked(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** The code of the error for an archive. It may hold several logs, so its owner says which. */
export const ZIP_ARCHIVE = 'ZIP_ARCHIVE';

/** Throws for a file with these first four bytes if it is a zip archive, even an empty one or a part of several. */
export function refuseZip(head: Buffer): void {
  if (!/^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(head.toString('latin1', 0, 4))) return;
  throw Object.assign(new Error('the file is a zip archive'), { code: ZIP_ARCHIVE });
}

const HEAD_BYTES = 4;

async function* unpacked(source: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await source.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  refuseZip(head);
  const all = joined(head, source);
  if (isPacked(head)) yield* gunzipped(all);
  else yield* all;
}

async function* joined(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  yield head;
  yield* rest;
}

async function* gunzipped(packed: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  // an error of the source is thrown by the loop below
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const stream = pipeline(Readable.from(packed), gunzip, () => undefined);
  for await (const chunk of stream) yield chunk as Uint8Array;
}
