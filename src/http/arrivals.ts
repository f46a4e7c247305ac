import type { IncomingMessage } from 'node:http';
import { customerOf } from '../domain/network.ts';
import { createShares } from '../limits/shares.ts';
import { createBlocks } from './blocks.ts';

/** Holds the bodies of requests until they are whole, so that work on them never waits for their callers. */
export type Arrivals = {
  /**
   * Reads the body of a request, up to one byte more than the bound: the door refuses a larger one. A client that leaves
   * too much unfinished is refused, and so is one of those that have the most if all together do. If the connection ends,
   * `end` is not called.
   */
  readonly receive: (request: IncomingMessage, expected: Expected, end: (came: Arrived) => void) => void;
};

export type Expected = {
  /** Who sends it; undefined if a trusted proxy does not name its client. */
  readonly client: string | undefined;
  /** How much of a body its route reads. */
  readonly maxBytes: number;
};

export type Bytes = Uint8Array<ArrayBuffer>;

export type Arrived =
  | { readonly kind: 'arrived'; readonly body: Bytes; readonly release: () => void }
  | { readonly kind: 'refused' };

/**
 * Bodies that arrive at a time. Of these and of their bytes, one client (an IPv4 address, or a network of 56 bits) has a
 * quarter at most.
 */
const MOST_BODIES = 2_048;
const MOST_BYTES = 128 * 1_048_576;
const share = (total: number) => ({ total, share: total / 4 });

/** A body is held in blocks of this length, or of its own if that is less. One client has room for one on each connection. */
const BLOCK_BYTES = 16_384;

/** The body of a request that has none. */
export const NOTHING: Bytes = new Uint8Array();

export function createArrivals(): Arrivals {
  const bodies = createShares(share(MOST_BODIES));
  const bytes = createShares(share(MOST_BYTES));
  return {
    receive(request, { client, maxBytes }, end) {
      const length = announcedLength(request);
      // One that is announced as too large stays unread.
      if (length === 0 || maxBytes === 0 || (length ?? 0) > maxBytes) {
        end({ kind: 'arrived', body: NOTHING, release: () => undefined });
        return;
      }
      const holder = client === undefined ? undefined : customerOf(client);
      const blockBytes = Math.min(length ?? BLOCK_BYTES, BLOCK_BYTES);
      const takeBlock = (lose: () => void) => bytes.take(holder, lose, blockBytes);
      const receipt = createReceipt(request, { maxBytes, blockBytes, takeBlock, end });
      const leave = bodies.take(holder, receipt.refuse);
      if (leave === undefined) receipt.refuse();
      else receipt.begin(leave);
    },
  };
}

type Receiving = {
  readonly maxBytes: number;
  readonly blockBytes: number;
  readonly takeBlock: (lose: () => void) => (() => void) | undefined;
  readonly end: (came: Arrived) => void;
};

/** Reads one body. Whichever comes first of its end, a refusal and the end of the connection is the only one that counts. */
function createReceipt(request: IncomingMessage, { maxBytes, blockBytes, takeBlock, end }: Receiving) {
  const held: (() => void)[] = [];
  const blocks = createBlocks(blockBytes, () => {
    const give = takeBlock(refuse);
    if (give !== undefined) held.push(give);
    return give;
  });
  let size = 0;
  let isOver = false;
  let leave: () => void = () => undefined;

  function release(): void {
    for (const give of held.splice(0)) give();
  }
  function stop(): boolean {
    if (isOver) return false;
    isOver = true;
    leave();
    request.off('data', receive).off('end', finish).off('close', abandon);
    return true;
  }
  function abandon(): void {
    if (stop()) release();
  }
  function refuse(): void {
    if (!stop()) return;
    release();
    request.pause();
    end({ kind: 'refused' });
  }
  function finish(): void {
    if (stop()) end({ kind: 'arrived', body: blocks.takeWhole(), release });
  }
  function receive(chunk: Buffer): void {
    size += chunk.length;
    if (!blocks.add(chunk)) refuse();
    else if (size > maxBytes) {
      // Node reads the rest when the response is sent
      request.pause();
      finish();
    }
  }

  return {
    refuse,
    begin(leaveBodies: () => void): void {
      leave = leaveBodies;
      request.on('data', receive).once('end', finish).once('close', abandon);
    },
  };
}

/** The length of the body: 0 without one, undefined if only its end will tell. */
function announcedLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}
