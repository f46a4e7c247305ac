import { companyOfSource, nameOfSource } from '../catalogue/find-product.ts';
import { datesOf } from '../domain/date-range.ts';
import type { TotalsComparison } from '../operations/reading/compare-totals.ts';
import {
  type BotCount,
  type ConversionCount,
  type ReferralCount,
  type Stats,
  stats,
} from '../operations/reading/stats.ts';
import { DATA_DECIDES } from '../execution/largest-answer.ts';
import { builder, paid } from './builder.ts';
import { comparisonArguments, dateArguments } from './report-arguments.ts';
import { BotPurposeType, PurposeCountType, StatusCountType, VerificationType } from './insight-types.ts';
import { selectsAny } from './selects.ts';
import { SiteType } from './sites.ts';
import { SOURCE_NAME } from './source-name.ts';

type Period = ReturnType<typeof datesOf>;

const PeriodType = builder.objectRef<Period>('Period').implement({
  description: 'The UTC days covered, both inclusive.',
  fields: (t) => ({
    start: t.expose('start', { type: 'Date', description: 'The first day.' }),
    end: t.expose('end', { type: 'Date', description: 'The last day.' }),
  }),
});

const TotalsType = builder.objectRef<Stats['totals']>('Totals').implement({
  description: 'The number of events of each type in the period.',
  fields: (t) => ({
    botVisits: t.expose('bot', { type: 'SafeInt', description: 'Visits by AI bots.' }),
    referrals: t.expose('referral', { type: 'SafeInt', description: 'Visits from links in LLM products.' }),
    conversions: t.expose('conversion', { type: 'SafeInt', description: 'Conversions.' }),
  }),
});

const FAILED = 'Visits that were answered with a status from 400.';
const BYTES = {
  type: 'SafeInt',
  nullable: true,
  description:
    'The sum of the sizes of the responses, as far as they were recorded, at most 2^53-1; null if none was.',
} as const;

