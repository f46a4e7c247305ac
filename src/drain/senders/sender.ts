import type { Sender } from '../../domain/sender.ts';
import type { Headers } from '../../http/answer.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { RequestHead } from '../../http/incoming.ts';
import type { RecordBlock } from '../scan-batch.ts';
import type { Spool } from '../spool.ts';

/** What a sender sends, and what it wants to be answered. Whatever is missing is as of any sender of lines. */
export type SenderRules = {
  /** Undefined if the format of its records tells. */
  readonly name: Sender | undefined;
  /** How large a batch may be, unpacked. */
  readonly maxBytes?: number;
  /** Its own id of a batch, which is the same when it sends the batch again. */
  readonly batchId?: (head: DrainHead, spool: Spool) => string | undefined | Promise<string | undefined>;
  /** Whether a batch may have records of several logs. */
  readonly isMixed?: boolean;
  /** Whether a body is one JSON text. Without its end, it was cut. */
  readonly isOneJson?: (spool: Spool) => boolean;
  readonly records: (spool: Spool) => AsyncIterable<RecordBlock>;
  readonly answer?: (told: Told) => SenderAnswer;
  /** The body of an error; the usual error object without it. Its status is that of the refusal. */
  readonly refusal?: (refusal: Refusal, told: Pick<Told, 'head' | 'nowMs'>) => SenderAnswer;
};

/** The head of a delivery. */
export type DrainHead = Pick<RequestHead, 'headers'> & {
  /** Whether the path ends as OpenTelemetry has it for logs. */
  readonly isForOtlp: boolean;
};

/** What became of a batch. */
export type Told = {
  readonly head: DrainHead;
  readonly nowMs: number;
  readonly recorded: number;
  readonly repeats: number;
  /** Records that become no event. */
  readonly passedOver: number;
  /** Those of them that could not be read. */
  readonly unreadable: number;
};

export type SenderAnswer = {
  readonly body: string | Buffer<ArrayBuffer>;
  readonly headers: Headers;
};

/** Checks that Google made the token of a push for this audience. Throws INVALID_KEY if it did not. */
export type PushCheck = (head: DrainHead, audience: string) => Promise<void>;
