import * as z from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import { PAGE_ORDER_WORDS } from '../domain/page-count.ts';
import { pages } from '../operations/reading/pages.ts';
import { pagesObject, pagesSchema } from '../wire/pages.ts';
import { CURSOR, DAYS, LIMIT, MAX_ITEMS, SITE, text, word } from './arguments.ts';
import { countedPage, defineReport } from './report.ts';

const ORDERS = ['bot_visits', 'referrals', 'conversions', 'failed'] as const;

export const pagesTool = defineReport({
  name: 'pages',
  title: 'Pages',
  description:
    'The pages of a site with their bot visits, referrals, conversions, failed bot visits and bytes, largest first, and ' +
    'whether bots read them since their last change, as the sitemap dates it. With bot_name, company or purpose only pages ' +
    'that those bots visited, and referrals and conversions are 0. At most ' +
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
  output: pagesSchema.shape,
  async read(ctx, { site_id: siteId, order_by: order, bot_name: bot, ...rest }) {
    const orderBy = PAGE_ORDER_WORDS[ORDERS.indexOf(order)];
    const list = await pages(ctx, { siteId, orderBy, bot, ...rest });
    return { range: list.range, value: await pagesObject(list), numbers: countedPage(list, 'page') };
  },
});
