import type { StoredEvent } from '../domain/event.ts';
import { type EventsPage, events } from '../operations/reading/events.ts';
import { PAID_FIELD } from '../execution/largest-answer.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { PageInfoType, edgesOf, pageLengths } from './connections.ts';
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
      resolve: ({ nextCursor, continues, edges }) => ({ nextCursor, continues, edges }),
    }),
  }),
});

builder.objectField(SiteType, 'events', (t) =>
  t.field({
    type: EventConnectionType,
    ...NULL_ON_ERROR,
    description:
      'Single events, newest first, in pages. Costs one unit of the budget "events". Null on RATE_LIMITED, ' +
      'INVALID_DATE_RANGE, or INVALID_PARAMETER if first or after is invalid.',
    args: {
      ...dateArguments,
      type: t.arg({ type: EventTypeType, description: 'Only events of this type; all types by default.' }),
      botName: t.arg.string({ description: 'Only visits of the bot with this name.' }),
      pagePath: t.arg.string({ description: 'Only events of the page with exactly this path.' }),
      first: t.arg.int({ defaultValue: 100, description: 'The most events on a page, 1 to 1000.' }),
      after: t.arg.string({
        description:
          'A cursor from an earlier page. All other arguments but first must be the same. Without botName and ' +
          'pagePath, a next_cursor from REST works too.',
      }),
    },
    extensions: { ...NULL_ON_ERROR.extensions, [PAID_FIELD]: pageLengths },
    resolve: async ({ id }, { start, end, type, botName, pagePath, first, after }, ctx) => {
      const page = await events(ctx, {
        siteId: id,
        start: start ?? undefined,
        end: end ?? undefined,
        type: type ?? undefined,
        botName: botName ?? undefined,
        pagePath: pagePath ?? undefined,
        limit: first ?? undefined,
        cursor: after ?? undefined,
      });
      const edges = edgesOf(page.events, page.cursorOf);
      return { ...page, continues: typeof after === 'string', edges };
    },
  }),
);
