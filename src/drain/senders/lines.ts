import { isJsonObject, parseJson } from '../../domain/json.ts';
import { linesOf, shapeOf } from '../batch-lines.ts';
import type { RecordBlock } from '../scan-batch.ts';
import type { Spool } from '../spool.ts';
import type { SenderRules } from './sender.ts';

/**
 * Whoever sends lines of a log, or JSON in any shape: Fluent Bit, Vector, rsyslog's omhttp, and the CDNs whose format names
 * them. A key of its own tells a batch from others: Idempotency-Key, as the collector has it.
 */
export const LINES: SenderRules = {
  name: undefined,
  batchId: ({ headers }) => headers.get('idempotency-key') ?? undefined,
  isOneJson: ({ head }) => ['array', 'records'].includes(shapeOf(head)),
  records: (spool) => (isTest(spool) ? NOTHING : linesOf(spool)),
};

const LONGEST_TEST = 256;

/**
 * What senders try a new address with: Cloudflare sends `{"content":"tests"}`, and older jobs of it "test".
 *
 * @see https://developers.cloudflare.com/logs/logpush/logpush-job/enable-destinations/http/
 */
function isTest({ head, bytes }: Spool): boolean {
  if (bytes > LONGEST_TEST) return false;
  const text = head.toString('utf8').trim();
  if (text === '' || text === 'test') return true;
  const value = parseJson(text);
  return isJsonObject(value) && value['content'] === 'tests';
}

const NOTHING: AsyncIterable<RecordBlock> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};
