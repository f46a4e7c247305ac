import { PbfWriter } from 'pbf';
import type { LogReading } from '../../recording/log-record.ts';
import { splitJson } from '../../recording/split-json.ts';
import { createByteReader } from '../byte-reader.ts';
import { readJsonRecord } from '../otlp/json.ts';
import { NotProtobuf, readProtobufRecord, recordsIn } from '../otlp/protobuf.ts';
import { blockOf } from '../otlp/record.ts';
import type { RecordBlock } from '../scan-batch.ts';
import type { Spool } from '../spool.ts';
import { linesWithin } from '../batch-lines.ts';
import type { DrainHead, SenderAnswer, SenderRules } from './sender.ts';

/**
 * OpenTelemetry's logs over HTTP, in JSON. The answer is in the type of the request; records that could not be read are told
 * as a partial success.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/docs/specification.md#otlphttp
 */
export const OTLP_JSON: SenderRules = {
  name: 'otlp',
  isMixed: true,
  isOneJson: () => true,
  records: jsonRecords,
  answer: ({ unreadable }) => inJson(unreadable === 0 ? {} : { partialSuccess: partialSuccess(unreadable) }),
  refusal: ({ message }) => inJson({ message }),
};

/** The same in protobuf. */
export const OTLP_PROTOBUF: SenderRules = {
  name: 'otlp',
  isMixed: true,
  records: protobufRecords,
  answer: ({ unreadable }) =>
    inProtobuf((message) => {
      if (unreadable > 0) message.writeMessage(1, writePartialSuccess, partialSuccess(unreadable));
    }),
  // of google.rpc.Status
  refusal: ({ message: text }) => inProtobuf((message) => message.writeStringField(2, text)),
};

const PROTOBUF = /^application\/(?:x-)?protobuf\b/i;

/** The rules for what is sent to a path of OTLP or in its types; undefined if the body has to tell. */
export function otlpRules({ isForOtlp, headers }: DrainHead): SenderRules | undefined {
  if (PROTOBUF.test(headers.get('content-type') ?? '')) return OTLP_PROTOBUF;
  return isForOtlp ? OTLP_JSON : undefined;
}

/** Whether a body is that of OTLP in JSON. */
export function isOtlpBody({ head }: Spool): boolean {
  return /^\s*\{\s*"resourceLogs"\s*:/.test(head.toString('latin1', 0, 1_024));
}

const MAX_RECORD_BYTES = 1_048_576;
const TOO_LARGE: readonly LogReading[] = [{ passedOver: 'too-large' }];
const UNREADABLE: readonly LogReading[] = [{ passedOver: 'unreadable' }];

async function* jsonRecords({ chunks }: Spool): AsyncGenerator<RecordBlock, void> {
  for await (const lines of splitJson(chunks(), { key: 'logRecords', maxBytes: MAX_RECORD_BYTES }))
    for (const line of linesWithin(lines)) {
      const record = line.length < MAX_RECORD_BYTES ? readJsonRecord(line.toString('utf8')) : undefined;
      if (record !== undefined) yield blockOf(record);
      else yield line.length < MAX_RECORD_BYTES ? UNREADABLE : TOO_LARGE;
    }
}

async function* protobufRecords({ chunks }: Spool): AsyncGenerator<RecordBlock, void> {
  try {
    for await (const bytes of recordsIn(createByteReader(chunks()), MAX_RECORD_BYTES))
      yield bytes === undefined ? TOO_LARGE : blockOfMessage(bytes);
  } catch (error) {
    if (!(error instanceof NotProtobuf)) throw error;
    yield UNREADABLE;
  }
}

function blockOfMessage(bytes: Uint8Array): RecordBlock {
  try {
    return blockOf(readProtobufRecord(bytes));
  } catch {
    return UNREADABLE;
  }
}

type PartialSuccess = { readonly rejectedLogRecords: number; readonly errorMessage: string };

function partialSuccess(rejectedLogRecords: number): PartialSuccess {
  return { rejectedLogRecords, errorMessage: 'These log records are no requests in a known format.' };
}

function writePartialSuccess({ rejectedLogRecords, errorMessage }: PartialSuccess, to: PbfWriter): void {
  to.writeVarintField(1, rejectedLogRecords);
  to.writeStringField(2, errorMessage);
}

function inJson(value: object): SenderAnswer {
  return { body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } };
}

function inProtobuf(write: (message: PbfWriter) => void): SenderAnswer {
  const message = new PbfWriter();
  write(message);
  return { body: Buffer.from(message.finish()), headers: { 'Content-Type': 'application/x-protobuf' } };
}
