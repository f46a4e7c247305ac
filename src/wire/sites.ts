import * as z from 'zod';
import type { RequestContext } from '../context.ts';
import type { Site } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import { unlessAway } from '../operations/events-this-month.ts';
import { count, instant } from './parts.ts';

const site = z
  .object({
    id: z.string().meta({ description: 'The `siteId` of the other endpoints.' }),
    domain: z.string().meta({ description: 'A host name, without scheme, path or port.' }),
    name: z.string().meta({ description: 'What its owner calls it.' }),
    events_this_month: count.nullable().meta({
      description:
        'Events dated in the current UTC month, whenever they were recorded. Null only while the node of a cluster that holds them is unreachable.',
    }),
    created_at: instant.meta({ description: 'When the site was created, in UTC.' }),
  })
  .meta({ id: 'Site' });

/** The body of GET /api/v1/sites. */
export const sitesSchema = z
  .object({ sites: z.array(site).meta({ description: 'Your sites, oldest first.' }) })
  .meta({
    id: 'Sites',
    example: {
      sites: [
        {
          id: 'site_3avtamf2x1mphb64',
          domain: 'example.com',
          name: 'Example',
          events_this_month: 6238,
          created_at: '2026-01-22T14:55:26.997Z',
        },
      ],
    },
  });

/** A site with the names of the specification. */
export async function siteObject(ctx: RequestContext, { id, domain, name, createdAtMs }: Site) {
  const eventsThisMonth = await unlessAway(ctx.loaders.eventsThisMonth.load(id));
  return { id, domain, name, events_this_month: eventsThisMonth, created_at: formatInstant(createdAtMs) };
}
