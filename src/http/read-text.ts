import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import { readBody } from './read-body.ts';

/** The limit for a body, both as sent and after decompression, and the error above it. */
export type BodyBound = { readonly maxBytes: number; readonly tooLarge: () => Error };

/**
 * The text of a request's body, plain or compressed with gzip. Throws the error of the bound above the limit,
 * INVALID_JSON if the body is not UTF-8, not gzip or cut short, and INVALID_PARAMETER for any other encoding.
 */
export async function readText(request: Request, bound: BodyBound): Promise<string> {
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  const bytes = await readBytes(request, bound);
  switch (encoding) {
    case 'identity':
      return decode(bytes);
    case 'gzip':
      return decode(await unpack(bytes, bound));
    default:
      throw invalidParameter('Content-Encoding', encoding, '"gzip" or left out');
  }
}

async function readBytes(request: Request, { maxBytes, tooLarge }: BodyBound): Promise<Uint8Array> {
  const body = await readBody(request, maxBytes);
  if (body === 'too large') throw tooLarge();
  if (body === 'cut short') throw new Refusal('INVALID_JSON', { message: 'The request body was cut short.' });
  return body;
}

async function unpack(bytes: Uint8Array, { maxBytes, tooLarge }: BodyBound): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw tooLarge();
    throw new Refusal('INVALID_JSON', { message: 'The request body is not valid gzip, or it is cut short.' });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('INVALID_JSON', { message: 'The request body is not valid UTF-8.' });
  }
}
