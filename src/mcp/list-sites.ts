import { counted } from '../domain/counted.ts';
import * as z from 'zod';
import { PLANS } from '../domain/plan.ts';
import { formatInstant } from '../domain/time.ts';
import { sites } from '../operations/reading/sites.ts';
import { instant } from '../wire/parts.ts';
import { siteObject, sitesSchema } from '../wire/sites.ts';
import { CURSOR, LIMIT } from './arguments.ts';
import { inert } from './inert.ts';
import { defineTool } from './tool.ts';

export const listSites = defineTool({
  name: 'list_sites',
  title: 'List sites',
  description:
    'Lists the websites of the account, oldest first, with the site_id that the other tools take and the events of the ' +
    'current UTC month. Costs one unit of the budget "sites".',
  input: z.strictObject({ ...LIMIT, ...CURSOR }),
  output: z.object({
    ...sitesSchema.shape,
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    plan: z.enum(PLANS).meta({ description: 'Hourly timeseries need pro or self-hosted.' }),
    now: instant.meta({ description: 'The time of the question, in UTC.' }),
  }),
  async answer(ctx, { limit, cursor }) {
    // one more than fits on the page shows whether another page follows
    const found = await sites(ctx, { limit: limit + 1, cursor });
    const page = found.slice(0, limit);
    const value = {
      sites: inert(await Promise.all(page.map((site) => siteObject(ctx, site)))),
      next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      plan: ctx.caller.plan,
      now: formatInstant(ctx.nowMs),
    };
    const more = value.next_cursor === null ? '' : ', and there are more';
    return { value, summary: `${counted(page.length, 'site')}${more}.` };
  },
});
