import type { Database } from '../../database/database.ts';
import { listAccounts } from '../../queries/accounts.ts';
import { type KeptSite, listAllSites } from '../../queries/sites.ts';

export { listSitesOf } from '../../queries/sites.ts';

/** A site with the email of its account: null if the account was deleted and the site was left behind. */
export type OwnedSite = KeptSite & { readonly account: string | null };

/** The sites of all accounts, oldest first. */
export async function listOwnedSites(db: Database): Promise<readonly OwnedSite[]> {
  const accounts = new Map((await listAccounts(db)).map(({ id, email }) => [id, email]));
  const sites = await listAllSites(db);
  return sites.map((site) => ({ ...site, account: accounts.get(site.accountId) ?? null }));
}
