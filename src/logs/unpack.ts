import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export type Unpacked = {
  /** The bytes, unpacked if gzip packed them. */
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** How much of the source was read. */
  readonly bytesRead: () => number;
};

const CHUNK_BYTES = 262_144;

/** Reads a stream, unpacking it if its first bytes say that it was packed by gzip, in one part or several. */
export function unpack(source: Readable): Unpacked {
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
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

async function* unpacked(source: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done } = await source.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
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
