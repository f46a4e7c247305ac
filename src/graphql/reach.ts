import { type ListLengths, PAID_FIELD } from '../execution/largest-answer.ts';
import { DEFAULT_UNLISTED, type Reach, reach } from '../operations/reading/reach.ts';
import { builder } from './builder.ts';
import { connectionOf, lengthByFirst, pageLengths } from './connections.ts';
import { BotPurposeType } from './insight-types.ts';
import {
  ReachCountType,
  ReachPageConnectionType,
  ReachSectionType,
  ReachStateType,
  medianField,
} from './reach-types.ts';
import { PageVisitsType } from './page-visits.ts';
import { dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

const ReachType = builder.objectRef<Reach>('Reach').implement({
  description:
    "The list of the site's pages, compared with what bots read in the range. Visits with a status below 400, or recorded " +
    'without one, count. The three states add up to the pages.',
  fields: (t) => ({
    updatedAt: t.expose('updatedAtMs', { type: 'DateTime', description: 'When the list was made.' }),
    pages: t.expose('pages', { type: 'SafeInt', description: 'The pages of the list.' }),
    read: t.expose('read', { type: 'SafeInt', description: 'Those of state READ.' }),
    stale: t.expose('stale', { type: 'SafeInt', description: 'Those of state STALE.' }),
    unread: t.expose('unread', { type: 'SafeInt', description: 'Those of state UNREAD.' }),
    medianDaysToRead: t.exposeFloat('medianDaysToRead', medianField),
    sections: t.expose('sections', {
      type: [ReachSectionType],
      description: 'The sections of the site, those with most pages first: at most 50, and then "(others)".',
    }),
    bots: t.field({
      type: [ReachCountType],
      description:
        'What each bot read, most first. A page may count for several. Takes longer than the rest.',
      resolve: async ({ readers }) => (await readers()).bots,
    }),
    companies: t.field({
      type: [ReachCountType],
      description: 'What the bots of each company read, most first. A page may count for several.',
      resolve: async ({ readers }) => (await readers()).companies,
    }),
  }),
});

builder.objectFields(ReachType, (t) => ({
  list: t.field({
    type: ReachPageConnectionType,
    extensions: { [PAID_FIELD]: pageLengths() },
    description:
      'The pages in a state, in parts, by path. Each list of a reach but the first costs a unit of the budget "insight". ' +
      'RATE_LIMITED, or INVALID_PARAMETER if first or after is invalid, makes the reach null.',
    args: {
      state: t.arg({ type: ReachStateType, required: true, description: 'The state of the pages.' }),
      search: t.arg.string({
        description:
          'Only pages whose path contains this text, either as it is or percent-decoded. Case matters.',
      }),
      first: t.arg.int({ defaultValue: 100, description: 'The most pages to return, 1 to 1000.' }),
      after: t.arg.string({
        description:
          'A cursor from an earlier part of the list. All other arguments but first, and those of the reach, must be the same.',
      }),
    },
    resolve: async ({ list }, { state, search, first: limit, after: cursor }) =>
      connectionOf(await list({ state, search, limit, cursor }), cursor),
  }),
  unlisted: t.field({
    type: [PageVisitsType],
    description:
      'The pages that bots read most and the list lacks. INVALID_PARAMETER if first is invalid, which makes the reach null.',
    args: {
      first: t.arg.int({ defaultValue: DEFAULT_UNLISTED, description: 'The most pages, 1 to 1000.' }),
    },
    resolve: ({ unlisted }, { first }) => unlisted(first),
  }),
}));

const lengthsOf: ListLengths = () => ({ unlisted: lengthByFirst(DEFAULT_UNLISTED) });

builder.objectField(SiteType, 'reach', (t) =>
  t.field({
    type: ReachType,
    // null without an error, too
    nullable: true,
    extensions: { [PAID_FIELD]: lengthsOf },
    description:
      "What bots read of the list of the site's pages, which the operator makes from its sitemap, and what " +
      'they never read. With botName, company or purpose, only the visits of those bots count. Costs one unit of the budget ' +
      '"insight", and another for each `list` but the first. Null without an error if the site has no list, and null on RATE_LIMITED or INVALID_DATE_RANGE.',
    args: {
      ...dateArguments,
      botName: t.arg.string({ description: 'Only visits of the bot with this name.' }),
      company: t.arg.string({
        description: 'Only visits of the bots of this company, as `companies` counts them.',
      }),
      purpose: t.arg({ type: BotPurposeType, description: 'Only visits of bots of this purpose.' }),
    },
    resolve: ({ id }, { botName: bot, ...rest }, ctx) => reach(ctx, { siteId: id, ...rest, bot }),
  }),
);
