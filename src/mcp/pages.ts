import { z } from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import type { PageOrder } from '../domain/page-count.ts';
import { pages } from '../operations/reading/pages.ts';
import { pageObject, pageSchema } from '../wire/pages.ts';
import { CURSOR, DAYS, LIMIT, MAX_ITEMS, SITE, text, word } from './arguments.ts';
import { inert } from './inert.ts';
import { HEADING, counted, headingOf, summarize } from './report.ts';
import { defineTool } from './tool.ts';

const ORDERS = ['bot_visits', 'referrals', 'conversions', 'failed'] as const;

const ORDER_OF: Readonly<Record<(typeof ORDERS)[number], PageOrder>> = {
  bot_visits: 'botVisits',
  referrals: 'referrals',
  conversions: 'conversions',
  failed: 'failed',
};

export const pagesTool = defineTool({
  name: 'pages',
  title: 'Pages',
  description:
    'The pages of a site with their bot visits, referrals, conversions, failed bot visits and bytes, largest first. With ' +
    'bot_name, company or purpose only pages that those bots visited, and referrals and conversions are 0. At most ' +
    `${MAX_ITEMS} pages a call. Costs one unit of the budget "insight", and on the first page one for the coverage.`,
  input: z.strictObject({
    ...SITE,
    ...DAYS,
    order_by: word(ORDERS, { description: 'The count by which pages are sorted.' }).default('bot_visits'),
    search: text({ description: 'Only paths that contain this text; case matters.' }).optional(),
    bot_name: text({ description: 'Only visits of this bot, such as GPTBot; case matters.' }).optional(),
    company: text({ description: 'Only visits of the bots of this company, such as OpenAI.' }).optional(),
    purpose: word(PURPOSES, { description: 'Only visits of bots of this purpose.' }).optional(),
    ...LIMIT,
    ...CURSOR,
  }),
  output: z.object({
    ...HEADING,
    pages: z.array(pageSchema),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  }),
  async answer(ctx, { site_id: siteId, order_by: orderBy, bot_name: botName, ...rest }) {
    const { start, end, search, company, purpose, limit, cursor } = rest;
    const list = await pages(ctx, {
      ...{ siteId, start, end, search, botName, company, purpose, limit, cursor },
      orderBy: ORDER_OF[orderBy],
    });
    const heading = await headingOf(ctx, siteId, list.range, cursor !== undefined);
    const value = {
      ...heading,
      pages: inert(list.pages.map(pageObject)),
      next_cursor: list.nextCursor,
    };
    const more = list.nextCursor === null ? '' : ', and there are more';
    return { value, summary: summarize(heading, `${counted(list.pages.length, 'page')}${more}`) };
  },
});
