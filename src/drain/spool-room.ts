import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../domain/refusal.ts';
import { createBlocks } from '../http/blocks.ts';
import { type Shares, createShares } from '../limits/shares.ts';

/** What the bodies of all batches in a process may hold. */
export type SpoolRoom = {
  readonly bodies: Shares;
  readonly memory: Shares;
  readonly disk: Shares;
  readonly folder: string;
};

/** The bytes of one body: the first in memory, and all of them in a file once they are many. */
export type Holding = {
  readonly add: (chunk: Uint8Array) => Promise<void>;
  readonly chunks: () => AsyncGenerator<Buffer, void>;
  /** Rejects with OVERLOADED if its room is given to others. */
  readonly lost: Promise<never>;
  readonly close: () => Promise<void>;
};

const MIB = 1_048_576;
const IN_MEMORY_BYTES = MIB;
const BLOCK_BYTES = 65_536;
const READ_BYTES = 262_144;

/** Of each, one account has at most so much that there is room for three others. */
const MOST_BODIES = 64;
const MOST_IN_MEMORY = 64 * MIB;
const MOST_ON_DISK = 768 * MIB;
const share = (total: number) => ({ total, share: total / 4 });

export function createSpoolRoom(folder: string = tmpdir()): SpoolRoom {
  return {
    bodies: createShares(share(MOST_BODIES)),
    memory: createShares(share(MOST_IN_MEMORY)),
    disk: createShares(share(MOST_ON_DISK)),
    folder,
  };
}

/** Takes room for a body. Throws OVERLOADED if there is none, as `add` does. */
export function createHolding(room: SpoolRoom, holder: string): Holding {
  const claim = createClaim(holder);
  claim.take(room.bodies, 1);
  const blocks = createBlocks(BLOCK_BYTES, () => claim.take(room.memory, BLOCK_BYTES));
  let file: FileHandle | undefined;
  let onDisk = 0;

  async function moveToFile(to: FileHandle): Promise<void> {
    for (const block of blocks.takeFull()) {
      claim.take(room.disk, block.bytes.length);
      for (let at = 0; at < block.bytes.length;) at += (await to.write(block.bytes, at)).bytesWritten;
      onDisk += block.bytes.length;
      block.give();
    }
  }
  async function* readFile(from: FileHandle): AsyncGenerator<Buffer, void> {
    for (let at = 0; at < onDisk;) {
      const block = Buffer.allocUnsafe(READ_BYTES);
      const { bytesRead } = await from.read(block, 0, Math.min(block.length, onDisk - at), at);
      if (bytesRead === 0) throw new Error('a spooled batch is shorter than it was');
      at += bytesRead;
      yield block.subarray(0, bytesRead);
    }
  }

  return {
    lost: claim.lost,
    async add(chunk) {
      blocks.add(chunk);
      if (blocks.bytes() > IN_MEMORY_BYTES) await moveToFile((file ??= await openUnlinked(room.folder)));
    },
    async *chunks() {
      if (file !== undefined) yield* readFile(file);
      yield* blocks.all();
    },
    async close() {
      claim.giveAll();
      blocks.clear();
      await file?.close();
      file = undefined;
    },
  };
}

/** What one holder has taken of several things, until it is given back or lost to others. */
function createClaim(holder: string) {
  let lose: () => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = () => {
      reject(noRoom());
    };
  });
  // it may be lost after the last byte has come
  lost.catch(() => undefined);
  const given = new Set<() => void>();
  return {
    lost,
    take(shares: Shares, amount: number): () => void {
      const give = shares.take(holder, lose, amount);
      if (give === undefined) throw noRoom();
      given.add(give);
      return () => {
        given.delete(give);
        give();
      };
    },
    giveAll(): void {
      for (const give of given) give();
      given.clear();
    },
  };
}

/** A file that nobody else can read, and that is gone with the process. */
async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, `site-traffic-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

function noRoom(): Refusal {
  return new Refusal('OVERLOADED');
}
