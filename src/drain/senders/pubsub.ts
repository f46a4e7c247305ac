import { isJsonObject, parseJson } from '../../domain/json.ts';
import type { LogReading } from '../../recording/log-record.ts';
import { toLine } from '../batch-lines.ts';
import type { RecordBlock } from '../scan-batch.ts';
import type { Spool } from '../spool.ts';
import type { SenderRules } from './sender.ts';

/**
 * A push subscription of Google Cloud Pub/Sub, to which a log sink delivers the requests of a load balancer: an entry of
 * the log at a time, in base64.
 *
 * @see https://cloud.google.com/pubsub/docs/push
 */
export const PUBSUB: SenderRules = {
  name: 'pubsub',
  batchId: async (_, spool) => {
    const messageId = (await messageOf(spool))?.['messageId'];
    return typeof messageId === 'string' ? messageId : undefined;
  },
  isOneJson: () => true,
  records: entriesOf,
};

const LARGEST = 1_048_576;
const TOO_LARGE: readonly LogReading[] = [{ passedOver: 'too-large' }];
const UNREADABLE: readonly LogReading[] = [{ passedOver: 'unreadable' }];

/** The three fields of the envelope, in any order. A subscription with a dead-letter topic also counts the attempts. */
const PUSH =
  /^\s*\{\s*(?:"deliveryAttempt"\s*:\s*\d+\s*,\s*)?"(?:message"\s*:\s*\{|subscription"\s*:\s*"projects\/)/;

/** Whether a body is the envelope of a push. */
export function isPushBody({ head }: Spool): boolean {
  return PUSH.test(head.toString('latin1', 0, 1_024));
}

async function* entriesOf(spool: Spool): AsyncGenerator<RecordBlock, void> {
  if (spool.bytes > LARGEST) {
    yield TOO_LARGE;
    return;
  }
  const data = (await messageOf(spool))?.['data'];
  const entry = typeof data === 'string' ? Buffer.from(data, 'base64').toString('utf8') : '';
  // the text as it came: an entry may be nested deeper than JSON.stringify can go
  yield isJsonObject(parseJson(entry)) ? toLine(entry) : UNREADABLE;
}

async function messageOf({ bytes, chunks }: Spool) {
  if (bytes > LARGEST) return undefined;
  const whole: Buffer[] = [];
  for await (const chunk of chunks()) whole.push(chunk);
  const envelope = parseJson(Buffer.concat(whole).toString('utf8'));
  const message = isJsonObject(envelope) ? envelope['message'] : undefined;
  return isJsonObject(message) ? message : undefined;
}
