import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { replaceSitemap } from '../../queries/sitemaps.ts';
import { type SitemapFiles, collectPages } from '../../sitemap/collect-pages.ts';
import type { LeftOut } from '../../sitemap/page-list.ts';

export type UpdatedSitemap = {
  readonly updatedAtMs: number;
  readonly pages: number;
  readonly files: number;
  readonly leftOut: LeftOut;
};

/** Replaces the list of a site's pages by what its sitemaps list now. Rejects with SitemapNotRead, and keeps the old list. */
export async function updateSitemap(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { id, domain }: Pick<Site, 'id' | 'domain'>,
  files: SitemapFiles,
): Promise<UpdatedSitemap> {
  const { pages, leftOut, files: read } = await collectPages(domain, files);
  const updatedAtMs = now();
  await replaceSitemap(db, id, { updatedAtMs, pages });
  return { updatedAtMs, pages: pages.length, files: read, leftOut };
}
