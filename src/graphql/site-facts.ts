import { wholeSite } from '../operations/access.ts';
import { builder } from './builder.ts';
import { SiteType } from './sites.ts';

builder.objectFields(SiteType, (t) => ({
  firstEventAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the first event of any type happened; null if there is none. Costs nothing.',
    resolve: (site, _, ctx) => ctx.loaders.firstEvent.load(wholeSite(ctx, site)),
  }),
  lastEventAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the last event of any type happened; null if there is none. Costs nothing.',
    resolve: (site, _, ctx) => ctx.loaders.lastEvent.load(wholeSite(ctx, site)),
  }),
  retentionDays: t.int({
    nullable: true,
    description:
      'For how many whole days, including today, the site keeps its events; null if the plan of the account decides.',
    resolve: (site, _, ctx) => ctx.loaders.retentionDays.load(wholeSite(ctx, site).id),
  }),
}));
