import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isJsonObject, parseJson } from '../../domain/json.ts';
import { isPacked } from '../../logs/unpack.ts';
import type { LogReading } from '../../recording/log-record.ts';
import { splitJson } from '../../recording/split-json.ts';
import { linesOf, linesWithin } from '../batch-lines.ts';
import type { RecordBlock } from '../scan-batch.ts';
import type { Spool } from '../spool.ts';
import type { DrainHead, SenderAnswer, SenderRules, Told } from './sender.ts';

const MIB = 1_048_576;
const REQUEST_ID = 'x-amz-firehose-request-id';

/**
 * Amazon Data Firehose, which delivers the logs of CloudFront and of load balancers. A record has lines in base64; those
 * from CloudWatch are packed once more. Batches have at most 64 MiB before base64, and a 413 would lose them for good.
 *
 * @see https://docs.aws.amazon.com/firehose/latest/dev/httpdeliveryrequestresponse.html
 */
export const FIREHOSE: SenderRules = {
  name: 'firehose',
  maxBytes: 96 * MIB,
  batchId: ({ headers }) => headers.get(REQUEST_ID) ?? undefined,
  isOneJson: () => true,
  records: (spool) => firehoseRecords(spool),
  answer: (told) => answerWith(told, {}),
  // longer messages are not stored
  refusal: ({ message }, told) => answerWith(told, { errorMessage: message.slice(0, 8_192) }),
};

export function isFromFirehose({ headers }: DrainHead): boolean {
  return headers.has(REQUEST_ID);
}

/** Exactly these fields, and no content coding. */
function answerWith({ head, nowMs }: Pick<Told, 'head' | 'nowMs'>, error: object): SenderAnswer {
  const requestId = head.headers.get(REQUEST_ID);
  return {
    body: JSON.stringify({ requestId, timestamp: nowMs, ...error }),
    headers: { 'Content-Type': 'application/json' },
  };
}

/** A record has at most 1,024,000 bytes, which are a third more in base64. */
const MAX_RECORD_BYTES = 2 * MIB;

const MAX_UNPACKED_BYTES = 8 * MIB;

/** Of all records of a batch together. As much has a million lines of a kilobyte. */
const MAX_UNPACKED_IN_BATCH = 1_024 * MIB;

/** What the records of a batch may still unpack to. */
type Room = { bytes: number };

const TOO_LARGE: readonly LogReading[] = [{ passedOver: 'too-large' }];
const UNREADABLE: readonly LogReading[] = [{ passedOver: 'unreadable' }];

/** The lines of the records of a batch. Packed records beyond the bound of all together are too large. */
export async function* firehoseRecords(
  { chunks }: Pick<Spool, 'chunks'>,
  mostUnpackedBytes = MAX_UNPACKED_IN_BATCH,
): AsyncGenerator<RecordBlock, void> {
  const room: Room = { bytes: mostUnpackedBytes };
  for await (const lines of splitJson(chunks(), { key: 'records', maxBytes: MAX_RECORD_BYTES }))
    for (const line of linesWithin(lines)) yield* recordsIn(line, room);
}

async function* recordsIn(line: Buffer, room: Room): AsyncGenerator<RecordBlock, void> {
  if (line.length >= MAX_RECORD_BYTES) {
    yield TOO_LARGE;
    return;
  }
  const record = parseJson(line.toString('utf8'));
  if (!isJsonObject(record) || typeof record['data'] !== 'string') {
    yield UNREADABLE;
    return;
  }
  const data = await unpacked(Buffer.from(record['data'], 'base64'), room);
  if (!Buffer.isBuffer(data)) {
    yield data;
    return;
  }
  const text = messagesOf(data) ?? data;
  for await (const block of linesOf({ head: text, chunks: () => once(text) })) yield ended(block);
}

async function unpacked(data: Buffer, room: Room): Promise<Buffer | readonly LogReading[]> {
  if (!isPacked(data)) return data;
  if (room.bytes <= 0) return TOO_LARGE;
  try {
    const text = await promisify(gunzip)(data, { maxOutputLength: MAX_UNPACKED_BYTES });
    room.bytes -= text.length;
    return text;
  } catch (error) {
    room.bytes -= MAX_UNPACKED_BYTES;
    return error instanceof RangeError ? TOO_LARGE : UNREADABLE;
  }
}

/**
 * The lines of a message of CloudWatch Logs, none if it only tries the way; undefined if it is no such message.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html
 */
function messagesOf(data: Buffer): Buffer | undefined {
  if (!/^\s*\{\s*"(?:messageType|owner)"/.test(data.toString('latin1', 0, 64))) return undefined;
  const envelope = parseJson(data.toString('utf8'));
  if (!isJsonObject(envelope) || typeof envelope['messageType'] !== 'string') return undefined;
  const events: readonly unknown[] = Array.isArray(envelope['logEvents']) ? envelope['logEvents'] : [];
  if (envelope['messageType'] !== 'DATA_MESSAGE') return Buffer.alloc(0);
  const messages = events.map((event) => (isJsonObject(event) ? String(event['message']) : ''));
  return Buffer.from(messages.map((message) => `${message.replaceAll('\n', ' ')}\n`).join(''));
}

// eslint-disable-next-line @typescript-eslint/require-await -- what reads it waits for chunks of a file
async function* once(text: Buffer): AsyncGenerator<Buffer, void> {
  yield text;
}

/** The last line of a record is whole, with a line feed or without it. */
function ended(block: Buffer): Buffer {
  return block.at(-1) === 0x0a ? block : Buffer.concat([block, Buffer.from('\n')]);
}
