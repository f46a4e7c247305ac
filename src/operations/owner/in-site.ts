import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../../domain/refusal.ts';
import type { Site } from '../../domain/site.ts';
import type { Tables } from '../../database/tables.ts';
import { isMarkedForDeletion } from '../../queries/site-deletions.ts';
import { findSite } from '../../queries/sites.ts';
import { unknownSite } from '../require-site.ts';
import { type Asker, type Changed, inEvenDeleted, mayChange } from './in-account.ts';

type Change<Result> = (tx: Transaction<Tables>, site: Site) => Promise<Changed<Result>>;

/**
 * Makes a change of a site, whose account may have been deleted. SITE_NOT_FOUND if it is gone, its deletion has begun, or
 * it is not the asker's own.
 */
export async function inSite<Result>(asker: Asker, siteId: string, change: Change<Result>): Promise<Result> {
  return inEvenMarked(asker, siteId, async (tx, site) => {
    await requireUnmarked(tx, asker, site.id);
    return change(tx, site);
  });
}

/** The same for its deletion, which goes on where another one was interrupted. */
export async function inEvenMarked<Result>(
  asker: Asker,
  siteId: string,
  change: Change<Result>,
): Promise<Result> {
  // the account of a site never changes
  const { accountId } = await requireOwnSite(asker.db, asker, siteId);
  return inEvenDeleted(asker, accountId, async (tx) => change(tx, await requireOwnSite(tx, asker, siteId)));
}

/** SITE_NOT_FOUND if the deletion of the site has begun. */
export async function requireUnmarked(tx: Transaction<Tables>, asker: Asker, siteId: string): Promise<void> {
  if (await isMarkedForDeletion(tx, siteId)) throw notFound(asker, siteId);
}

/** SITE_NOT_FOUND for unknown sites and for other people's alike. */
export async function requireOwnSite(db: Kysely<Tables>, asker: Asker, siteId: string): Promise<Site> {
  const site = await findSite(db, siteId);
  if (site !== undefined && mayChange(asker, site.accountId)) return site;
  throw notFound(asker, siteId);
}

function notFound(asker: Asker, siteId: string): Refusal {
  return asker.own === undefined ? unknownSite(siteId) : new Refusal('SITE_NOT_FOUND');
}
