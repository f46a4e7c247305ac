import { formatInstant } from '../domain/time.ts';
import type { WebSender } from './sender.ts';

/** Standard Webhooks (https://www.standardwebhooks.com): signed by each secret, newest first. */
export const WEBHOOK: WebSender = {
  mayBeGone: true,
  async requestOf({ secrets }, { id, type, atMs, data }, nowMs) {
    // imported late: many services have no webhook
    const { signaturesOf } = await import('./sign-webhook.ts');
    const body = JSON.stringify({ type, timestamp: formatInstant(atMs), data });
    return {
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
        'webhook-signature': signaturesOf(secrets, { id, at: new Date(nowMs), body }),
      },
    };
  },
};
