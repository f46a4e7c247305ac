import type { Database } from '../../database/database.ts';
import { findSitemap } from '../../queries/sitemaps.ts';

/** Whether the site has a list of its pages. */
export async function hasSitemap(db: Database, siteId: string): Promise<boolean> {
  return (await findSitemap(db, siteId)) !== undefined;
}
