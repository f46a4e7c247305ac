import { createHash, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal } from '../domain/refusal.ts';
import { unpack } from '../logs/unpack.ts';
import { MAX_RECORDS } from './scan-batch.ts';
import { type Holding, type SpoolRoom, createHolding } from './spool-room.ts';

/** The body of a batch, unpacked and whole. */
export type Spool = {
  readonly bytes: number;
  /** SHA-256 of the body, in hex. */
  readonly digest: string;
  /** HMAC-SHA1 of the body as it was sent, and as it is unpacked, in hex; empty without a secret. */
  readonly signatures: readonly string[];
  /** The beginning of the body, at most 64 KiB. */
  readonly head: Buffer;
  /** The last byte that is no white space; undefined if there is none. */
  readonly lastByte: number | undefined;
  /** The body from its beginning. */
  readonly chunks: () => AsyncGenerator<Buffer, void>;
  /** Gives up what it holds. */
  readonly close: () => Promise<void>;
};

export type Spooling = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The header Content-Length; null without it. */
  readonly announcedBytes: string | null;
  /** The header Content-Encoding; null without it. */
  readonly encoding: string | null;
  /** Whose batch it is: what holders have is shared fairly. */
  readonly holder: string;
  /** How large the body may be, unpacked and as it is sent. */
  readonly maxBytes: number;
  /** What the sender signs with. */
  readonly secret: string | undefined;
};

/** The connection ended before the body, or before the answer: nobody waits for one. */
export class SenderLeft extends Error {
  override readonly name = 'SenderLeft';
}

const HEAD_BYTES = 65_536;
const SPACE = 0x20;

/**
 * Receives a body, and unpacks it if it begins as gzip does, whatever its headers say: a proxy may have unpacked it. Throws
 * SenderLeft, INVALID_PARAMETER for another encoding, BATCH_TOO_LARGE, OVERLOADED if there is no room for it or if its end is
 * missing, and INVALID_JSON if it is damaged.
 */
export async function spool(room: SpoolRoom, spooling: Spooling): Promise<Spool> {
  const { encoding, maxBytes, announcedBytes } = spooling;
  requireGzip(encoding);
  if (Number(announcedBytes ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const holding = createHolding(room, spooling.holder);
  try {
    return await receive(holding, spooling);
  } catch (error) {
    await holding.close();
    throw error;
  }
}

async function receive(holding: Holding, { chunks, maxBytes, secret }: Spooling): Promise<Spool> {
  const digest = createHash('sha256');
  const [sent, unpacked] =
    secret === undefined ? [] : [createHmac('sha1', secret), createHmac('sha1', secret)];
  const source = watched(chunks, { isLost: holding.lost, maxBytes, signature: sent });
  const heads: Uint8Array[] = [];
  let [bytes, headBytes] = [0, 0];
  let lastByte: number | undefined;
  for await (const chunk of unpackedChunks(source)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    digest.update(chunk);
    unpacked?.update(chunk);
    lastByte = chunk.findLast((byte) => byte > SPACE) ?? lastByte;
    if (headBytes < HEAD_BYTES) {
      heads.push(chunk.subarray(0, HEAD_BYTES - headBytes));
      headBytes += chunk.length;
    }
    await holding.add(chunk);
  }
  const head = Buffer.concat(heads);
  requireReadable(head);
  return {
    bytes,
    digest: digest.digest('hex'),
    signatures: [sent, unpacked].flatMap((hmac) => hmac?.digest('hex') ?? []),
    head,
    lastByte,
    chunks: holding.chunks,
    close: holding.close,
  };
}

type Watched = {
  readonly isLost: Promise<never>;
  readonly maxBytes: number;
  readonly signature: Pick<ReturnType<typeof createHmac>, 'update'> | undefined;
};

/** The chunks of the body as it is sent, up to its bound, or until its room is given to others. */
async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  { isLost, maxBytes, signature }: Watched,
): AsyncGenerator<Uint8Array, void> {
  const source = chunks[Symbol.asyncIterator]();
  for (let bytes = 0; ;) {
    const next = source.next().catch((cause: unknown) => {
      throw new SenderLeft('the connection ended before the body', { cause });
    });
    const came = await Promise.race([next, isLost]);
    if (came.done === true) return;
    bytes += came.value.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    signature?.update(came.value);
    yield came.value;
  }
}

async function* unpackedChunks(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* unpack(Readable.from(source)).chunks;
  } catch (error) {
    throw unpackingFailure(error);
  }
}

/** A body without its end may be whole the next time; one that is damaged is damaged then, too. */
function unpackingFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR')
    return new Refusal('OVERLOADED', {
      message: 'The gzip data of the batch ends too early. Send it again.',
    });
  if (typeof code === 'string' && code.startsWith('Z_'))
    return new Refusal('INVALID_JSON', { message: 'The gzip data of the batch is damaged.' });
  return error;
}

const GZIP = /^(?:(?:x-)?gzip|identity)?$/i;

function requireGzip(encoding: string | null): void {
  if (encoding !== null && !encoding.split(',').every((one) => GZIP.test(one.trim())))
    throw notGzip(`"${encoding}"`);
}

/** What zstd and framed snappy begin with, and what is packed twice once it is unpacked. */
const OTHERS = [
  ['gzip twice', Buffer.from([0x1f, 0x8b])],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['snappy', Buffer.from([0xff, 0x06, 0x00, 0x00, 0x73, 0x4e, 0x61, 0x50])],
] as const;

function requireReadable(head: Buffer): void {
  for (const [name, magic] of OTHERS) if (head.subarray(0, magic.length).equals(magic)) throw notGzip(name);
}

function notGzip(encoding: string): Refusal {
  return new Refusal('INVALID_PARAMETER', {
    message: `The batch is compressed with ${encoding.slice(0, 40)}. Set the sender to gzip, once, or to no compression.`,
  });
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('BATCH_TOO_LARGE', {
    message: `${boundsOf(maxBytes)} Set the sender to smaller batches.`,
  });
}

/** What a batch may have, as a sentence. */
export function boundsOf(maxBytes: number): string {
  const records = MAX_RECORDS.toLocaleString('en');
  return `A batch holds at most ${maxBytes / 1_048_576} MiB, unpacked, and ${records} records.`;
}
