import * as z from 'zod';
import { type BriefEvent, EVENT_TYPES } from '../domain/event.ts';
import { events } from '../operations/reading/events.ts';
import { eventObject, eventsSchema, exportedObject } from '../wire/events.ts';
import { CURSOR, DAYS, LIMIT, MAX_ITEMS, SITE, text } from './arguments.ts';
import { countedPage, defineReport } from './report.ts';

export const eventsTool = defineReport({
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
  output: eventsSchema.shape,
  async read(ctx, { site_id: siteId, bot_name: bot, page_path: page, ...rest }) {
    const found = await events(ctx, { siteId, bot, page, ...rest });
    const value = { events: found.items.map(briefObject), next_cursor: found.nextCursor };
    return { range: found.range, value, numbers: countedPage(found, 'event') };
  },
});

/** As REST has it without detail, but for the product that sent the visitor of a conversion. */
function briefObject(event: BriefEvent) {
  return event.type === 'conversion' ? exportedObject(event) : eventObject(event);
}
