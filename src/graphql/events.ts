import type { StoredEvent } from '../domain/event.ts';
import { type EventsPage, events } from '../operations/reading/events.ts';
import { builder } from './builder.ts';
import { dateArguments } from './date-arguments.ts';
import { EventInterface, EventTypeType } from './event-types.ts';
import { SiteType } from './sites.ts';

type Page = EventsPage & {
  /** Whether the page continues an earlier one. */
  readonly continues: boolean;
};
type Edge = { readonly node: StoredEvent; readonly cursor: string };

const EventEdgeType = builder.objectRef<Edge>('EventEdge').implement({
  description: 'An event and where it stands in the list.',
  fields: (t) => ({
    node: t.expose('node', { type: EventInterface, description: 'The event.' }),
    cursor: t.exposeString('cursor', {
      description: 'Given as after, continues the list behind this event.',
    }),
  }),
});

const PageInfoType = builder.objectRef<Page>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether events follow the page.',
      resolve: ({ nextCursor }) => nextCursor !== null,
    }),
    hasPreviousPage: t.exposeBoolean('continues', {
      description: 'Whether the page was asked for with after. The list is paged forward only.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first event of the page; null on an empty page.',
      resolve: ({ events: [first], cursorOf }) => (first ? cursorOf(first) : null),
    }),
    endCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Given as after, answers the next page; null on the last page. The next_cursor of REST.',
    }),
  }),
});

const EventConnectionType = builder.objectRef<Page>('EventConnection').implement({
  description: 'One page of events, newest first.',
  fields: (t) => ({
    nodes: t.expose('events', { type: [EventInterface], description: 'The events of the page.' }),
    edges: t.field({
      type: [EventEdgeType],
      description: 'The events of the page, each with its cursor.',
      resolve: (page) => page.events.map((node) => ({ node, cursor: page.cursorOf(node) })),
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where the page stands in the list.',
      resolve: (page) => page,
    }),
  }),
});

builder.objectField(SiteType, 'events', (t) =>
  t.field({
    type: EventConnectionType,
    nullable: true,
    description:
      'Single events, newest first, in pages. Costs one unit of the budget "events". Null with RATE_LIMITED, ' +
      'INVALID_DATE_RANGE, or INVALID_PARAMETER for a bad first or after.',
    args: {
      ...dateArguments,
      type: t.arg({ type: EventTypeType, description: 'Only events of this type; by default all.' }),
      first: t.arg.int({ defaultValue: 100, description: 'The most events of a page, 1 to 1000.' }),
      after: t.arg.string({
        description:
          'A cursor of an earlier page of the same site, type, start and end; the next_cursor of REST serves too.',
      }),
    },
    resolve: async ({ id }, { start, end, type, first, after }, ctx) => {
      const page = await events(ctx, {
        siteId: id,
        start: start ?? undefined,
        end: end ?? undefined,
        type: type ?? undefined,
        limit: first === null || first === undefined ? undefined : String(first),
        cursor: after ?? undefined,
      });
      return { ...page, continues: typeof after === 'string' };
    },
  }),
);
