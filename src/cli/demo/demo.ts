import { createAccount, findAccount } from '../../operations/owner/accounts.ts';
import { type NamedAccount, byOperator } from '../../operations/owner/in-account.ts';
import { type NewInvitation, invite } from '../../operations/owner/invitations.ts';
import { listKeys } from '../../operations/owner/keys.ts';
import { createSite, deleteSite } from '../../operations/owner/site-changes.ts';
import { listSitesOf } from '../../operations/owner/sites.ts';
import type { Site } from '../../domain/site.ts';
import { ensureDemoKey, hasKeyFile, keyFileIn } from './demo-key.ts';
import type { DemoParts } from './demo-parts.ts';
import { addRobotsTxt } from './demo-robots-txt.ts';
import { addSitemap } from './demo-sitemap.ts';
import { addTraffic, startOfTraffic } from './demo-traffic.ts';

/** The site, a key to read it with, and an invitation that signs its owner in. */
export type Demo = {
  readonly siteId: string;
  readonly key: string;
  readonly keyFile: string;
  readonly invitation: NewInvitation;
};

const EMAIL = 'demo@example.com';
const DOMAIN = 'example.com';
const NAME = 'Demo';

/**
 * Creates the demo account and its site if they were never created, and a key if the file has no valid one, and adds the
 * traffic since the last time. Undefined if the account or the site was deleted: the demo is not created again.
 */
export async function prepareDemo(parts: DemoParts): Promise<Demo | undefined> {
  const account = await findAccount(parts.db, EMAIL);
  if (account === undefined && hasKeyFile(parts.folder)) return undefined;
  const owner = account ?? (await createAccount(parts.db, { email: EMAIL, plan: 'pro' }, parts.now()));
  // The first key is created last. An account without a key is incomplete.
  const isNew = (await listKeys(parts.db, owner.id)).length === 0;
  if (isNew) await makeSite(parts, owner);
  const [site] = await listSitesOf(parts.db, owner.id);
  if (site === undefined) return undefined;
  // the demo of an earlier release has traffic up to its creation, and no position
  const startMs = isNew ? startOfTraffic(site.createdAtMs) : site.createdAtMs;
  if (isDemo(site)) {
    if (isNew) await addRobotsTxt(parts, site, startMs);
    await addSitemap(parts, site);
    await addTraffic(parts, site, startMs);
  }
  const key = await ensureDemoKey(parts, owner);
  const invitation = await invite(byOperator(parts.db, parts.now()), EMAIL, { asksForPassword: false });
  return { siteId: site.id, key, keyFile: keyFileIn(parts.folder), invitation };
}

async function makeSite({ db, now, note, attribution }: DemoParts, owner: NamedAccount): Promise<void> {
  // what is made up knows its products
  await attribution?.note(startOfTraffic(now()));
  const operator = byOperator(db, now());
  for (const halfMade of await listSitesOf(db, owner.id)) await deleteSite(operator, halfMade.id);
  note('creating a demo site (only the first time)');
  await createSite(operator, owner, { domain: DOMAIN, name: NAME });
}

/** A site with another name or domain is its user's own. */
function isDemo({ domain, name }: Site): boolean {
  return domain === DOMAIN && name === NAME;
}
