import type { Plan } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { listEvents } from '../../src/queries/events.ts';
import type { Database } from '../../src/database/database.ts';
import { ALWAYS, accessible } from '../queries/support.ts';
import type { RestAnswer, TestGateway } from '../support/gateway.ts';
import { type Owner, makeKey, makeOwner, makeSite } from '../support/makers.ts';

/** An account with a site, and a key that records to it. */
export type Backend = Omit<Owner, 'key' | 'keyId'> & {
  readonly site: Site;
  /** The key that collects. */
  readonly key: string;
  /** A key of the account that reads. */
  readonly readKey: string;
  /** POST of a body to the collector, by default of this gateway; anything but text and bytes is sent as JSON. */
  readonly send: (body: unknown, options?: SendOptions) => Promise<RestAnswer>;
};

export type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly by?: TestGateway;
};

export async function makeBackend(gateway: TestGateway, plan: Plan = 'pro'): Promise<Backend> {
  const { db } = gateway;
  const { accountId, email, key: readKey } = await makeOwner(db, plan);
  const site = await makeSite(db, accountId);
  const { key } = await makeKey(db, accountId, site.id);
  const send = (body: unknown, { headers = {}, idempotencyKey, by = gateway }: SendOptions = {}) =>
    by.rest(pathOf(site.id), key, {
      method: 'POST',
      headers: { ...headers, ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }) },
      body: isBody(body) ? body : JSON.stringify(body),
    });
  return { accountId, email, site, key, readKey, send };
}

function isBody(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

export function pathOf(siteId: string): string {
  return `/collect/sites/${siteId}/events`;
}

/** What is stored of a site, oldest first, without ids. */
export async function storedEvents(db: Database, site: Site): Promise<readonly unknown[]> {
  const filter = { range: ALWAYS, type: undefined, after: undefined, limit: 10_000 };
  const stored = await listEvents(db, accessible(site), filter, 'detailed');
  return stored
    .toReversed()
    .map((event) => Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'id')));
}

/** Status and body of an answer. */
export function outcome({ status, body }: RestAnswer): { status: number; body: unknown } {
  return { status, body: body as unknown };
}

export const VISIT = { type: 'bot', page_path: '/', bot_name: 'GPTBot', bot_company: 'OpenAI' };
export const REFERRAL = { type: 'referral', page_path: '/a', source: 'chatgpt' };
export const PURCHASE = { type: 'conversion', page_path: '/buy', event_name: 'purchase', event_value: 9.5 };

/** Purchases, each told from the others by its path. */
export function purchases(count: number, prefix = ''): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, n) => ({ ...PURCHASE, page_path: `/buy/${prefix}${n}` }));
}
