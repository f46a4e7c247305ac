import type { PageCount } from '../../domain/page-count.ts';
import type { SitemapState } from '../../domain/sitemap.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import type { ReachFilter } from '../../queries/reach.ts';
import { findSitemapStates } from '../../queries/reach-list.ts';
import { hasSitemap } from '../sitemaps/has-sitemap.ts';

/** How the page of a path stands in the list of the site's pages; null if the site has no list. */
type StateOf = (path: string) => SitemapState | null;

/** Looks it up for all pages that were counted, once, when it is needed. */
export type SitemapStates = () => Promise<StateOf>;

/** By the visits that the pages were counted by. */
export function sitemapStatesOf(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: ReachFilter,
  pages: readonly PageCount[],
): SitemapStates {
  let states: Promise<StateOf> | undefined;
  return () => (states ??= findStates(db, site, filter, pages));
}

async function findStates(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: ReachFilter,
  pages: readonly PageCount[],
): Promise<StateOf> {
  if (pages.length === 0 || !(await hasSitemap(db, site.id))) return () => null;
  const paths = pages.map(({ pagePath }) => pagePath);
  const states = await findSitemapStates(db, site, filter, paths);
  return (path) => states.get(path) ?? 'not-listed';
}
