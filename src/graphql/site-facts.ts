import { formatInstant } from '../domain/time.ts';
import { wholeSite } from '../operations/access.ts';
import { builder } from './builder.ts';
import { SiteType } from './sites.ts';

builder.objectFields(SiteType, (t) => ({
  lastEventAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the last event of any type happened; null if there is none. Costs nothing.',
    resolve: async (site, _, ctx) => {
      const lastMs = await ctx.loaders.lastEvent.load(wholeSite(ctx, site));
      return lastMs === undefined ? null : formatInstant(lastMs);
    },
  }),
  retentionDays: t.int({
    nullable: true,
    description:
      'For how many whole days, including today, the site keeps its events; null if the plan of the account decides.',
    resolve: (site, _, ctx) => ctx.loaders.retentionDays.load(wholeSite(ctx, site).id),
  }),
}));