const BotCountType = builder.objectRef<BotCount>('BotCount').implement({
  description:
    'The visits by one AI bot. With compare, those on the full days of the range alone: today is left out on both sides.',
  fields: (t) => ({
    botName: t.exposeString('name', { description: 'The name of the bot, such as "GPTBot".' }),
    botCompany: t.exposeString('company', {
      description: 'The company that runs the bot, such as "OpenAI".',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of visits.' }),
    purpose: t.expose('purpose', {
      type: BotPurposeType,
      description: 'Why the bot fetches pages, according to the catalogue of today.',
    }),
    verification: t.expose('verification', {
      type: VerificationType,
      description: 'Whether the visits came from addresses of the operator.',
    }),
    bytes: t.expose('bytes', BYTES),
    failed: t.expose('failed', { type: 'SafeInt', description: FAILED }),
    previousCount: t.expose('previousCount', {
      type: 'SafeInt',
      nullable: true,
      description: 'The number of visits on the corresponding days before; null without compare.',
    }),
  }),
});

const ReferralCountType = builder.objectRef<ReferralCount>('ReferralCount').implement({
  description: 'The referrals from one LLM product.',
  fields: (t) => ({
    source: t.exposeString('source', {
      description: 'The LLM product as a lower-case slug, such as "chatgpt".',
    }),
    name: t.string({
      description: SOURCE_NAME,
      resolve: ({ source }, _, { catalogue }) => nameOfSource(catalogue, source),
    }),
    company: t.string({
      description:
        'The company whose product it is, such as "OpenAI", according to the catalogue of today; the source if the ' +
        'catalogue does not have it.',
      resolve: ({ source }, _, { catalogue }) => companyOfSource(catalogue, source),
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of referrals.' }),
    conversions: t.expose('conversions', {
      type: 'SafeInt',
      description: 'The number of conversions of visitors that it sent.',
    }),
    value: t.exposeFloat('value', { description: 'The sum of their values; 0 if none was set.' }),
  }),
});

const ConversionCountType = builder.objectRef<ConversionCount>('ConversionCount').implement({
  description: 'The conversions with one event name.',
  fields: (t) => ({
    eventName: t.exposeString('name', { description: 'The name of the goal.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of conversions.' }),
    value: t.exposeFloat('value', { description: 'The sum of their values; 0 if none was set.' }),
  }),
});

const TotalsComparisonType = builder.objectRef<TotalsComparison>('TotalsComparison').implement({
  description:
    'The totals of a range beside those of an earlier period. If the range does not end before today, both sides end ' +
    'with the last full hour, or are empty if there is none.',
  fields: (t) => ({
    until: t.expose('untilMs', {
      type: 'DateTime',
      description: 'The end of what is compared, exclusive. The earlier side ends as far into its period.',
    }),
    totals: t.expose('totals', { type: TotalsType, description: 'The events of the range up to until.' }),
    previousPeriod: t.field({
      type: PeriodType,
      description: 'The days of the earlier period.',
      resolve: ({ previousPeriod }) => datesOf(previousPeriod),
    }),
    previousTotals: t.expose('previousTotals', {
      type: TotalsType,
      description: 'The events of the earlier period, as far into it.',
    }),
  }),
});

const BOT_BREAKDOWN =
  'Bot visits for each bot. With compare, those on the full days of the range alone, the days before today, which need ' +
  'not add up to totals; a bot that came only on the days before is listed with a count of 0. REST has them as ' +
  'compared_bot_breakdown, beside those of all days.';

const StatsType = builder.objectRef<Stats>('Stats').implement({
  description:
    'Totals and breakdowns of a site. Breakdowns are sorted by count, largest first, then by name.',
  fields: (t) => ({
    period: t.field({
      type: PeriodType,
      description: 'The days covered.',
      resolve: ({ range }) => datesOf(range),
    }),
    totals: t.expose('totals', { type: TotalsType, description: 'The number of events of each type.' }),
    botBreakdown: t.field({
      type: [BotCountType],
      description: BOT_BREAKDOWN,
      resolve: ({ comparedBots, bots }) => comparedBots() ?? bots(),
    }),
    referralBreakdown: t.field({
      type: [ReferralCountType],
      description:
        'Referrals for each source, and what they led to. A source with conversions alone is listed with a count of 0.',
      resolve: ({ sources }) => sources(),
    }),
    conversionBreakdown: t.field({
      type: [ConversionCountType],
      description: 'Conversions for each event name.',
      resolve: ({ breakdowns }) => breakdowns.conversion,
    }),
    comparison: t.expose('comparison', {
      type: TotalsComparisonType,
      nullable: true,
      description: 'The totals beside those of the earlier period; null without compare.',
    }),
    purposes: t.field({
      type: [PurposeCountType],
      description: 'Bot visits for each purpose that a bot of the period has.',
      resolve: ({ purposes }) => purposes(),
    }),
    verification: t.field({
      type: VerificationType,
      description: 'Whether the bot visits came from addresses of their operators.',
      resolve: ({ facts }) => facts().verification,
    }),
    statuses: t.field({
      type: [StatusCountType],
      description:
        'Bot visits for each HTTP status, most visits first, then by status; those recorded without one last of these.',
      resolve: ({ statuses }) => statuses ?? [],
    }),
    failed: t.field({ type: 'SafeInt', description: FAILED, resolve: ({ facts }) => facts().failed }),
    bytes: t.field({ ...BYTES, resolve: ({ facts }) => facts().bytes }),
  }),
});

/** The fields of Stats and BotCount that hold `BotFacts`. */
const FACTS: ReadonlySet<string> = new Set(['verification', 'failed', 'bytes']);
const STATUSES: ReadonlySet<string> = new Set(['statuses']);

builder.objectField(SiteType, 'stats', (t) =>
  t.field({
    type: StatsType,
    ...paid(DATA_DECIDES),
    description:
      'Totals and breakdowns for a range of days. Costs one unit of the budget "stats", with compare two. Null on ' +
      'RATE_LIMITED or INVALID_DATE_RANGE.',
    args: { ...dateArguments, ...comparisonArguments },
    resolve: ({ id }, args, ctx, info) =>
      stats(ctx, {
        siteId: id,
        ...args,
        needs: { facts: selectsAny(info, FACTS), statuses: selectsAny(info, STATUSES) },
      }),
  }),
);
