import * as z from 'zod';
import { ALERT_KINDS, ALERT_STATES } from '../domain/alert.ts';
import { counted } from '../domain/counted.ts';
import { accountAlerts } from '../operations/reading/alerts.ts';
import { alertObject, alertSchema } from '../wire/alerts.ts';
import { CURSOR, LIMIT, text, word } from './arguments.ts';
import { inert } from './inert.ts';
import { NOTICE } from './instructions.ts';
import { defineTool } from './tool.ts';

export const listAlerts = defineTool({
  name: 'list_alerts',
  title: 'List alerts',
  description:
    'What was noticed about the sites, newest first: new bots, surges, silences of bots and sources, errors, impostors, and ' +
    'the quota of the account. Costs nothing.',
  input: z.strictObject({
    site_id: text({
      description: 'Only those of a site, by its id from list_sites; of all by default.',
    }).optional(),
    start: text({
      description: 'The first UTC day on which they were raised; all that are kept by default.',
      format: 'date',
    }).optional(),
    end: text({ description: 'The last UTC day, inclusive.', format: 'date' }).optional(),
    kind: word(ALERT_KINDS, { description: 'Only those of a kind.' }).optional(),
    state: word(ALERT_STATES, {
      description: 'Only those that go on, are over, or are as the owner expects.',
    }).optional(),
    ...LIMIT,
    ...CURSOR,
  }),
  output: z.object({
    alerts: z.array(alertSchema),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    notice: z.literal(NOTICE),
  }),
  async answer(ctx, { site_id: siteId, ...filter }) {
    const page = await accountAlerts(ctx, { siteId, ...filter });
    const value = {
      alerts: inert(page.items.map((alert) => alertObject(alert, ctx))),
      next_cursor: page.nextCursor,
      notice: NOTICE,
    } as const;
    const more = page.nextCursor === null ? '' : ', and there are more';
    return { value, summary: `${counted(page.items.length, 'alert')}${more}.` };
  },
});
