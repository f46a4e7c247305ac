import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import { refusalAnswer } from '../http/answer.ts';
import { ISOLATED } from '../http/page.ts';
import { previewDigest } from '../operations/owner/digests.ts';
import { refusalOf } from '../operations/refusal-of.ts';

export type DigestDoor = {
  /** Answers a GET of /digest/preview with the digest that would be sent now, for the owner's session. */
  fetch(arrival: Arrival): Promise<Response>;
};

export const PREVIEW_PATH = '/digest/preview';

const NO_STORE = { 'Cache-Control': 'private, no-store' };

/**
 * The styles of a mail are inline, which the pages of the dashboard do not allow: so it is a document of its own, with no
 * script, no origin, and nothing to load.
 */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  ...ISOLATED,
  ...NO_STORE,
};

export function createDigestDoor(log: Logger): DigestDoor {
  return {
    async fetch(arrival) {
      try {
        const ctx = await arrival.admitOwner();
        if (ctx === undefined) throw new Refusal('OWNER_REQUIRED');
        // the response adds its length to the object
        return new Response(await previewDigest(ctx), { headers: { ...HEADERS } });
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(refusalOf(error), NO_STORE);
      }
    },
  };
}
