import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const ITEMS_A_BATCH = 250;
const RETRY_AFTER_MS = 50;

export type Collecting = {
  readonly url: () => string;
  readonly siteId: string;
  readonly collectKey: string;
};

/** Sends items one batch after the other, each until it is acknowledged. */
export async function collect(
  { url, siteId, collectKey }: Collecting,
  name: string,
  items: readonly string[],
): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_A_BATCH) {
    const body = items.slice(from, from + ITEMS_A_BATCH).join('\n');
    const headers = { authorization: `Bearer ${collectKey}`, 'idempotency-key': `${name}-${from}` };
    for (let status = 0; status !== 200;) {
      status = await post(`${url()}/collect/sites/${siteId}/events`, headers, body);
      if (status >= 400 && status < 500) throw new Error(`a batch was refused with ${status}`);
      if (status !== 200) await delay(RETRY_AFTER_MS);
    }
  }
}

/** The status, or 0 without an answer. */
async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    asking.once('error', () => resolve(0));
    asking.end(body);
  });
}
