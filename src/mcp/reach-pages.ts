import { REACH_STATES } from '../domain/sitemap.ts';
import { reachPages } from '../operations/reading/reach.ts';
import { reachPagesObject, reachPagesSchema } from '../wire/reach.ts';
import { CURSOR, LIMIT, MAX_ITEMS, text, word } from './arguments.ts';
import { NO_LIST, reachInput } from './reach.ts';
import { countedPage, defineReport } from './report.ts';

export const reachPagesTool = defineReport({
  name: 'reach_pages',
  title: 'Pages that bots read or not',
  description:
    "The pages of a site's sitemap that bots read since their last change (read), only before it (stale), or not at all " +
    '(unread), by path, with the day of that change, the last day on which a bot read them, and their visits. Empty if the ' +
    `site has no list of pages. At most ${MAX_ITEMS} pages a call; get_reach has the counts. Costs one unit of the budget ` +
    '"insight", and on the first page one for the coverage.',
  input: reachInput.extend({
    state: word(REACH_STATES, { description: 'The state of the pages.' }),
    search: text({ description: 'Only paths that contain this text; case matters.' }).optional(),
    ...LIMIT,
    ...CURSOR,
  }),
  output: reachPagesSchema.shape,
  async read(ctx, { site_id: siteId, bot_name: bot, ...rest }) {
    const list = await reachPages(ctx, { siteId, bot, ...rest });
    const numbers = (await list.lacksSitemap()) ? NO_LIST : countedPage(list, `${rest.state} page`);
    return { range: list.range, value: reachPagesObject(list), numbers };
  },
});
