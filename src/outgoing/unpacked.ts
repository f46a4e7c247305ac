import type { IncomingMessage } from 'node:http';
import { type Transform, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NoResponse } from './no-response.ts';

const CODINGS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The body of a response, unpacked as its Content-Encoding says (RFC 9110, 8.4), as far as it is read. Throws NoResponse. */
export async function* unpacked(response: IncomingMessage): AsyncGenerator<Buffer> {
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') {
    yield* response as AsyncIterable<Buffer>;
    return;
  }
  const open = CODINGS.get(coding);
  if (open === undefined) throw new NoResponse('the answer is packed in a way that was not asked for');
  try {
    yield* pipeline(response, open(), () => undefined) as AsyncIterable<Buffer>;
  } catch (error) {
    // what zlib and Brotli find wrong; the rest is about the connection
    const { code } = error as { readonly code?: unknown };
    if (!/^(?:Z_|ERR__ERROR_)/.test(String(code))) throw error;
    throw new NoResponse(`the answer is not packed by ${coding}, as it says`, { cause: error });
  }
}
