import { type Alert, namedSubject, stateOf } from '../domain/alert.ts';
import { markExpected } from '../operations/owner/alerts.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import {
  MOST_ALERTS,
  USUAL_ALERTS,
  accountAlerts,
  linkOf,
  siteAlerts,
} from '../operations/reading/alerts.ts';
import { site } from '../operations/reading/sites.ts';
import { AccountType } from './account.ts';
import { AlertKindType, AlertStateType, AlertSubjectType, AlertUnitType } from './alert-enums.ts';
import { builder, free } from './builder.ts';
import { type Edge, type ListConnection, PageInfoType, connectionOf, pageLengths } from './connections.ts';
import { EventTypeType } from './event-types.ts';
import { forgetAfter } from './forget-after.ts';
import { numberIn } from './numbered-id.ts';
import { SiteType } from './sites.ts';

export const AlertType = builder.objectRef<Alert>('Alert').implement({
  description:
    'Something that was noticed about a site or its account. It never changes what it says, but for until and state.',
  fields: (t) => ({
    id: t.id({ description: 'The id to use in markExpected.', resolve: ({ id }) => `alert_${id}` }),
    kind: t.expose('kind', { type: AlertKindType, description: 'What it notices.' }),
    site: t.field({
      type: SiteType,
      nullable: true,
      description: 'The site; null for QUOTA, which is the account’s.',
      resolve: ({ siteId }, _, ctx) => (siteId === null ? null : site(ctx, siteId)),
    }),
    at: t.expose('atMs', {
      type: 'DateTime',
      description:
        'When it was raised: the full UTC hour up to which was looked; of NEW_BOT and QUOTA the moment.',
    }),
    from: t.expose('fromMs', { type: 'DateTime', description: 'When what was noticed began.' }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null while it goes on.',
      resolve: ({ untilMs }, _, { nowMs }) => (untilMs === null || untilMs > nowMs ? null : untilMs),
    }),
    subjectKind: t.expose('subjectKind', { type: AlertSubjectType, description: 'What it is about.' }),
    subject: t.string({
      nullable: true,
      description:
        'Which one, by name; of several the one with most visits. Null for all bots and for the account.',
      resolve: namedSubject,
    }),
    subjects: t.exposeStringList('subjects', {
      description: 'All that it is about, by name, those of most visits first: of NEW_BOT the new bots.',
    }),
    eventType: t.expose('eventType', {
      type: EventTypeType,
      nullable: true,
      description: 'The events that it is about; null if it is about no events.',
    }),
  }),
});

builder.objectFields(AlertType, (t) => ({
  unit: t.expose('unit', { type: AlertUnitType, description: 'What seen and usual are.' }),
  seen: t.exposeFloat('seen', { nullable: true, description: 'What was counted.' }),
  usual: t.exposeFloatList('usual', {
    description:
      'The central 90 % of what that time usually has: two numbers, or none where nothing is usual.',
  }),
  page: t.exposeString('page', { nullable: true, description: 'The page that is most concerned.' }),
  title: t.exposeString('title', {
    description: 'A sentence for people without the day, in plain text of at most 120 characters.',
  }),
  detail: t.exposeString('detail', {
    description: 'When, what is usual, and what is concerned: plain text of at most 400 characters.',
  }),
  link: t.string({
    description:
      'Opens the site on that day in the dashboard: absolute under PUBLIC_URL, and a path without it.',
    resolve: (alert, _, ctx) => linkOf(alert, ctx.linkBase()),
  }),
  state: t.field({
    type: AlertStateType,
    description: 'Whether it goes on.',
    resolve: (alert, _, { nowMs }) => stateOf(alert, nowMs),
  }),
}));

const AlertEdgeType = builder.objectRef<Edge<Alert>>('AlertEdge').implement({
  description: 'An alert and its cursor.',
  fields: (t) => ({
    node: t.expose('node', { type: AlertType, description: 'The alert.' }),
    cursor: t.exposeString('cursor', {
      description: 'Pass it as after to continue the list after this alert.',
    }),
  }),
});

