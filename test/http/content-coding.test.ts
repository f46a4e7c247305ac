import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { describe, expect, it } from 'vitest';
import { encoded } from '../../src/http/content-coding.ts';

const LONG = JSON.stringify({ data: Array.from({ length: 100 }, (_, id) => ({ id, name: 'é' })) });

/** Too long to be encoded between two requests. */
const LONGEST = randomBytes(60_000).toString('hex');

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

describe('a response', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['x-gzip, br;q=0.1', 'br'],
  ])('to a caller who accepts "%s" is encoded as %s', async (accepted, coding) => {
    for (const text of [LONG, LONGEST]) {
      const response = await answer(text, accepted);

      const bytes = Buffer.from(await response.arrayBuffer());
      expect(headersOf(response)).toEqual({
        'content-encoding': coding,
        'content-length': String(bytes.length),
        vary: 'Accept-Encoding',
        'x-own': 'kept',
      });
      expect(response.status).toBe(201);
      expect(DECODERS[coding]?.(bytes).toString()).toBe(text);
      expect(bytes.length).toBeLessThan(text.length);
    }
  });

  it.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0.0', 'bread', 'q=1'])(
    'to a caller who accepts "%s" is not encoded, and says that it may be',
    async (accepted) => {
      const response = await answer(LONG, accepted);

      expect(headersOf(response)).toEqual({
        'content-length': String(Buffer.byteLength(LONG)),
        vary: 'Accept-Encoding',
        'x-own': 'kept',
      });
      expect(await response.text()).toBe(LONG);
    },
  );

  it('of less than 1 KiB stays as it was made', async () => {
    const short = 'x'.repeat(1_023);
    const made = new Response(short);

    expect(await encoded(asking('gzip, br'), made)).toBe(made);
    expect(headersOf(await answer(`${short}x`, 'gzip'))['content-encoding']).toBe('gzip');
  });

  it.each([
    ['without a body', new Response(null, { status: 204 })],
    ['of unknown length', new Response(new Blob([LONG]).stream())],
    ['that mentions encodings itself', new Response(LONG, { headers: { Vary: 'Accept-Encoding' } })],
  ])('%s stays as it was made', async (_, made) => {
    expect(await encoded(asking('gzip, br'), made)).toBe(made);
  });
});

function answer(text: string, accepted: string): Promise<Response> {
  return encoded(asking(accepted), new Response(text, { status: 201, headers: { 'X-Own': 'kept' } }));
}

function asking(accepted: string): Request {
  return new Request('http://site-traffic.test/', { headers: { 'accept-encoding': accepted } });
}

function headersOf({ headers }: Response): Readonly<Record<string, string>> {
  const named = [...headers].map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => name !== 'content-type'));
}
