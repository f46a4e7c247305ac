import type { BriefEvent } from '../domain/event.ts';
import { events } from '../operations/reading/events.ts';
import { builder, paid } from './builder.ts';
import { type ListConnection, type Edge, PageInfoType, connectionOf, pageLengths } from './connections.ts';
import { EventInterface, EventTypeType } from './event-types.ts';
import { dateArguments } from './report-arguments.ts';
import { selectsAny } from './selects.ts';
import { SiteType } from './sites.ts';

const EventEdgeType = builder.objectRef<Edge<BriefEvent>>('EventEdge').implement({
  description: 'An event and its cursor.',
  fields: (t) => ({
    node: t.expose('node', { type: EventInterface, description: 'The event.' }),
    cursor: t.exposeString('cursor', {
      description: 'Pass it as after to continue the list after this event.',
    }),
  }),
});

const EventConnectionType = builder.objectRef<ListConnection<BriefEvent>>('EventConnection').implement({
  description: 'One page of events, newest first.',
  fields: (t) => ({
    nodes: t.expose('items', { type: [EventInterface], description: 'The events on the page.' }),
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

/** What is read only if it is asked for. */
const DETAIL: ReadonlySet<string> = new Set(['status', 'bytes', 'verdict', 'signature', 'signer']);
const OBEDIENCE: ReadonlySet<string> = new Set(['obedience']);

builder.objectField(SiteType, 'events', (t) =>
  t.field({
    type: EventConnectionType,
    ...paid(pageLengths()),
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
          'A cursor from an earlier page. All other arguments but first must be the same. A next_cursor from REST works too.',
      }),
    },
    resolve: async (
      { id },
      { botName: bot, pagePath: page, first: limit, after: cursor, ...rest },
      ctx,
      info,
    ) => {
      const needs = { detail: selectsAny(info, DETAIL), judged: selectsAny(info, OBEDIENCE) };
      return connectionOf(
        await events(ctx, { siteId: id, ...rest, bot, page, limit, cursor, ...needs }),
        cursor,
      );
    },
  }),
);
