import { PAID_FIELD } from '../execution/largest-answer.ts';
import { type PagesList, pages } from '../operations/reading/pages.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { PageInfoType, edgesOf, pageLengths } from './connections.ts';
import { dateArguments } from './date-arguments.ts';
import { BotPurposeType } from './insight-types.ts';
import { PageCountType } from './page-count.ts';
import { SiteType } from './sites.ts';

type PageCount = PagesList['pages'][number];
type Edge = { readonly node: PageCount; readonly cursor: string };
type Connection = PagesList & { readonly continues: boolean; readonly edges: () => readonly Edge[] };

const PageOrderType = builder.enumType('PageOrder', {
  description: 'The count by which pages are sorted, largest first. Equal counts are sorted by path.',
  values: {
    BOT_VISITS: { value: 'botVisits', description: 'By visits of AI bots.' },
    REFERRALS: { value: 'referrals', description: 'By visits from links in LLM products.' },
    CONVERSIONS: { value: 'conversions', description: 'By conversions.' },
    FAILED: { value: 'failed', description: 'By failed visits of AI bots.' },
  } as const,
});

const PageEdgeType = builder.objectRef<Edge>('PageEdge').implement({
  description: 'A page of the site and its cursor.',
  fields: (t) => ({
    node: t.expose('node', { type: PageCountType, description: 'The page.' }),
    cursor: t.exposeString('cursor', {
      description: 'Pass it as after to continue the list after this page.',
    }),
  }),
});

const PageConnectionType = builder.objectRef<Connection>('PageConnection').implement({
  description: 'A part of the list of pages.',
  fields: (t) => ({
    nodes: t.expose('pages', { type: [PageCountType], description: 'The pages.' }),
    edges: t.field({
      type: [PageEdgeType],
      description: 'The pages, each with its cursor.',
      resolve: ({ edges }) => edges(),
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'The position of this part in the list.',
      resolve: ({ nextCursor, continues, edges }) => ({ nextCursor, continues, edges }),
    }),
  }),
});

builder.objectField(SiteType, 'pages', (t) =>
  t.field({
    type: PageConnectionType,
    ...NULL_ON_ERROR,
    description:
      'The pages with events, in parts. With botName, company or purpose, only the visits of those bots count: other ' +
      'pages are left out, and referrals and conversions are 0. While today is in the range, counts may change between ' +
      'two parts. Costs one unit of the budget "insight". Null on RATE_LIMITED, INVALID_DATE_RANGE, or ' +
      'INVALID_PARAMETER if first or after is invalid.',
    args: {
      ...dateArguments,
      orderBy: t.arg({
        type: PageOrderType,
        defaultValue: 'botVisits',
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
          'A cursor from an earlier part of the list. All other arguments but first must be the same.',
      }),
    },
    extensions: { ...NULL_ON_ERROR.extensions, [PAID_FIELD]: pageLengths },
    resolve: async ({ id }, { orderBy, first, after, ...given }, ctx) => {
      const list = await pages(ctx, {
        siteId: id,
        start: given.start ?? undefined,
        end: given.end ?? undefined,
        orderBy: orderBy ?? 'botVisits',
        search: given.search ?? undefined,
        botName: given.botName ?? undefined,
        company: given.company ?? undefined,
        purpose: given.purpose ?? undefined,
        limit: first ?? undefined,
        cursor: after ?? undefined,
      });
      const edges = edgesOf(list.pages, list.cursorOf);
      return { ...list, continues: typeof after === 'string', edges };
    },
  }),
);