const AlertConnectionType = builder.objectRef<ListConnection<Alert>>('AlertConnection').implement({
  description: 'One page of alerts, newest first.',
  fields: (t) => ({
    nodes: t.expose('items', { type: [AlertType], description: 'The alerts on the page.' }),
    edges: t.field({
      type: [AlertEdgeType],
      description: 'The alerts on the page, each with its cursor.',
      resolve: ({ edges }) => edges(),
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'The position of the page in the list.',
      resolve: (page) => page,
    }),
  }),
});

const FILTERS = {
  start: 'The first UTC day on which they were raised; without it, all that are kept (400 days).',
  end: 'The last UTC day on which they were raised.',
  kind: 'Only alerts of this kind.',
  state: 'Only alerts in this state.',
  first: `The most alerts on a page, 1 to ${MOST_ALERTS}.`,
  after: 'A cursor from an earlier page. All other arguments but first must be the same.',
} as const;

const REFUSED =
  'Costs nothing. Null on INVALID_DATE_RANGE, or INVALID_PARAMETER if first or after is invalid';

builder.objectField(SiteType, 'alerts', (t) =>
  t.field({
    type: AlertConnectionType,
    ...free(pageLengths(USUAL_ALERTS, MOST_ALERTS)),
    description: `What was noticed about the site, newest first, in pages. ${REFUSED}, and NOT_SHARED or RANGE_NOT_SHARED for share links.`,
    args: {
      start: t.arg({ type: 'Date', description: FILTERS.start }),
      end: t.arg({ type: 'Date', description: FILTERS.end }),
      kind: t.arg({ type: AlertKindType, description: FILTERS.kind }),
      state: t.arg({ type: AlertStateType, description: FILTERS.state }),
      first: t.arg.int({ defaultValue: USUAL_ALERTS, description: FILTERS.first }),
      after: t.arg.string({ description: FILTERS.after }),
    },
    resolve: async (of, { first: limit, after: cursor, ...filter }, ctx) =>
      connectionOf(await siteAlerts(ctx, of, { ...filter, limit, cursor }), cursor),
  }),
);

builder.objectField(AccountType, 'alerts', (t) =>
  t.field({
    type: AlertConnectionType,
    ...free(pageLengths(USUAL_ALERTS, MOST_ALERTS)),
    description: `What was noticed about all sites, and QUOTA, newest first, in pages. ${REFUSED}, and on SITE_NOT_FOUND.`,
    args: {
      siteId: t.arg.id({ description: 'Only those of one site.' }),
      start: t.arg({ type: 'Date', description: FILTERS.start }),
      end: t.arg({ type: 'Date', description: FILTERS.end }),
      kind: t.arg({ type: AlertKindType, description: FILTERS.kind }),
      state: t.arg({ type: AlertStateType, description: FILTERS.state }),
      first: t.arg.int({ defaultValue: USUAL_ALERTS, description: FILTERS.first }),
      after: t.arg.string({ description: FILTERS.after }),
    },
    resolve: async (_, { first: limit, after: cursor, ...filter }, ctx) =>
      connectionOf(await accountAlerts(ctx, { ...filter, limit, cursor }), cursor),
  }),
);

builder.mutationField('markExpected', (t) =>
  t.field({
    type: AlertType,
    description:
      'Says of an alert that it is as expected, or takes that back: what was seen counts as usual, and the same subject ' +
      'raises nothing of that kind for 28 days. ALERT_NOT_FOUND if the account has no such alert.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the alert.' }),
      expected: t.arg.boolean({ required: true, description: 'Whether it is expected.' }),
    },
    resolve: (_, { id, expected }, ctx) => {
      const owner = byOwner(ctx);
      const marking = markExpected(owner, owner.own, { id: numberIn('alert', id), expected });
      return forgetAfter(ctx.loaders.alerts, marking);
    },
  }),
);
