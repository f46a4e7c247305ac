import { closeStatement, type ClientMessage } from './wire.ts';

/**
 * One connection's prepared statements. PGlite has one name space for all connections, so each name is replaced by
 * one that no other connection uses: a short one, as PostgreSQL tells names apart by their first 63 bytes only.
 */
export class StatementNames {
  readonly #prefix: string;
  readonly #given = new Map<string, string>();
  #count = 0;

  constructor(connectionId: number) {
    this.#prefix = `c${connectionId}_`;
  }

  /** The message's bytes with its statement renamed; as they came if it names none. */
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

  /** The messages that drop every statement the connection may still have; it has none afterwards. */
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
