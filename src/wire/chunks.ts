const CHUNK_LENGTH = 32_768;

/** A long JSON text, in the pieces in which it is made. */
export type Pieces = AsyncGenerator<Iterable<string>, void>;

/** The text in chunks of about 32 kB. */
export async function* inChunks(pieces: Pieces): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const texts of pieces) {
    for (const text of texts) {
      chunk += text;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

/** The items of an array. Each comes with the comma before it, which the first one loses. */
export async function* itemsOf(items: AsyncIterable<IterableIterator<string>>): Pieces {
  let isFirst = true;
  for await (const texts of items) {
    const first = isFirst ? texts.next() : undefined;
    if (first?.done === false) {
      isFirst = false;
      yield [first.value.slice(1)];
    }
    yield texts;
  }
}
