import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../context.ts';
import { fillBuckets } from '../domain/series.ts';
import type { ListLengths } from '../execution/largest-answer.ts';
import {
  type BotNeeds,
  type BotProfile,
  type BucketsRequest,
  DEFAULT_PAGES,
  type PagesRequest,
  bot,
} from '../operations/reading/bot.ts';
import { countPoints } from '../operations/reading/timeseries.ts';
import type { RangeRequest } from '../operations/rules.ts';
import { builder, paid } from './builder.ts';
import { lengthByFirst } from './connections.ts';
import { BotPurposeType, StatusCountType, VerificationType } from './insight-types.ts';
import { BotObedienceType } from './obedience.ts';
import { PageCountType, inSitemap } from './pages.ts';
import { dateArguments } from './report-arguments.ts';
import { argumentValues, fieldsBelow } from './selects.ts';
import { SignatureCountsType, SignerCountType } from './signatures.ts';
import { SiteType } from './sites.ts';
import { GranularityType, MAX_POINTS, TimeseriesPointType } from './timeseries.ts';

const BotProfileType = builder.objectRef<BotProfile>('BotProfile').implement({
  description:
    'What one bot did on a site in a range of days. Of a bot that never came to the site, on any day, counts are 0, the ' +
    'list of pages is empty, and everything that can be null is null, also what the catalogue knows of it.',
  fields: (t) => ({
    botName: t.exposeString('name', { description: 'The name as it was asked for.' }),
    botCompany: t.exposeString('company', {
      nullable: true,
      description:
        'The company that runs the bot; for a bot that the catalogue does not have, as its last visit was recorded.',
    }),
    purpose: t.expose('purpose', {
      type: BotPurposeType,
      description: 'Why the bot fetches pages; OTHER for one that the catalogue does not have.',
    }),
    documentationUrl: t.exposeString('documentation', {
      nullable: true,
      description:
        'A page about the bot, of its operator if there is one; null for one that the catalogue does not have.',
    }),
    robotsTxt: t.exposeString('robotsToken', {
      nullable: true,
      description:
        'The token for robots.txt that the operator documents; null if it documents none that is known.',
    }),
    visits: t.expose('visits', { type: 'SafeInt', description: 'The visits in the range.' }),
    failed: t.expose('failed', { type: 'SafeInt', description: 'Those with a status from 400.' }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'The bytes sent to the bot, at most 2^53-1; null if no visit was recorded with its bytes.',
    }),
    verification: t.expose('verification', {
      type: VerificationType,
      description: 'Whether the visits are shown to be of the operator.',
    }),
    statuses: t.field({
      type: [StatusCountType],
      description: 'The visits by status, the largest count first, then by status.',
      resolve: ({ statuses }) => statuses,
    }),
    firstSeenAt: t.expose('firstSeenMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the bot first visited the site, in the range or before; null if it never came.',
    }),
    lastSeenAt: t.expose('lastSeenMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last visited the site, in the range or after; null if it never came.',
    }),
  }),
});

builder.objectFields(BotProfileType, (t) => ({
  signers: t.field({
    type: [SignerCountType],
    description:
      'Those who signed visits in the range, by most visits, then by host: at most 100. Another than the operator is no ' +
      'proof of the bot.',
    resolve: ({ signers }) => signers,
  }),
  signatures: t.expose('signatures', {
    type: SignatureCountsType,
    description: 'The visits in the range that carry a signature, by what became of it.',
  }),
  obedience: t.expose('obedience', {
    type: BotObedienceType,
    nullable: true,
    description: 'Whether it did what robots.txt asked for; null without visits that were checked.',
  }),
  pages: t.field({
    type: [PageCountType],
    description:
      'The pages that the bot visited most; those visited equally often by path. INVALID_PARAMETER if first is ' +
      'invalid, which makes the bot null.',
    args: {
      first: t.arg.int({ defaultValue: DEFAULT_PAGES, description: 'The most pages, 1 to 1000.' }),
    },
    resolve: ({ pages, sitemapStates }, { first }) => inSitemap(pages({ limit: first }), sitemapStates),
  }),
  timeseries: t.field({
    type: [TimeseriesPointType],
    description:
      "The bot's visits by day or hour, oldest first, without gaps. PLAN_REQUIRED, or INVALID_PARAMETER if the " +
      `range has more than ${MAX_POINTS} points, make the bot null.`,
    args: {
      granularity: t.arg({
        type: GranularityType,
        defaultValue: 'day',
        description: 'The length of each bucket; null means DAY.',
      }),
    },
    resolve: ({ range, buckets }, args) => {
      const { granularity, counted } = buckets({ ...args, maxPoints: MAX_POINTS });
      return fillBuckets([range], granularity, counted).map((bucket) => ({ ...bucket, granularity }));
    },
  }),
}));

/** The lists of a profile; the operation refuses other lengths. */
const lengthsOf: ListLengths = ({ start, end }, ctx) => {
  const dates = { start, end } as Pick<RangeRequest, 'start' | 'end'>;
  // a range that is refused is refused before anything below it is counted
  const days = countPoints(ctx as RequestContext, dates, 'day');
  return {
    pages: lengthByFirst(DEFAULT_PAGES),
    timeseries: ({ granularity }) => {
      const points = granularity === 'hour' ? 24 * days : days;
      return points > MAX_POINTS ? 1 : points;
    },
  };
};

function needsOf(info: GraphQLResolveInfo): BotNeeds {
  const selected = fieldsBelow(info);
  const fieldsOf = (name: keyof BotProfile | 'firstSeenAt' | 'timeseries') =>
    selected.filter((field) => field.name.value === name);
  const argumentsOf = (name: 'pages' | 'timeseries') =>
    fieldsOf(name).map((field) => argumentValues(info, BotProfileType.name, field));
  return {
    firstSeen: fieldsOf('firstSeenAt').length > 0,
    statuses: fieldsOf('statuses').length > 0,
    signatures: [...fieldsOf('signers'), ...fieldsOf('signatures')].length > 0,
    obedience: fieldsOf('obedience').length > 0,
    pages: argumentsOf('pages').map(({ first }) => ({ limit: first as PagesRequest['limit'] })),
    buckets: argumentsOf('timeseries').map(({ granularity }) => {
      return { granularity: granularity as BucketsRequest['granularity'], maxPoints: MAX_POINTS };
    }),
  };
}

builder.objectField(SiteType, 'bot', (t) =>
  t.field({
    type: BotProfileType,
    ...paid(lengthsOf),
    description:
      'What one bot did in a range of days. Costs one unit of the budget "insight". Null on RATE_LIMITED or ' +
      'INVALID_DATE_RANGE; on PLAN_REQUIRED, if hours are selected on the Free plan; and on INVALID_PARAMETER, if first ' +
      `is invalid or the range has more than ${MAX_POINTS} points.`,
    args: {
      name: t.arg.string({
        required: true,
        description: 'The name of the bot as botBreakdown has it, such as "GPTBot"; case matters.',
      }),
      ...dateArguments,
    },
    resolve: ({ id }, args, ctx, info) => bot(ctx, { siteId: id, ...args, needs: needsOf(info) }),
  }),
);
