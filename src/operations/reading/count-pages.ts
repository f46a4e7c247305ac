import type { PageCount } from '../../domain/page-count.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { type PageFilter, countByPage, findPageSource } from '../../queries/pages.ts';
import { countByPageInSteps } from '../../queries/pages-in-steps.ts';

/** A part of the list of a site's pages, largest count first, in the way that is fastest and keeps nobody waiting. */
export async function countPages(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: Omit<PageFilter, 'source'>,
): Promise<readonly PageCount[]> {
  const found = await countByPageInSteps(db, site, filter);
  if (found !== undefined) return found;
  return countByPage(db, site, { ...filter, source: await findPageSource(db, site, filter.range) });
}
