/** A value of the MaxMind DB format, as far as country databases hold it. */
type Value = string | number | { readonly [key: string]: Value };

type Plan = {
  readonly type: string;
  readonly ipVersion: 4 | 6;
  /** What is said of the addresses whose first bits are these. */
  readonly networks: Readonly<Record<string, Value>>;
};

/** Writes a small database in the MaxMind DB format 2.0, with records of 24 bits (maxmind.github.io/MaxMind-DB). */
export function makeDatabase({ type, ipVersion, networks }: Plan): Buffer {
  const nodes = [newNode()];
  const data: Buffer[] = [];
  for (const [bits, value] of Object.entries(networks)) {
    leafOf(nodes, bits).offset = Buffer.concat(data).length;
    data.push(encode(value));
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach(({ sides }, index) => {
    sides.forEach((side, right) => tree.writeUIntBE(recordOf(side, nodes.length), index * 6 + right * 3, 3));
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: type,
    ip_version: ipVersion,
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

/** The bits of a network in IPv4's notation, such as 8.0.0.0/8, for a tree of IPv4 or of IPv6 addresses. */
export function bitsOf(network: string, ipVersion: 4 | 6 = 4): string {
  const [address = '', length] = network.split('/');
  const bits = address.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
  return (ipVersion === 6 ? '0'.repeat(96) : '') + bits.join('').slice(0, Number(length));
}

type Side = { node?: number; offset?: number };
type Node = { readonly sides: readonly [Side, Side] };

function newNode(): Node {
  return { sides: [{}, {}] };
}

function leafOf(nodes: Node[], bits: string): Side {
  let side: Side = { node: 0 };
  for (const bit of bits) {
    side.node ??= nodes.push(newNode()) - 1;
    const node = nodes[side.node] ?? newNode();
    side = node.sides[bit === '1' ? 1 : 0];
  }
  return side;
}

function recordOf({ node, offset }: Side, nodeCount: number): number {
  if (node !== undefined) return node;
  return offset === undefined ? nodeCount : nodeCount + 16 + offset;
}

const STRING = 2;
const NUMBER = 6;
const MAP = 7;

function encode(value: Value): Buffer {
  if (typeof value === 'string') return tagged(STRING, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return tagged(NUMBER, 4, bytes);
  }
  const entries = Object.entries(value);
  return tagged(MAP, entries.length, Buffer.concat(entries.flat().map(encode)));
}

/** Sizes below 29 stand in the byte of the type; longer texts are not needed. */
function tagged(type: number, size: number, content: Buffer): Buffer {
  if (size >= 29) throw new RangeError(`${size} is too long for this encoder`);
  return Buffer.concat([Buffer.from([(type << 5) | size]), content]);
}
