import * as z from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import { PAGE_ORDER_WORDS, type PageCount } from '../domain/page-count.ts';
import { SITEMAP_STATES } from '../domain/sitemap.ts';
import type { PagesList } from '../operations/reading/pages.ts';
import type { SitemapStates } from '../operations/reading/sitemap-states.ts';
import { LISTING, RANGE, botFilter, count, facts, nextCursor } from './parts.ts';

export const pagesQuery = z.object({
  ...RANGE,
  order_by: z.enum(PAGE_ORDER_WORDS).optional().meta({
    description: 'The count by which pages are sorted, largest first; equal counts by path.',
    default: 'bot-visits',
    example: 'bot-visits',
  }),
  search: z.string().min(1).optional().meta({
    description: 'Only paths that contain this text, as stored or percent-decoded; case matters.',
  }),
  bot: botFilter,
  company: z.string().min(1).optional().meta({ description: 'Only visits of the bots of this company.' }),
  purpose: z.enum(PURPOSES).optional().meta({ description: 'Only visits of bots of this purpose.' }),
  ...LISTING,
});

export const pageSchema = z.object({
  page_path: z.string(),
  bot_visits: count,
  referrals: count,
  conversions: count,
  failed: facts.failed,
  bytes: facts.bytes,
  sitemap: z.enum(SITEMAP_STATES).nullable().meta({
    description:
      "How it stands in the list of the site's pages, by the same visits as these counts; null if the site has no list.",
  }),
});

type PageObject = z.input<typeof pageSchema>;

export const EXAMPLE: PageObject = {
  page_path: '/pricing',
  bot_visits: 48,
  referrals: 9,
  conversions: 2,
  failed: 1,
  bytes: 592_921,
  sitemap: 'read',
};

/** The body of GET /api/v1/sites/{siteId}/pages. */
export const pagesSchema = z
  .object({
    pages: z.array(pageSchema).meta({ description: 'Largest count first.' }),
    next_cursor: nextCursor,
  })
  .meta({
    id: 'PagesList',
    example: { pages: [EXAMPLE], next_cursor: null },
  });

export type PagesObject = z.input<typeof pagesSchema>;

export async function pagesObject(list: PagesList): Promise<PagesObject> {
  const { items, sitemapStates, nextCursor: next_cursor } = list;
  return { pages: await pageObjects(items, sitemapStates), next_cursor };
}

export async function pageObjects(
  pages: readonly PageCount[],
  sitemapStates: SitemapStates,
): Promise<PageObject[]> {
  const stateOf = await sitemapStates();
  return pages.map((page) => pageObject(page, stateOf(page.pagePath)));
}

/** Spelled out, because a list has up to a thousand: spreading objects takes four times as long. */
function pageObject(page: PageCount, sitemap: PageObject['sitemap']): PageObject {
  return {
    page_path: page.pagePath,
    bot_visits: page.botVisits,
    referrals: page.referrals,
    conversions: page.conversions,
    failed: page.failed,
    bytes: page.bytes,
    sitemap,
  };
}
