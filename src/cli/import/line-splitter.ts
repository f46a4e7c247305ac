/** A line of a text file without its end. The text is undefined if it is longer than the limit. */
export type Line = { readonly number: number; readonly text: string | undefined };

export type LineSplitter = {
  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): readonly Line[];
  /** The last line, if it has no end. */
  end(): readonly Line[];
};

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits UTF-8 text, in chunks of any size, into lines that end in LF or CRLF, numbered from 1. Drops a byte order mark
 * at the start. Holds no more than `maxBytes` of an incomplete line.
 */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let number = 0;
  let pieces: Uint8Array[] = [];
  let length = 0;

  function hold(piece: Uint8Array): void {
    length += piece.length;
    if (length <= maxBytes + 1) pieces.push(piece);
    else pieces = [];
  }

  function finish(): Line {
    number++;
    const bytes = withoutCarriageReturn(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    const text = length > maxBytes + 1 || bytes.length > maxBytes ? undefined : decode(bytes, number);
    pieces = [];
    length = 0;
    return { number, text };
  }

  return {
    push(chunk) {
      const lines: Line[] = [];
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        hold(chunk.subarray(from, at));
        lines.push(finish());
        from = at + 1;
      }
      if (from < chunk.length) hold(chunk.subarray(from));
      return lines;
    },
    end: () => (length > 0 ? [finish()] : []),
  };
}

function withoutCarriageReturn(bytes: Uint8Array = new Uint8Array()): Uint8Array {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

function decode(bytes: Uint8Array, number: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return number === 1 ? text.replace(/^\uFEFF/, '') : text;
}
