import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { type Headers, json, refusalAnswer } from '../http/answer.ts';
import { inOperation } from '../http/in-operation.ts';
import { readText } from '../http/read-text.ts';
import {
  type CollectParts,
  type Submission,
  REQUEST_FIELDS,
  collect,
  noteRefused,
} from '../operations/recording/collect.ts';
import { recordingRefusalOf } from '../operations/refusal-of.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { parseItems } from './parse-items.ts';

export type CollectDoor = {
  /** Answers a POST to /collect/sites/{siteId}/events. */
  fetch(request: Request, siteId: string, arrival: Arrival): Promise<Response>;
};

/** The rest of a batch that is too large is not read. */
const HEADERS_BY_CODE: Partial<Record<RefusalCode, Headers>> = {
  BATCH_TOO_LARGE: { Connection: 'close' },
};

export const MAX_COLLECTED_BYTES = 1_048_576;

const BODY_BOUND = { maxBytes: MAX_COLLECTED_BYTES, tooLarge: () => new Refusal('BATCH_TOO_LARGE') };

/** Records what backends send. The key is checked before the body is parsed. */
export function createCollectDoor(log: Logger, parts: CollectParts): CollectDoor {
  return {
    async fetch(request, siteId, arrival) {
      let headers: Headers = {};
      let ctx: RequestContext | undefined;
      const sentBy = senderOf(request);
      try {
        const admitted = (ctx = await arrival.admit(siteId));
        headers = { 'Cache-Control': 'private, no-store', 'Collect-Fields': REQUEST_FIELDS.join(', ') };
        const submission = await readSubmission(request, { siteId, sentBy });
        const { recorded, passedOver, isReplayed } = await inOperation(arrival, 'collect', () =>
          collect(admitted, parts, submission),
        );
        if (isReplayed) headers = { ...headers, 'Idempotency-Replayed': 'true' };
        return json(200, { recorded, passed_over: passedOver }, headers);
      } catch (error) {
        if (ctx) noteRefused(ctx, parts, { siteId, sentBy, thrown: error });
        if (error instanceof Refusal)
          return refusalAnswer(error, { ...headers, ...HEADERS_BY_CODE[error.code] });
        log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(recordingRefusalOf(error), headers);
      }
    },
  };
}

/** The User-Agent of our middleware. Earlier releases of it sent that of Node.js, and count as other senders. */
const MIDDLEWARE_AGENT = 'site-traffic';

function senderOf({ headers }: Request): Submission['sentBy'] {
  return headers.get('user-agent') === MIDDLEWARE_AGENT ? 'middleware' : 'collector';
}

async function readSubmission(
  request: Request,
  to: Pick<Submission, 'siteId' | 'sentBy'>,
): Promise<Submission> {
  const text = await readText(request, BODY_BOUND);
  const { headers } = request;
  const key = parseIdempotencyKey(headers.get('idempotency-key'));
  return {
    ...to,
    items: parseItems(text, headers.get('content-type')),
    bytes: Buffer.byteLength(text),
    idempotency: key === undefined ? undefined : { keyHash: sha256(key), bodyHash: sha256(text) },
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
