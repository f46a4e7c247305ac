/** Reads a stream of bytes piece by piece. */
export type ByteReader = {
  /** The next bytes; fewer at the end of the stream. */
  take(count: number): Promise<Buffer>;
  skip(count: number): Promise<void>;
  /** The bytes before this one, which is passed over; undefined at the end, empty if it is not among the first `most`. */
  until(byte: number, most: number): Promise<Buffer | undefined>;
  /** The next byte; undefined at the end. */
  byte(): Promise<number | undefined>;
  /** How many bytes were read. */
  readonly at: number;
};

export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let open: Buffer = Buffer.alloc(0);
  let at = 0;

  /** Whether there is another byte. */
  async function fill(): Promise<boolean> {
    while (open.length === 0) {
      const next = await source.next();
      if (next.done === true) return false;
      open = next.value;
    }
    return true;
  }
  function pull(count: number): Buffer {
    const taken = open.subarray(0, count);
    open = open.subarray(taken.length);
    at += taken.length;
    return taken;
  }

  return {
    get at() {
      return at;
    },
    async take(count) {
      const parts: Buffer[] = [];
      for (let left = count; left > 0 && (await fill());) {
        const part = pull(left);
        parts.push(part);
        left -= part.length;
      }
      return parts.length === 1 ? (parts[0] ?? open) : Buffer.concat(parts);
    },
    async skip(count) {
      for (let left = count; left > 0 && (await fill());) left -= pull(left).length;
    },
    async until(byte, most) {
      if (!(await fill())) return undefined;
      const before: number[] = [];
      while (before.length < most && (await fill())) {
        const next = pull(1)[0] ?? 0;
        if (next === byte) return Buffer.from(before);
        before.push(next);
      }
      return Buffer.alloc(0);
    },
    async byte() {
      return open.length > 0 || (await fill()) ? pull(1)[0] : undefined;
    },
  };
}
