import { PbfReader } from 'pbf';
import type { ByteReader } from '../byte-reader.ts';
import type { OtlpRecord } from './record.ts';

/** The wire types of protobuf that are in use. */
const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** The fields on the way to the records of a request: resource_logs, scope_logs, log_records. */
const WAY = [1, 2, 2] as const;

/** The request is no protobuf from here on: where its next field begins is not known. */
export class NotProtobuf extends Error {
  override readonly name = 'NotProtobuf';
}

/**
 * The log records in an ExportLogsServiceRequest, one after the other; undefined for one with more bytes than the limit. It
 * walks through the messages by their lengths, and holds one record at a time. Throws NotProtobuf.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/logs/v1/logs.proto
 */
export async function* recordsIn(
  reader: ByteReader,
  maxBytes: number,
): AsyncGenerator<Uint8Array | undefined, void> {
  /** Where each message that is open ends. */
  const ends: number[] = [Infinity];
  for (;;) {
    closeEnded(ends, reader.at);
    const tag = await readVarint(reader);
    if (tag === undefined) return;
    const [field, wire] = [Math.floor(tag / 8), tag % 8];
    if (wire !== WIRE.bytes) {
      await skipValue(reader, wire);
      continue;
    }
    const length = await readVarint(reader);
    if (length === undefined) throw new NotProtobuf('a length is missing');
    const isRecord = ends.length === WAY.length;
    if (field !== WAY[ends.length - 1]) await reader.skip(length);
    else if (isRecord) yield await takeRecord(reader, length, maxBytes);
    else ends.push(reader.at + length);
  }
}

/** Undefined for one with too many bytes, which are passed over. */
async function takeRecord(reader: ByteReader, length: number, maxBytes: number): Promise<Buffer | undefined> {
  if (length <= maxBytes) return reader.take(length);
  await reader.skip(length);
  return undefined;
}

function closeEnded(ends: number[], at: number): void {
  while (ends.length > 1 && at >= (ends.at(-1) ?? Infinity)) ends.pop();
}

async function skipValue(reader: ByteReader, wire: number): Promise<void> {
  if (wire === WIRE.varint) await readVarint(reader);
  else if (wire === WIRE.fixed64) await reader.skip(8);
  else if (wire === WIRE.fixed32) await reader.skip(4);
  else throw new NotProtobuf(`there is no wire type ${wire}`);
}

/** Undefined at the end of the stream. No tag or length needs more than five bytes. */
async function readVarint(reader: ByteReader): Promise<number | undefined> {
  let value = 0;
  for (let factor = 1; factor < 2 ** 70; factor *= 128) {
    const byte = await reader.byte();
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
  throw new NotProtobuf('a number has too many bytes');
}

/** The record of a message. Throws if it is none. */
export function readProtobufRecord(bytes: Uint8Array): OtlpRecord {
  const read = { time: 0, seen: 0, body: undefined as unknown, attributes: noPairs() };
  new PbfReader(bytes).readFields((field, result: typeof read, pbf) => {
    if (field === 1) result.time = readTime(pbf);
    else if (field === 11) result.seen = readTime(pbf);
    else if (field === 5) result.body = readValue(pbf, DEEPEST);
    else if (field === 6) readPair(pbf, result.attributes, DEEPEST);
  }, read);
  const timeMs = read.time === 0 ? read.seen : read.time;
  return { timeMs: timeMs === 0 ? undefined : timeMs, body: read.body, attributes: read.attributes };
}

/** Deeper values are of no log. */
const DEEPEST = 16;

/** Whole milliseconds of nanoseconds in 64 bits. */
function readTime(pbf: PbfReader): number {
  const bytes = Buffer.from(pbf.buf.buffer, pbf.buf.byteOffset + pbf.pos, 8);
  pbf.pos += 8;
  return Number(bytes.readBigUInt64LE() / 1_000_000n);
}

type Value = { value: unknown };

function readValue(pbf: PbfReader, depth: number): unknown {
  const read: Value = { value: undefined };
  pbf.readMessage((field, result: Value) => {
    if (depth === 0) return;
    if (field === 1) result.value = pbf.readString();
    else if (field === 2) result.value = pbf.readBoolean();
    else if (field === 3) result.value = pbf.readVarint(true);
    else if (field === 4) result.value = pbf.readDouble();
    else if (field === 5) result.value = readList(pbf, depth - 1);
    else if (field === 6) result.value = readPairs(pbf, depth - 1);
    else if (field === 7) result.value = Buffer.from(pbf.readBytes()).toString('utf8');
  }, read);
  return read.value;
}

function readList(pbf: PbfReader, depth: number): readonly unknown[] {
  return pbf.readMessage((field, values: unknown[]) => {
    if (field === 1) values.push(readValue(pbf, depth));
  }, []);
}

function readPairs(pbf: PbfReader, depth: number): Readonly<Record<string, unknown>> {
  return pbf.readMessage((field, pairs: Record<string, unknown>) => {
    if (field === 1) readPair(pbf, pairs, depth);
  }, noPairs());
}

/** A sender may name one `__proto__`. */
function noPairs(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function readPair(pbf: PbfReader, into: Record<string, unknown>, depth: number): void {
  const pair = pbf.readMessage(
    (field, read: { key: string; value: unknown }) => {
      if (field === 1) read.key = pbf.readString();
      else if (field === 2) read.value = readValue(pbf, depth);
    },
    { key: '', value: undefined },
  );
  into[pair.key] = pair.value;
}
