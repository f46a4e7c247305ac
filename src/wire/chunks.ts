const CHUNK_LENGTH = 32_768;

/** A long JSON text, in the pieces in which it is made. */
export type Pieces = AsyncIterable<Iterable<string>>;

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

/** The items of an array, with what separates them. */
export async function* separated(items: Pieces): AsyncGenerator<Iterable<string>, void> {
  let separator = '';
  function* separate(texts: Iterable<string>) {
    for (const text of texts) {
      yield separator + text;
      separator = ',';
    }
  }
  for await (const texts of items) yield separate(texts);
}
