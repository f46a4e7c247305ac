import * as z from 'zod';
import { PURPOSES } from '../catalogue/purposes.ts';
import { counted } from '../domain/counted.ts';
import { type Reach, reach } from '../operations/reading/reach.ts';
import { parseRange } from '../operations/rules.ts';
import { type ReachObject, reachObject, reachSchema } from '../wire/reach.ts';
import { DAYS, MAX_ITEMS, SITE, text, word } from './arguments.ts';
import { defineReport } from './report.ts';

/** The input of both tools of the sitemap. */
export const reachInput = z.strictObject({
  ...SITE,
  ...DAYS,
  bot_name: text({ description: 'Only visits of this bot, such as GPTBot; case matters.' }).optional(),
  company: text({ description: 'Only visits of the bots of this company, such as OpenAI.' }).optional(),
  purpose: word(PURPOSES, { description: 'Only visits of bots of this purpose.' }).optional(),
});

/** The numbers of a site without a list. */
export const NO_LIST = 'there is no list of pages';

export const reachTool = defineReport({
  name: 'get_reach',
  title: 'What bots read of the sitemap',
  description:
    "The pages of a site's sitemap that bots read since their last change (read), only before it (stale), or not at all " +
    '(unread), by section, bot and company, and the pages read most that the sitemap lacks; reach_pages lists the pages. ' +
    `Null if the site has no list of pages. At most ${MAX_ITEMS} bots and companies, those that read most. Costs two units ` +
    'of the budget "insight", one of them for the coverage.',
  input: reachInput,
  output: reachSchema.shape,
  async read(ctx, { site_id: siteId, bot_name: bot, ...rest }) {
    const found = await reach(ctx, { siteId, bot, ...rest });
    if (found === null) return { range: parseRange(ctx, rest), value: { reach: null }, numbers: NO_LIST };
    const value = { reach: shortened(await reachObject(found)) };
    return { range: found.range, value, numbers: numbersOf(found) };
  },
});

function shortened({ bots, companies, ...rest }: ReachObject): ReachObject {
  return { ...rest, bots: bots.slice(0, MAX_ITEMS), companies: companies.slice(0, MAX_ITEMS) };
}

function numbersOf({ pages, read, stale, unread }: Reach): string {
  return `${counted(pages, 'page')}, of which ${read} read, ${stale} stale and ${unread} unread`;
}
