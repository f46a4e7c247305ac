import { type Transform, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import { accepts } from './accepts.ts';
import { type Headers, WholeResponse } from './answer.ts';
import type { RequestHead } from './incoming.ts';

/** A coding of the body of a response (RFC 9110, 8.4.1). */
export type ContentCoding = {
  readonly name: 'br' | 'gzip';
  readonly encode: (body: ArrayBuffer) => Promise<Buffer>;
  readonly encodeNow: (body: ArrayBuffer) => Buffer;
  /** Passes on what it has after each chunk. */
  readonly open: () => Transform;
};

/** The lowest level: the next ones take two to four times as long to save another fifth. */
const GZIP = { level: 1 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** The preferred one first. */
const CODINGS: readonly ContentCoding[] = [
  {
    name: 'br',
    encode: (body) => promisify(brotliCompress)(body, BROTLI),
    encodeNow: (body) => brotliCompressSync(body, BROTLI),
    open: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  {
    name: 'gzip',
    encode: (body) => promisify(gzip)(body, GZIP),
    encodeNow: (body) => gzipSync(body, GZIP),
    open: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
];

/** A shorter body goes into one packet with its headers anyway. In bytes. */
const WORTH_ENCODING = 1024;

/** Up to here, encoding takes less time than handing the body to another thread. In bytes. */
const AT_ONCE = 65_536;

/** The coding that the caller accepts; undefined if there is none. */
export function contentCoding(headers: RequestHead['headers']): ContentCoding | undefined {
  return CODINGS.find(({ name }) => accepts(headers, name));
}

/** What a body that may be encoded says of itself, so that caches keep both. */
export function codingHeaders(coding: ContentCoding | undefined): Headers {
  return { Vary: 'Accept-Encoding', ...(coding && { 'Content-Encoding': coding.name }) };
}

/**
 * The response, encoded if it is long enough and the caller accepts it. One whose length is not known yet, or that
 * mentions encodings itself, stays what it is.
 */
export async function encoded({ headers }: RequestHead, response: Response): Promise<Response> {
  const length = Number(response.headers.get('Content-Length'));
  if (length < WORTH_ENCODING || response.headers.has('Vary')) return response;
  const coding = contentCoding(headers);
  for (const [name, value] of Object.entries(codingHeaders(coding))) response.headers.set(name, value);
  if (coding === undefined) return response;
  const body = await response.arrayBuffer();
  const bytes = length <= AT_ONCE ? coding.encodeNow(body) : await coding.encode(body);
  response.headers.set('Content-Length', String(bytes.length));
  const { status, headers: own } = response;
  return new WholeResponse(bytes as Buffer<ArrayBuffer>, { status, headers: own });
}

/**
 * The chunks encoded, each so that the reader can decode it when it arrives. An error of the chunks is thrown before the end
 * of the body, and a reader who leaves ends the chunks.
 */
export async function* encodedChunks(
  chunks: AsyncIterable<string>,
  coding: ContentCoding,
): AsyncGenerator<Uint8Array, void> {
  const packed: AsyncIterable<Uint8Array> = pipeline(chunks, coding.open(), () => {
    // what ends the pipeline early ends the loop below, too
  });
  yield* packed;
}
