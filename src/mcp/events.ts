import { z } from 'zod';
import { EVENT_TYPES } from '../domain/event.ts';
import { events } from '../operations/reading/events.ts';
import { eventsObject, eventsSchema } from '../wire/events.ts';
import { CURSOR, DAYS, LIMIT, MAX_ITEMS, SITE, text } from './arguments.ts';
import { inert } from './inert.ts';
import { HEADING, counted, headingOf, summarize } from './report.ts';
import { defineTool } from './tool.ts';

export const eventsTool = defineTool({
  name: 'events',
  title: 'Single events',
  description:
    'Single events of a site, newest first, to the millisecond in UTC. For counts use stats, timeseries or pages: they ' +
    `are exact and short. At most ${MAX_ITEMS} events a call; pass next_cursor as cursor for the next page. Costs one ` +
    'unit of the budget "events", and on the first page one of "insight" for the coverage.',
  input: z.strictObject({
    ...SITE,
    ...DAYS,
    type: text({
      description: 'Only events of this type. By default those of all.',
      enum: EVENT_TYPES,
    }).optional(),
    bot_name: text({ description: 'Only visits of this bot, such as GPTBot; case matters.' }).optional(),
    page_path: text({ description: 'Only events of this page: its whole path.' }).optional(),
    ...LIMIT,
    ...CURSOR,
  }),
  output: z.object({ ...HEADING, ...eventsSchema.shape }),
  async answer(ctx, { site_id: siteId, bot_name: botName, page_path: pagePath, ...rest }) {
    const { start, end, type, limit, cursor } = rest;
    const page = await events(ctx, { siteId, start, end, type, botName, pagePath, limit, cursor });
    const heading = await headingOf(ctx, siteId, page.range, cursor !== undefined);
    const { events: listed, next_cursor: nextCursor } = eventsObject(page);
    const value = { ...heading, events: inert(listed), next_cursor: nextCursor };
    const more = nextCursor === null ? '' : ', and there are more';
    return { value, summary: summarize(heading, `${counted(listed.length, 'event')}${more}`) };
  },
});
