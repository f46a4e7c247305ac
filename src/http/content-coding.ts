import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

/**
 * The chunks packed with gzip, each so that the reader can unpack it when it arrives. An error of the chunks is thrown
 * before the end of the archive, and a reader who leaves ends the chunks.
 */
export async function* gzipped(chunks: AsyncGenerator<string, void>): AsyncGenerator<Uint8Array, void> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const packed: AsyncIterable<Uint8Array> = pipeline(chunks, gzip, () => {
    // what ends the pipeline early ends the loop below, too
  });
  yield* packed;
}
