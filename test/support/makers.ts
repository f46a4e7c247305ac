import { randomUUID } from 'node:crypto';
import { generateApiKey, hashApiKey, lastFour } from '../../src/domain/api-key.ts';
import type { NewBotVisit, NewConversion, NewEvent, NewReferral } from '../../src/domain/event.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { type Site, generateSiteId } from '../../src/domain/site.ts';
import { insertAccount } from '../../src/queries/accounts.ts';
import { insertKey } from '../../src/queries/api-keys.ts';
import type { Database } from '../../src/database/database.ts';
import { reserveUsage } from '../../src/queries/usage.ts';
import { storeEvents } from '../../src/queries/record-events.ts';
import { insertSite } from '../../src/queries/sites.ts';

export type Owner = {
  readonly accountId: number;
  readonly email: string;
  readonly keyId: number;
  readonly key: string;
};

/** Creates an account with a key, which isolates a test from all others on the same database. */
export async function makeOwner(db: Database, plan: Plan = 'pro'): Promise<Owner> {
  const email = `${randomUUID()}@example.com`;
  const accountId = await insertAccount(db, { email, plan, createdAtMs: Date.parse('2026-01-01T00:00:00Z') });
  if (accountId === undefined) throw new Error('the address was taken');
  return { accountId, email, ...(await makeKey(db, accountId)) };
}

export async function makeKey(
  db: Database,
  accountId: number,
  siteId: string | null = null,
  scope: 'collect' | 'drain' = 'collect',
): Promise<{ keyId: number; key: string }> {
  const key = generateApiKey();
  const keyId = await insertKey(db, {
    accountId,
    keyHash: hashApiKey(key),
    name: 'test',
    lastFour: lastFour(key),
    reach: siteId === null ? { scope: 'read', siteId } : { scope, siteId },
    createdAtMs: Date.parse('2026-01-01T00:00:00Z'),
  });
  return { keyId, key };
}

export async function makeSite(db: Database, accountId: number, given: Partial<Site> = {}): Promise<Site> {
  const site = {
    id: generateSiteId(),
    accountId,
    domain: 'example.com',
    name: 'Example',
    createdAtMs: Date.parse('2026-01-01T00:00:00Z'),
    ...given,
  };
  await insertSite(db, site);
  return site;
}

/** Stores the events with their rollups, as recording does. */
export async function record(db: Database, site: Site, events: readonly NewEvent[], slot = 0): Promise<void> {
  await storeEvents(db, { siteId: site.id, slot, events });
}

/** Records events as recorders do, which count them in the account's month, too. */
export async function recordCounted(
  db: Database,
  site: Site,
  events: readonly NewEvent[],
  slot = 0,
): Promise<void> {
  const usage = { accountId: site.accountId, nowMs: 0, events: events.length };
  const room = await reserveUsage(db, usage, Infinity);
  if (room === undefined) throw new Error('no limit leaves no room');
  await storeEvents(db, { siteId: site.id, slot, events, reservations: [room] });
}

export function botVisit(at: string, given: Partial<NewBotVisit> = {}): NewBotVisit {
  const told = { status: null, bytes: null, verdict: 'unknown' } as const;
  return { type: 'bot', ...common(at), botName: 'GPTBot', botCompany: 'OpenAI', ...told, ...given };
}

export function referral(at: string, given: Partial<NewReferral> = {}): NewReferral {
  return { type: 'referral', ...common(at), source: 'chatgpt', status: null, ...given };
}

export function conversion(at: string, given: Partial<NewConversion> = {}): NewConversion {
  return { type: 'conversion', ...common(at), eventName: 'signup', eventValue: null, ...given };
}

function common(at: string) {
  return { createdAtMs: Date.parse(at), pagePath: '/', country: 'XX' };
}
