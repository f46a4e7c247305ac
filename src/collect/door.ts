import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import type { NewEvent } from '../domain/event.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Site } from '../domain/site.ts';
import { type Headers, json, refusalAnswer } from '../http/answer.ts';
import { type Delivery, collect } from '../operations/recording/collect.ts';
import type { Committer } from '../operations/recording/committer.ts';
import { createClassifier } from '../recording/classify-request.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { parseItems } from './parse-items.ts';
import { type Item, readItems } from './read-item.ts';
import { readText } from './read-text.ts';

/** How raw requests are judged, alike for all sites, and where addresses are. */
export type RequestRules = Omit<Parameters<typeof createClassifier>[0], 'siteDomain'>;

export type CollectDoor = {
  /** Answers a POST to /collect/sites/{siteId}/events. */
  fetch(request: Request, siteId: string, arrival: Arrival): Promise<Response>;
};

/** Records what backends send. Who has no key does not wait for his body to arrive. */
export function createCollectDoor(log: Logger, committer: Committer, rules: RequestRules): CollectDoor {
  return {
    async fetch(request, siteId, arrival) {
      let headers: Headers = {};
      try {
        const ctx = await arrival.admit(siteId);
        headers = { 'Cache-Control': 'private, no-store' };
        const delivery = await readDelivery(request, { ctx, siteId, rules });
        const { recorded, passedOver, isReplayed } = await collect(ctx, committer, delivery);
        if (isReplayed) headers = { ...headers, 'Idempotency-Replayed': 'true' };
        return json(200, { recorded, passed_over: passedOver }, headers);
      } catch (error) {
        if (error instanceof Refusal) return refusalAnswer(error, { ...headers, ...headersOf(error) });
        log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(error, headers);
      }
    },
  };
}

type Reading = { readonly ctx: RequestContext; readonly siteId: string; readonly rules: RequestRules };

async function readDelivery(request: Request, { ctx, siteId, rules }: Reading): Promise<Delivery> {
  const text = await readText(request);
  const { headers } = request;
  const key = parseIdempotencyKey(headers.get('idempotency-key'));
  const { countryOf = () => 'XX' } = rules;
  const items = readItems(parseItems(text, headers.get('content-type')), ctx.nowMs, countryOf);
  return {
    siteId,
    read: (site) => classifyItems(items, site, rules),
    idempotency: key === undefined ? undefined : { keyHash: sha256(key), bodyHash: sha256(text) },
  };
}

function classifyItems(
  items: readonly Item[],
  { domain }: Site,
  rules: RequestRules,
): ReturnType<Delivery['read']> {
  const classify = createClassifier({ ...rules, siteDomain: domain });
  const events: NewEvent[] = [];
  let passedOver = 0;
  for (const item of items) {
    const judged = 'event' in item ? { events: [item.event] } : classify(item.record);
    if ('passedOver' in judged) passedOver++;
    else events.push(...judged.events);
  }
  return { events, passedOver };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** What a refusal says in headers: when to come again, or that the rest of the body is not wanted. */
function headersOf({ code, retryAfterSeconds }: Refusal): Headers {
  return {
    ...(code === 'BATCH_TOO_LARGE' && { Connection: 'close' }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
}
