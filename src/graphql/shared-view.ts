import { type SharedView, sharedView } from '../operations/reading/shared-view.ts';
import { builder } from './builder.ts';
import { shownDays } from '../domain/share-link.ts';
import { SiteType } from './sites.ts';

const SharedViewType = builder.objectRef<SharedView>('SharedView').implement({
  description: 'What a share link shows.',
  fields: (t) => ({
    site: t.expose('site', { type: SiteType, description: 'The only site that it shows.' }),
    start: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day that it shows; null for all days up to the last one.',
      resolve: ({ range }) => shownDays(range).start,
    }),
    end: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day that it shows; null for all days from the first one on.',
      resolve: ({ range }) => shownDays(range).end,
    }),
    hasHours: t.exposeBoolean('hasHours', {
      description: 'Whether timeseries by hour are shown, as the plan of the owner allows.',
    }),
    attributionSince: t.expose('attributionSinceMs', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when the service looks up which LLM product sent the visitor of a conversion; null while it does not.',
    }),
    attributionMinutes: t.exposeInt('attributionMinutes', {
      description: 'For how many minutes after such a visit, as in Coverage; 0 if that is switched off.',
    }),
    alerts: t.exposeBoolean('alerts', { description: 'Whether it shows the alerts of the site.' }),
    notes: t.exposeBoolean('notes', { description: 'Whether it shows the notes of the site.' }),
    expiresAt: t.expose('expiresAtMs', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
});

builder.queryField('sharedView', (t) =>
  t.field({
    type: SharedViewType,
    nullable: true,
    description: 'What the share link of the request shows; null without one. Costs nothing.',
    resolve: (_, __, ctx) => sharedView(ctx),
  }),
);
