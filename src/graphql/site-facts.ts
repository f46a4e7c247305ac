import { wholeSite } from '../operations/access.ts';
import { builder } from './builder.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import { SiteType } from './sites.ts';

const ExclusionsType = builder.objectRef<Exclusions>('Exclusions').implement({
  description: 'The traffic of a site that is its own, and is not recorded.',
  fields: (t) => ({
    addresses: t.stringList({
      description: 'Networks and addresses of clients, such as 203.0.113.0/24.',
      resolve: ({ addresses }) => [...addresses],
    }),
    paths: t.stringList({
      description: 'Patterns of paths, such as /admin/**.',
      resolve: ({ paths }) => [...paths],
    }),
  }),
});

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
  exclusions: t.field({
    type: ExclusionsType,
    nullable: true,
    description: 'What of its traffic the site does not record. Costs nothing.',
    resolve: (site, _, ctx) => ctx.loaders.exclusions.load(wholeSite(ctx, site).id),
  }),
}));
