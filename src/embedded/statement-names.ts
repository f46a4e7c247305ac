import { closeStatement, SYNC, type ClientMessage } from './wire.ts';

type Given = {
  readonly name: string;
  /** The message that prepared it. */
  parse?: Buffer;
};

/**
 * The prepared statements of one connection. All connections share the names of PGlite, so each name is replaced with one
 * that no other connection uses. The new names are short: PostgreSQL compares only the first 63 bytes.
 */
export class StatementNames {
  /** How all its names begin. */
  readonly prefix: string;
  readonly #given = new Map<string, Given>();
  #count = 0;

  constructor(connectionId: number) {
    this.prefix = `c${connectionId}_`;
  }

  /** The bytes of a message with its statement renamed, or unchanged if it names none. */
  rename(message: ClientMessage): Buffer {
    const { kind, bytes } = message;
    const at = nameOffset(message);
    const end = at === undefined ? -1 : bytes.indexOf(0, at);
    if (at === undefined || end <= at) return bytes;
    const original = bytes.toString('latin1', at, end);
    const given = this.#giveName(original);
    const renamed = Buffer.concat([bytes.subarray(0, at), Buffer.from(given.name), bytes.subarray(end)]);
    renamed.writeInt32BE(renamed.length - 1, 1);
    if (kind === 'P') given.parse = renamed;
    if (kind === 'C') this.#given.delete(original);
    return renamed;
  }

  /** The messages that close all statements of the connection, which has none afterwards. */
  closeAll(): Buffer {
    const closings = [...this.#given.values()].map(({ name }) => closeStatement(name));
    this.#given.clear();
    return Buffer.concat(closings);
  }

  /** The messages that prepare all of them, for when others have deallocated them. */
  prepareAll(): Buffer {
    // each with its own Sync: one that is still there is refused, and must not keep back the next
    return Buffer.concat([...this.#given.values()].flatMap(({ parse }) => (parse ? [parse, SYNC] : [])));
  }

  #giveName(original: string): Given {
    const known = this.#given.get(original);
    if (known !== undefined) return known;
    const given = { name: `${this.prefix}${++this.#count}` };
    this.#given.set(original, given);
    return given;
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
