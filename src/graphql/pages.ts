import type { PageCount } from '../domain/page-count.ts';
import { pages } from '../operations/reading/pages.ts';
import type { SitemapStates } from '../operations/reading/sitemap-states.ts';
import { builder, paid } from './builder.ts';
import { type ListConnection, type Edge, PageInfoType, connectionOf, pageLengths } from './connections.ts';
import { BotPurposeType } from './insight-types.ts';
import { SitemapStateType } from './reach-types.ts';
import { dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

type PageInSitemap = PageCount & { readonly sitemapStates: SitemapStates };

/** The pages, each with the look-up that all of them share. */
export const inSitemap = (
  pages: readonly PageCount[],
  sitemapStates: SitemapStates,
): readonly PageInSitemap[] => pages.map((page) => ({ ...page, sitemapStates }));

export const PageCountType = builder.objectRef<PageInSitemap>('PageCount').implement({
  description: 'The events of one page.',
  fields: (t) => ({
    pagePath: t.exposeString('pagePath', { description: 'The path of the page; starts with "/".' }),
    botVisits: t.expose('botVisits', { type: 'SafeInt', description: 'Visits by AI bots.' }),
    referrals: t.expose('referrals', {
      type: 'SafeInt',
      description: 'Visits from links in LLM products; 0 where only bots are counted.',
    }),
    conversions: t.expose('conversions', {
      type: 'SafeInt',
      description: 'Conversions; 0 where only bots are counted.',
    }),
    failed: t.expose('failed', { type: 'SafeInt', description: 'Visits by AI bots with a status from 400.' }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'The bytes sent to AI bots, at most 2^53-1; null if no visit was recorded with its bytes.',
    }),
    sitemap: t.field({
      type: SitemapStateType,
      nullable: true,
      description:
        "How the page stands in the list of the site's pages, by the same visits as these counts; null if the site has no " +
        'list.',
      resolve: async ({ sitemapStates, pagePath }) => (await sitemapStates())(pagePath),
    }),
  }),
});

const PageOrderType = builder.enumType('PageOrder', {
  description: 'The count by which pages are sorted, largest first. Equal counts are sorted by path.',
  values: {
    BOT_VISITS: { value: 'bot-visits', description: 'By visits of AI bots.' },
    REFERRALS: { value: 'referrals', description: 'By visits from links in LLM products.' },
    CONVERSIONS: { value: 'conversions', description: 'By conversions.' },
    FAILED: { value: 'failed', description: 'By failed visits of AI bots.' },
  } as const,
});

const PageEdgeType = builder.objectRef<Edge<PageInSitemap>>('PageEdge').implement({
  description: 'A page of the site and its cursor.',
  fields: (t) => ({
    node: t.expose('node', { type: PageCountType, description: 'The page.' }),
    cursor: t.exposeString('cursor', {
      description: 'Pass it as after to continue the list after this page.',
    }),
  }),
});

const PageConnectionType = builder.objectRef<ListConnection<PageInSitemap>>('PageConnection').implement({
  description: 'A part of the list of pages.',
  fields: (t) => ({
    nodes: t.expose('items', { type: [PageCountType], description: 'The pages.' }),
    edges: t.field({
      type: [PageEdgeType],
      description: 'The pages, each with its cursor.',
      resolve: ({ edges }) => edges(),
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'The position of this part in the list.',
      resolve: (list) => list,
    }),
  }),
});

builder.objectField(SiteType, 'pages', (t) =>
  t.field({
    type: PageConnectionType,
    ...paid(pageLengths()),
    description:
      'The pages with events, in parts. With botName, company or purpose, only the visits of those bots count: other ' +
      'pages are left out, and referrals and conversions are 0. While today is in the range, counts may change between ' +
      'two parts. Costs one unit of the budget "insight". Null on RATE_LIMITED, INVALID_DATE_RANGE, or ' +
      'INVALID_PARAMETER if first or after is invalid.',
    args: {
      ...dateArguments,
      orderBy: t.arg({
        type: PageOrderType,
        defaultValue: 'bot-visits',
        description: 'The count by which pages are sorted.',
      }),
      search: t.arg.string({
        description:
          'Only pages whose path contains this text, either as stored or percent-decoded. Case matters.',
      }),
      botName: t.arg.string({ description: 'Only visits of the bot with this name.' }),
      company: t.arg.string({
        description: 'Only visits of the bots of this company, as `companies` counts them.',
      }),
      purpose: t.arg({ type: BotPurposeType, description: 'Only visits of bots of this purpose.' }),
      first: t.arg.int({ defaultValue: 100, description: 'The most pages to return, 1 to 1000.' }),
      after: t.arg.string({
        description:
          'A cursor from an earlier part of the list. All other arguments but first must be the same. A next_cursor from REST ' +
          'works too.',
      }),
    },
    resolve: async ({ id }, { botName: bot, first: limit, after: cursor, ...rest }, ctx) => {
      const list = await pages(ctx, { siteId: id, ...rest, bot, limit, cursor });
      return connectionOf({ ...list, items: inSitemap(list.items, list.sitemapStates) }, cursor);
    },
  }),
);
