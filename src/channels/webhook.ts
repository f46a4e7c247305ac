import { formatInstant } from '../domain/time.ts';
import type { WebSender } from './sender.ts';

/** Standard Webhooks (https://www.standardwebhooks.com): signed by each secret, newest first. */
export const WEBHOOK: WebSender = {
  mayBeGone: true,
  async requestOf({ secrets }, { id, type, atMs, data }, nowMs) {
    // imported late: many services have no webhook
    const { Webhook } = await import('standardwebhooks');
    const body = JSON.stringify({ type, timestamp: formatInstant(atMs), data });
    const now = new Date(nowMs);
    return {
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      },
    };
  },
};
