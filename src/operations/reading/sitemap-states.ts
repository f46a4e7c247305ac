import type { PageCount } from '../../domain/page-count.ts';
import type { SitemapState } from '../../domain/sitemap.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import type { ReachFilter } from '../../queries/reach.ts';
import { findSitemapStates } from '../../queries/reach-list.ts';
import { hasSitemap } from '../sitemaps/has-sitemap.ts';

/** A page, and how it stands in the list of the site's pages. */
export type PageInSitemap = PageCount & {
  /** Looked up when it is needed, once for all pages of a list; null if the site has no list. */
  readonly sitemap: () => Promise<SitemapState | null>;
};

/** By the visits that the pages were counted by. */
export function withSitemapStates(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: ReachFilter,
  pages: readonly PageCount[],
): readonly PageInSitemap[] {
  let states: Promise<StateOf> | undefined;
  return pages.map((page) => ({
    ...page,
    async sitemap() {
      states ??= findStates(db, site, filter, pages);
      return (await states)(page.pagePath);
    },
  }));
}

type StateOf = (path: string) => SitemapState | null;

async function findStates(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: ReachFilter,
  pages: readonly PageCount[],
): Promise<StateOf> {
  if (!(await hasSitemap(db, site.id))) return () => null;
  const paths = pages.map(({ pagePath }) => pagePath);
  const states = await findSitemapStates(db, site, filter, paths);
  return (path) => states.get(path) ?? 'not-listed';
}
