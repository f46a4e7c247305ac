import type { ClientMessage } from './wire.ts';

/** The limits of PostgreSQL: 10,000 bytes for the first message, 1 GiB for the others. */
const MAX_STARTUP_BYTES = 10_000;
const MAX_MESSAGE_BYTES = 0x3fffffff;

const OPENINGS: ReadonlyMap<number, string> = new Map([
  [80877102, 'cancel'],
  [80877103, 'encryption'], // SSL
  [80877104, 'encryption'], // GSS
]);

/** Splits the bytes of one connection, in chunks of any size, into whole messages. */
export class MessageReader {
  #started = false;
  #chunks: Buffer[] = [];
  #bytesHeld = 0;
  #bytesNeeded = 0;

  /** The messages that are complete with this chunk, in order. Throws if a message has an impossible length. */
  read(chunk: Buffer): ClientMessage[] {
    this.#chunks.push(chunk);
    this.#bytesHeld += chunk.length;
    // A large message is joined once, when it is complete: joining after each chunk would be quadratic.
    if (this.#bytesHeld < this.#bytesNeeded) return [];
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const messages: ClientMessage[] = [];
    for (let next = this.#first(rest); next; next = this.#first(rest)) {
      messages.push(next);
      rest = rest.subarray(next.bytes.length);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytesHeld = rest.length;
    return messages;
  }

  #first(bytes: Buffer): ClientMessage | undefined {
    return this.#started ? this.#typed(bytes) : this.#opening(bytes);
  }

  #typed(bytes: Buffer): ClientMessage | undefined {
    const header = this.#whole(bytes, 5);
    if (!header) return undefined;
    const message = this.#whole(bytes, 1 + checkedLength(header.readInt32BE(1), 4, MAX_MESSAGE_BYTES));
    return message && { kind: String.fromCharCode(message.readUInt8(0)), bytes: message };
  }

  #opening(bytes: Buffer): ClientMessage | undefined {
    const header = this.#whole(bytes, 8);
    if (!header) return undefined;
    const message = this.#whole(bytes, checkedLength(header.readInt32BE(0), 8, MAX_STARTUP_BYTES));
    if (!message) return undefined;
    const kind = OPENINGS.get(message.readInt32BE(4)) ?? 'startup';
    this.#started = kind === 'startup';
    return { kind, bytes: message };
  }

  #whole(bytes: Buffer, length: number): Buffer | undefined {
    if (bytes.length >= length) return bytes.subarray(0, length);
    this.#bytesNeeded = length;
    return undefined;
  }
}

function checkedLength(length: number, least: number, most: number): number {
  if (length < least || length > most) throw new RangeError(`a message of ${length} bytes`);
  return length;
}
