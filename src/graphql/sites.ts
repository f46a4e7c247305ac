import type { AccessibleSite } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import { site, sites } from '../operations/reading/sites.ts';
import { builder } from './builder.ts';

/** Carries the operations of one site as fields; each is added beside the types that it answers. */
export const SiteType = builder.objectRef<AccessibleSite>('Site').implement({
  description: 'A site of the caller, and what was recorded for it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that site(id:) and the paths of REST take.' }),
    domain: t.exposeString('domain', { description: 'The domain that the site is served from.' }),
    name: t.exposeString('name', { description: 'What its owner calls the site.' }),
    eventsThisMonth: t.field({
      type: 'SafeInt',
      description: 'Events of all types dated in the current UTC month.',
      resolve: ({ id }, _, ctx) => ctx.loaders.eventsThisMonth.load(id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the site was added.',
      resolve: ({ createdAtMs }) => formatInstant(createdAtMs),
    }),
  }),
});

builder.queryField('sites', (t) =>
  t.field({
    type: [SiteType],
    nullable: true,
    description: 'The sites of the caller, oldest first. Costs one unit of the budget "sites"; RATE_LIMITED.',
    resolve: (_, __, ctx) => sites(ctx),
  }),
);

builder.queryField('site', (t) =>
  t.field({
    type: SiteType,
    nullable: true,
    description:
      'One site of the caller; costs nothing. Null with SITE_NOT_FOUND, alike for an id that does not exist and a ' +
      'site of another account, or with MISSING_SITE_ID for a blank id.',
    args: { id: t.arg.id({ required: true, description: 'The id of the site, as sites lists it.' }) },
    resolve: (_, { id }, ctx) => site(ctx, id),
  }),
);
