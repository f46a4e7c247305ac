import { DATA_DECIDES } from '../execution/largest-answer.ts';
import { type UnlistedRobot, unlistedRobots } from '../operations/reading/unlisted-robots.ts';
import { builder, paid } from './builder.ts';
import { dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

const UnlistedRobotType = builder.objectRef<UnlistedRobot>('UnlistedRobot').implement({
  description:
    'A robot that says itself that it is one, and is not in the catalogue. Its requests are no events and count in no total.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'What it calls itself, without the version; "(others)" stands for those beyond the first 200 of a day.',
    }),
    visits: t.expose('visits', { type: 'SafeInt', description: 'Its requests in the range.' }),
    firstSeenAt: t.expose('firstSeenMs', { type: 'DateTime', description: 'The first request, on any day.' }),
    lastSeenAt: t.expose('lastSeenMs', { type: 'DateTime', description: 'The last one.' }),
    documentationUrl: t.exposeString('documentation', {
      nullable: true,
      description: 'A page about it, never from the request itself; null if none is known.',
    }),
  }),
});

builder.objectField(SiteType, 'unlistedRobots', (t) =>
  t.field({
    type: [UnlistedRobotType],
    ...paid(DATA_DECIDES),
    description:
      'The robots that came and are not in the catalogue, those of most visits first, then by token: at most 1,000, and then ' +
      '"(others)". Costs one unit of the budget "insight". Null on RATE_LIMITED, INVALID_DATE_RANGE or NOT_SHARED.',
    args: dateArguments,
    resolve: async ({ id }, args, ctx) => (await unlistedRobots(ctx, { siteId: id, ...args })).robots,
  }),
);
