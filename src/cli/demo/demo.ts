import { recordEvents } from '../../operations/recording/record-events.ts';
import { createAccount } from '../../operations/owner/accounts.ts';
import { createSite, removeSite } from '../../operations/owner/sites.ts';
import { type Account, findAccount } from '../../queries/accounts.ts';
import { listKeys } from '../../queries/api-keys.ts';
import { listSites } from '../../queries/sites.ts';
import { demoEvents } from './demo-events.ts';
import { ensureDemoKey, hasKeyFile, keyFileIn } from './demo-key.ts';
import type { DemoParts } from './demo-parts.ts';

/** The site, and a key to read it with. */
export type Demo = { readonly siteId: string; readonly key: string; readonly keyFile: string };

const EMAIL = 'demo@example.com';
const DOMAIN = 'example.com';
const BATCH = 1000;

/**
 * Creates the demo account, its site and its traffic if they were never created, and a key if the file has no valid one.
 * Undefined if the account or the site was deleted: the demo is not created again.
 */
export async function prepareDemo(parts: DemoParts): Promise<Demo | undefined> {
  const account = await findAccount(parts.db, EMAIL);
  if (account === undefined && hasKeyFile(parts.folder)) return undefined;
  const owner = account ?? (await createAccount(parts.db, { email: EMAIL, plan: 'pro' }, parts.now()));
  // The first key is created last. An account without a key is incomplete.
  const keys = await listKeys(parts.db, owner.id);
  if (keys.length === 0) await makeTraffic(parts, owner);
  const [site] = await listSites(parts.db, owner.id);
  if (site === undefined) return undefined;
  const key = await ensureDemoKey(parts, owner);
  return { siteId: site.id, key, keyFile: keyFileIn(parts.folder) };
}

async function makeTraffic(parts: DemoParts, owner: Account): Promise<void> {
  const { db, now, note, stop } = parts;
  for (const halfMade of await listSites(db, owner.id)) await removeSite(db, halfMade.id);
  const nowMs = now();
  const events = demoEvents(nowMs);
  note(`creating a demo site with ${events.length} events (only the first time)`);
  const site = await createSite(db, owner, { domain: DOMAIN, name: 'Demo' }, nowMs);
  for (let from = 0; from < events.length; from += BATCH) {
    stop.throwIfAborted();
    await recordEvents(parts, { ...site, plan: owner.plan }, events.slice(from, from + BATCH));
  }
}
