type Block = { readonly bytes: Buffer; readonly give: () => void };

/**
 * Bytes in blocks of one length, since they may come one by one, and to keep a chunk takes hundreds of bytes besides its own.
 * `takeRoom` takes room for a block; without any it returns undefined, or throws.
 */
export function createBlocks(blockBytes: number, takeRoom: () => (() => void) | undefined) {
  let blocks: Block[] = [];
  /** How much of the last one is filled. */
  let filled = blockBytes;

  /** The last block, with room for more; undefined if it is full and there is no room for another. */
  function openBlock(): Block | undefined {
    const last = blocks.at(-1);
    if (last !== undefined && filled < blockBytes) return last;
    const give = takeRoom();
    if (give === undefined) return undefined;
    const block = { give, bytes: Buffer.allocUnsafe(blockBytes) };
    blocks.push(block);
    filled = 0;
    return block;
  }

  return {
    /** Copies the chunk. False if there is no room for all of it. */
    add(chunk: Uint8Array): boolean {
      for (let at = 0; at < chunk.length;) {
        const block = openBlock();
        if (block === undefined) return false;
        const part = chunk.subarray(at, at + blockBytes - filled);
        block.bytes.set(part, filled);
        filled += part.length;
        at += part.length;
      }
      return true;
    },
    /** The length of all blocks. */
    bytes: () => blocks.length * blockBytes,
    /** Removes those that are full. */
    takeFull(): readonly Block[] {
      return blocks.splice(0, filled === blockBytes ? blocks.length : blocks.length - 1);
    },
    *all(): Generator<Buffer, void> {
      for (const [at, { bytes }] of blocks.entries())
        yield at === blocks.length - 1 ? bytes.subarray(0, filled) : bytes;
    },
    /** All bytes in one piece, without the blocks. */
    takeWhole() {
      const whole = Buffer.concat([...this.all()]);
      this.clear();
      return whole;
    },
    /** Forgets all blocks. Their room stays taken. */
    clear(): void {
      blocks = [];
      filled = blockBytes;
    },
  };
}
