import type { ReachCount, ReachPage, ReachSection, ReachState, SitemapState } from '../domain/sitemap.ts';
import { builder } from './builder.ts';
import { type Edge, type ListConnection, PageInfoType } from './connections.ts';

const STATES = {
  READ: {
    value: 'read',
    description: 'A bot read it on the UTC day of its last change or later, or it has no such day.',
  },
  STALE: { value: 'stale', description: 'Bots read it, but not since its last change.' },
  UNREAD: { value: 'unread', description: 'No bot read it.' },
} as const satisfies Record<string, { readonly value: ReachState; readonly description: string }>;

export const ReachStateType = builder.enumType('ReachState', {
  description:
    'Whether bots read a page of the list in the range. Visits with a status below 400, or recorded without one, count.',
  values: STATES,
});

export const SitemapStateType = builder.enumType('SitemapState', {
  description: "How a page stands in the list of the site's pages.",
  values: {
    ...STATES,
    NOT_LISTED: { value: 'not-listed', description: 'The list does not have it.' },
  } satisfies Record<string, { readonly value: SitemapState; readonly description: string }>,
});

export const ReachSectionType = builder.objectRef<ReachSection>('ReachSection').implement({
  description: 'The pages whose paths begin with the same segment. The three states add up to the pages.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'The segment, such as "/blog/"; "/" has pages without one, and "(others)" all sections but the 50 with most pages.',
    }),
    pages: t.expose('pages', { type: 'SafeInt', description: 'Its pages.' }),
    read: t.expose('read', { type: 'SafeInt', description: 'Those of state READ.' }),
    stale: t.expose('stale', { type: 'SafeInt', description: 'Those of state STALE.' }),
    unread: t.expose('unread', { type: 'SafeInt', description: 'Those of state UNREAD.' }),
  }),
});

const DAYS_TO_READ =
  'The median of the days from the last change of a page to its first visit on that day or later, over the pages that were ' +
  'changed in the range and read since; 0 is the same day. Null if there is none.';

export const medianField = { nullable: true, description: DAYS_TO_READ } as const;

export const ReachCountType = builder.objectRef<ReachCount>('ReachCount').implement({
  description: 'What one bot or company read of the list.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the bot or the company.' }),
    read: t.expose('read', {
      type: 'SafeInt',
      description: 'The pages that it read since their last change.',
    }),
    stale: t.expose('stale', { type: 'SafeInt', description: 'Those that it read only before.' }),
    medianDaysToRead: t.exposeFloat('medianDaysToRead', medianField),
  }),
});

const ReachPageType = builder.objectRef<ReachPage>('ReachPage').implement({
  description: 'A page of the list.',
  fields: (t) => ({
    pagePath: t.exposeString('pagePath', {
      description: 'Its path, without query, percent-encoding normalised.',
    }),
    modifiedOn: t.expose('modifiedOn', {
      type: 'Date',
      nullable: true,
      description: 'The UTC day of its last change; null if the sitemap has none.',
    }),
    lastReadOn: t.expose('lastReadOn', {
      type: 'Date',
      nullable: true,
      description: 'The last day of the range on which a bot read it; null if none did.',
    }),
    visits: t.expose('visits', { type: 'SafeInt', description: 'How often bots read it in the range.' }),
  }),
});

const ReachPageEdgeType = builder.objectRef<Edge<ReachPage>>('ReachPageEdge').implement({
  description: 'A page of the list and its cursor.',
  fields: (t) => ({
    node: t.expose('node', { type: ReachPageType, description: 'The page.' }),
    cursor: t.exposeString('cursor', {
      description: 'Pass it as after to continue the list after this page.',
    }),
  }),
});

export const ReachPageConnectionType = builder
  .objectRef<ListConnection<ReachPage>>('ReachPageConnection')
  .implement({
    description: 'A part of the list of pages in a state.',
    fields: (t) => ({
      nodes: t.expose('items', { type: [ReachPageType], description: 'The pages.' }),
      edges: t.field({
        type: [ReachPageEdgeType],
        description: 'The pages, each with its cursor.',
        resolve: ({ edges }) => edges(),
      }),
      pageInfo: t.field({
        type: PageInfoType,
        description: 'The position of this part in the list.',
        resolve: (list) => list,
      }),
    }),
  });
