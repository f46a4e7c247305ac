import type { RecordBlock } from '../scan-batch.ts';
import type { LogReading } from '../../recording/log-record.ts';
import type { Spool } from '../spool.ts';
import { createByteReader } from '../byte-reader.ts';
import type { DrainHead, SenderRules } from './sender.ts';

/**
 * Heroku's Logplex: messages of RFC 5424 without structured data, each behind the number of its bytes.
 *
 * @see https://devcenter.heroku.com/articles/log-drains#https-drains
 * @see https://github.com/heroku/logplex/blob/master/doc/README.http_drains.md
 */
export const LOGPLEX: SenderRules = {
  name: 'logplex',
  batchId: ({ headers }) => headers.get('logplex-frame-id') ?? undefined,
  records: messagesOf,
};

export function isFromLogplex({ headers }: DrainHead): boolean {
  return headers.get('content-type')?.startsWith('application/logplex-1') === true;
}

const LONGEST = 262_144;
const SPACE = 0x20;
const TOO_LARGE: readonly LogReading[] = [{ passedOver: 'too-large' }];
const UNREADABLE: readonly LogReading[] = [{ passedOver: 'unreadable' }];

/** Priority and version, time, host, application, process and id, and then the message, whose only line feed is at its end. */
const MESSAGE = /^<\d{1,3}>\d{1,2} (?:[^ ]+ ){5}(?:- )?(.*)/s;

async function* messagesOf({ chunks }: Spool): AsyncGenerator<RecordBlock, void> {
  const reader = createByteReader(chunks());
  for (;;) {
    const length = await reader.until(SPACE, 10);
    if (length === undefined) return;
    const bytes = Number(length.toString('latin1').trim());
    if (!Number.isSafeInteger(bytes) || length.length === 0) {
      // where the next message begins is not known
      yield UNREADABLE;
      return;
    }
    if (bytes > LONGEST) {
      yield TOO_LARGE;
      await reader.skip(bytes);
    } else {
      const frame = (await reader.take(bytes)).toString('utf8');
      const message = MESSAGE.exec(frame)?.[1] ?? frame;
      yield Buffer.from(`${message.trimEnd().replaceAll('\n', ' ')}\n`);
    }
  }
}
