/** Divides a JSON text into lines, one for each value, while it arrives. */
export type JsonSplitter = {
  /** The lines of the values that end in this part of the text, each with its line feed. */
  write(part: Uint8Array): Buffer;
  /** What is left at the end of the text: a value that was cut off, or nothing. */
  end(): Buffer;
};

export type SplitOptions = {
  /**
   * Splits the arrays under this key, wherever they are in the text, and nothing else. By default the text itself is split:
   * values one after the other or one a line, and the elements of arrays.
   */
  readonly key?: string;
  /** A longer value is cut off there. */
  readonly maxBytes: number;
};

const [LINE_FEED, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [0x0a, 0x20, 0x22, 0x2c, 0x3a, 0x5c];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Makes a splitter. It looks at each byte once and holds one value at most, whatever the text is. The lines have no white
 * space between the parts of a value. Text that is no JSON becomes lines too, and a line that is broken spoils no other: a
 * string has no line feed in it, and a brace at the beginning of a line begins a value.
 */
export function createJsonSplitter({ key, maxBytes }: SplitOptions): JsonSplitter {
  const list = newList(maxBytes);
  const search = key === undefined ? undefined : createSearch(key);
  return {
    write(part) {
      expect(list, part.length);
      for (let at = 0; at < part.length;) {
        if (search !== undefined && !search.isInside) at = search.read(part, at);
        else at = readList(list, part, at, () => search?.leave());
      }
      return take(list);
    },
    end() {
      expect(list, 1);
      finish(list);
      return take(list);
    },
  };
}

/** The lines of the text, as they come. */
export async function* splitJson(
  chunks: AsyncIterable<Uint8Array>,
  options: SplitOptions,
): AsyncGenerator<Buffer, void> {
  const splitter = createJsonSplitter(options);
  for await (const chunk of chunks) {
    const lines = splitter.write(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}

/** Finds the next array under a key, in a text that is otherwise of no interest. */
function createSearch(key: string) {
  const wanted = Buffer.from(JSON.stringify(key));
  /** How much of the key the string has, if it is the beginning of one; -1 if it is another string. */
  let matched = 0;
  let isInText = false;
  let isEscaped = false;
  /** What has come of `"key" : [`. */
  let seen: 'nothing' | 'key' | 'colon' = 'nothing';

  function stepInText(byte: number): void {
    matched = matched >= 0 && wanted[matched] === byte ? matched + 1 : -1;
    isInText = byte !== QUOTE || isEscaped;
    isEscaped = byte === BACKSLASH && !isEscaped;
    if (!isInText && matched === wanted.length) seen = 'key';
  }

  function step(byte: number): void {
    if (isInText) {
      stepInText(byte);
      return;
    }
    if (byte <= SPACE) return;
    search.isInside = byte === OPENING_BRACKET && seen === 'colon';
    seen = byte === COLON && seen === 'key' ? 'colon' : 'nothing';
    isInText = byte === QUOTE;
    matched = isInText ? 1 : 0;
  }

  const search = {
    isInside: false,
    leave(): void {
      search.isInside = false;
    },
    /** Reads up to the beginning of an array, or to the end; returns the place behind what was read. */
    read(part: Uint8Array, from: number): number {
      let at = from;
      while (at < part.length && !search.isInside) step(part[at++] ?? 0);
      return at;
    },
  };
  return search;
}

/** The values of a list, which are copied, each into a line. */
type List = {
  readonly maxBytes: number;
  out: Buffer;
  length: number;
  /** Where the value under way begins in `out`; undefined between values. */
  start: number | undefined;
  /** Braces and brackets that are open within the value. */
  depth: number;
  /** Brackets around it, but for those of the list itself under a key. */
  around: number;
  isInText: boolean;
  isEscaped: boolean;
  /** The byte before, outside of strings. */
  before: number;
};

function newList(maxBytes: number): List {
  const between = {
    start: undefined,
    depth: 0,
    around: 0,
    isInText: false,
    isEscaped: false,
    before: LINE_FEED,
  };
  return { maxBytes, out: Buffer.alloc(0), length: 0, ...between };
}

/** Makes room for the lines of so many bytes: each of them may end one. */
function expect(list: List, bytes: number): void {
  const room = Buffer.allocUnsafe(list.length + 2 * bytes + 1);
  list.out.copy(room, 0, 0, list.length);
  list.out = room;
}

/** The whole lines; a value under way stays. */
function take(list: List): Buffer {
  const { out, length, start } = list;
  const end = start ?? length;
  list.out = Buffer.from(out.subarray(end, length));
  list.length = length - end;
  if (start !== undefined) list.start = 0;
  return out.subarray(0, end);
}

/** Reads up to the bracket that closes the list, or to the end; returns the place behind what was read. */
function readList(list: List, part: Uint8Array, from: number, onClosed: () => void): number {
  let at = from;
  while (at < part.length) {
    if (list.isInText) {
      at = readText(list, part, at);
    } else if (list.depth > 0) {
      at = readObject(list, part, at);
    } else if (readBetween(list, part[at++] ?? 0) === 'closed') {
      onClosed();
      return at;
    }
  }
  return at;
}

/** Copies up to the end of a string. A line feed, which no string has, is left. */
function readText(list: List, part: Uint8Array, from: number): number {
  const { out } = list;
  const limit = limitOf(list);
  let at = from;
  let to = list.length;
  let isEscaped = list.isEscaped;
  let isEnded = false;
  while (at < part.length && !isEnded) {
    const byte = part[at] ?? 0;
    if (byte === LINE_FEED) break;
    if (to < limit) out[to++] = byte;
    isEnded = byte === QUOTE && !isEscaped;
    isEscaped = byte === BACKSLASH && !isEscaped;
    at++;
  }
  list.length = to;
  list.isEscaped = isEscaped;
  list.isInText = !isEnded;
  list.before = 0;
  if (!isEnded && at < part.length) finish(list);
  return at;
}

/** How an open object or array becomes deeper. */
const DEEPER = new Int8Array(256);
DEEPER[OPENING_BRACE] = DEEPER[OPENING_BRACKET] = 1;
DEEPER[CLOSING_BRACE] = DEEPER[CLOSING_BRACKET] = -1;

/** Copies an object up to its end, or to the beginning of a string, without white space. */
function readObject(list: List, part: Uint8Array, from: number): number {
  const { out } = list;
  const limit = limitOf(list);
  let at = from;
  let to = list.length;
  let depth = list.depth;
  let before = list.before;
  while (at < part.length && depth > 0 && before !== QUOTE) {
    const byte = part[at] ?? 0;
    if (beginsAnother(byte, before)) {
      depth = 0;
      break;
    }
    if (byte > SPACE && to < limit) out[to++] = byte;
    depth += DEEPER[byte] ?? 0;
    before = byte;
    at++;
  }
  list.length = to;
  list.depth = depth;
  list.before = before;
  list.isInText = before === QUOTE;
  if (depth === 0) finish(list);
  return at;
}

/** The object before a brace at the beginning of a line is broken. */
function beginsAnother(byte: number, before: number): boolean {
  return byte === OPENING_BRACE && before === LINE_FEED;
}

/** Reads a byte between objects: white space, what separates values, or a value that is no object. */
function readBetween(list: List, byte: number): 'closed' | 'open' {
  list.before = byte;
  switch (byte) {
    case OPENING_BRACE:
      finish(list);
      list.depth = 1;
      copy(list, byte);
      return 'open';
    case CLOSING_BRACKET:
      finish(list);
      return list.around-- === 0 ? closed(list) : 'open';
    case LINE_FEED:
      finish(list);
      return 'open';
    default:
      readOther(list, byte);
      return 'open';
  }
}

function closed(list: List): 'closed' {
  list.around = 0;
  return 'closed';
}

/** A comma between values that stand in no array is a part of a text that is no JSON. */
function readOther(list: List, byte: number): void {
  const isBetween = list.start === undefined;
  if (byte === COMMA && (isBetween || list.around > 0)) {
    finish(list);
  } else if (byte === OPENING_BRACKET && isBetween) {
    list.around++;
  } else if (!isBetween || byte > SPACE) {
    copy(list, byte);
    list.isInText = byte === QUOTE;
  }
}

function copy(list: List, byte: number): void {
  list.start ??= list.length;
  if (list.length < limitOf(list)) list.out[list.length++] = byte;
}

/** Where the value under way is cut off. */
function limitOf({ start, length, maxBytes }: List): number {
  return (start ?? length) + maxBytes;
}

function finish(list: List): void {
  if (list.start !== undefined) list.out[list.length++] = LINE_FEED;
  list.start = undefined;
  list.depth = 0;
  list.isInText = false;
  list.isEscaped = false;
}
