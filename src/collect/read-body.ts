import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Refusal, invalidParameter } from '../domain/refusal.ts';

/** Of a body as it is sent, and of what a packed one holds. */
const MAX_BYTES = 1_048_576;

/**
 * The text of a request's body, plain or packed by gzip. Throws BATCH_TOO_LARGE at its bound, with no more of it read;
 * INVALID_JSON for what is no UTF-8, no gzip or cut short; INVALID_PARAMETER for any other encoding.
 */
export async function readBody(request: Request): Promise<string> {
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw new Refusal('BATCH_TOO_LARGE');
  const bytes = await readBytes(request.body);
  switch (encoding) {
    case 'identity':
      return decode(bytes);
    case 'gzip':
      return decode(await unpack(bytes));
    default:
      throw invalidParameter('Content-Encoding', encoding, '"gzip" or left out');
  }
}

/** The reader is left where it is, not cancelled: that would break the connection that carries the answer. */
async function readBytes(body: Request['body']): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read().catch(cutShort);
    if (done) return Buffer.concat(chunks);
    length += value.byteLength;
    if (length > MAX_BYTES) throw new Refusal('BATCH_TOO_LARGE');
    chunks.push(value);
  }
}

/** Nobody is left to read this; it keeps a caller's broken connection from being taken for our own failure. */
function cutShort(): never {
  throw new Refusal('INVALID_JSON', { message: 'The request body was cut short.' });
}

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw new Refusal('BATCH_TOO_LARGE');
    throw new Refusal('INVALID_JSON', { message: 'The request body is not packed by gzip, or not whole.' });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('INVALID_JSON', { message: 'The request body is not valid UTF-8.' });
  }
}
