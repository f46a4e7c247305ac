import { closeStatement, type ClientMessage } from './wire.ts';

/**
 * The prepared statements of one connection. All connections share the names of PGlite, so each name is replaced with one
 * that no other connection uses. The new names are short: PostgreSQL compares only the first 63 bytes.
 */
export class StatementNames {
  readonly #prefix: string;
  readonly #given = new Map<string, string>();
  #count = 0;

  constructor(connectionId: number) {
    this.#prefix = `c${connectionId}_`;
  }

  /** The bytes of a message with its statement renamed, or unchanged if it names none. */
  rename(message: ClientMessage): Buffer {
    const { kind, bytes } = message;
    const at = nameOffset(message);
    const end = at === undefined ? -1 : bytes.indexOf(0, at);
    if (at === undefined || end <= at) return bytes;
    const name = this.#nameFor(bytes.toString('latin1', at, end));
    const renamed = Buffer.concat([bytes.subarray(0, at), Buffer.from(name), bytes.subarray(end)]);
    renamed.writeInt32BE(renamed.length - 1, 1);
    if (kind === 'C') this.#given.delete(bytes.toString('latin1', at, end));
    return renamed;
  }

  /** The messages that close all statements of the connection, which has none afterwards. */
  closeAll(): Buffer {
    const closings = [...this.#given.values()].map(closeStatement);
    this.#given.clear();
    return Buffer.concat(closings);
  }

  #nameFor(original: string): string {
    const known = this.#given.get(original);
    if (known !== undefined) return known;
    const name = `${this.#prefix}${++this.#count}`;
    this.#given.set(original, name);
    return name;
  }
}

/** Where a message names a prepared statement: after its header, or after the portal's name in Bind. */
function nameOffset({ kind, bytes }: ClientMessage): number | undefined {
  switch (kind) {
    case 'P':
      return 5;
    case 'B':
      return bytes.indexOf(0, 5) + 1 || undefined;
    case 'C':
    case 'D':
      return bytes[5] === 0x53 ? 6 : undefined;
    default:
      return undefined;
  }
}
