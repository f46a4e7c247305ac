import type { StoredEvent } from '../domain/event.ts';
import { DEFAULT_LIMIT, type EventsPage, MAX_LIMIT, events } from '../operations/reading/events.ts';
import { type ListLengths, PAID_FIELD } from '../execution/largest-answer.ts';
import { builder } from './builder.ts';
import { dateArguments } from './date-arguments.ts';
import { EventInterface, EventTypeType } from './event-types.ts';
import { SiteType } from './sites.ts';

type Page = EventsPage & {
  /** Whether the request had a cursor. */
  readonly continues: boolean;
  /** The same for all aliases of the field. */
  readonly edges: () => readonly Edge[];
};
type Edge = { readonly node: StoredEvent; readonly cursor: string };

const EventEdgeType = builder.objectRef<Edge>('EventEdge').implement({
  description: 'An event and its cursor.',
  fields: (t) => ({
    node: t.expose('node', { type: EventInterface, description: 'The event.' }),
    cursor: t.exposeString('cursor', {
      description: 'Pass it as after to continue the list after this event.',
    }),
  }),
});

const PageInfoType = builder.objectRef<Page>('PageInfo').implement({
  description: 'The position of a page in the list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there are more events after this page.',
      resolve: ({ nextCursor }) => nextCursor !== null,
    }),
    hasPreviousPage: t.exposeBoolean('continues', {
      description: 'Whether the page was requested with after. The list can only be paged forward.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first event on the page; null if the page is empty.',
      resolve: ({ events: [first], cursorOf }) => (first ? cursorOf(first) : null),
    }),
    endCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Pass it as after to get the next page; null on the last page. REST calls it next_cursor.',
    }),
  }),
});

const EventConnectionType = builder.objectRef<Page>('EventConnection').implement({
  description: 'One page of events, newest first.',
  fields: (t) => ({
    nodes: t.expose('events', { type: [EventInterface], description: 'The events on the page.' }),
    edges: t.field({
      type: [EventEdgeType],
      description: 'The events on the page, each with its cursor.',
      resolve: ({ edges }) => edges(),
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'The position of the page in the list.',
      resolve: (page) => page,
    }),
  }),
});

/** The events of a full page. The operation refuses other lengths. */
const pageLengths: ListLengths = ({ first }) => {
  const length = typeof first === 'number' && first >= 1 && first <= MAX_LIMIT ? first : DEFAULT_LIMIT;
  return { nodes: length, edges: length };
};

builder.objectField(SiteType, 'events', (t) =>
  t.field({
    type: EventConnectionType,
    nullable: true,
    description:
      'Single events, newest first, in pages. Costs one unit of the budget "events". Null on RATE_LIMITED, ' +
      'INVALID_DATE_RANGE, or INVALID_PARAMETER if first or after is invalid.',
    args: {
      ...dateArguments,
      type: t.arg({ type: EventTypeType, description: 'Only events of this type; all types by default.' }),
      first: t.arg.int({ defaultValue: 100, description: 'The most events on a page, 1 to 1000.' }),
      after: t.arg.string({
        description:
          'A cursor from an earlier page with the same site, type, start and end; a next_cursor from REST works too.',
      }),
    },
    extensions: { [PAID_FIELD]: pageLengths },
    resolve: async ({ id }, { start, end, type, first, after }, ctx) => {
      const page = await events(ctx, {
        siteId: id,
        start: start ?? undefined,
        end: end ?? undefined,
        type: type ?? undefined,
        limit: first ?? undefined,
        cursor: after ?? undefined,
      });
      let edges: readonly Edge[] | undefined;
      return {
        ...page,
        continues: typeof after === 'string',
        edges: () => (edges ??= page.events.map((node) => ({ node, cursor: page.cursorOf(node) }))),
      };
    },
  }),
);
