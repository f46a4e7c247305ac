import type { AccessibleSite } from '../domain/site.ts';
import { wholeSite } from '../operations/access.ts';
import { site, sites } from '../operations/reading/sites.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { NodeInterface } from './node.ts';

/** A site, with an operation for each field; `stats`, `timeseries` and `events` are added in their own files. */
export const SiteType = builder.objectRef<AccessibleSite<'view'>>('Site').implement({
  description:
    'One of your sites and its recorded traffic. A share link opens its id, domain and name, and timeseries, stats, ' +
    'companies, pages, countries, reach and obedience on the days that it shows (else RANGE_NOT_SHARED), and alerts and ' +
    'notes if it was made with them; other fields are NOT_SHARED.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id to use in site(id:) and in REST paths.' }),
    domain: t.exposeString('domain', { description: 'The domain of the site.' }),
    name: t.exposeString('name', { description: 'The name of the site.' }),
    eventsThisMonth: t.field({
      type: 'SafeInt',
      description:
        'Events of all types dated in the current UTC month, whenever they were recorded: account.usage counts those recorded in it.',
      resolve: (site, _, ctx) => ctx.loaders.eventsThisMonth.load(wholeSite(ctx, site).id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the site was created.',
      resolve: (site, _, ctx) => wholeSite(ctx, site).createdAtMs,
    }),
  }),
});

builder.queryField('sites', (t) =>
  t.field({
    type: [SiteType],
    ...NULL_ON_ERROR,
    description:
      'Your sites, oldest first; with start or end only those that have an event of any type on these days. Costs one ' +
      'unit of the budget "sites". Null on RATE_LIMITED, INVALID_DATE_RANGE, or INVALID_PARAMETER if first or after is ' +
      'invalid.',
    args: {
      first: t.arg.int({ description: 'The most sites to return, 1 to 1000; all of them by default.' }),
      after: t.arg.id({
        description:
          'The id of a site, to continue the list after it; it need not have an event on these days.',
      }),
      start: t.arg({
        type: 'Date',
        description: 'First UTC day, inclusive. Defaults to 7 days before today if there is an end.',
      }),
      end: t.arg({
        type: 'Date',
        description: 'Last UTC day, inclusive. Defaults to today if there is a start.',
      }),
    },
    resolve: (_, { first, after, start, end }, ctx) =>
      sites(ctx, { limit: first, cursor: after, start, end }),
  }),
);

builder.queryField('site', (t) =>
  t.field({
    type: SiteType,
    ...NULL_ON_ERROR,
    description:
      'One of your sites, or that of the share link; costs nothing. Null on SITE_NOT_FOUND, for unknown ids and for ' +
      'sites of other accounts alike, and on MISSING_SITE_ID if the id is blank.',
    args: { id: t.arg.id({ required: true, description: 'The id of the site, as in sites { id }.' }) },
    resolve: (_, { id }, ctx) => site(ctx, id),
  }),
);
