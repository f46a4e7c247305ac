import { datesOf } from '../domain/date-range.ts';
import { type Stats, stats } from '../operations/reading/stats.ts';
import { type ListLengths, PAID_FIELD } from '../execution/largest-answer.ts';
import { builder } from './builder.ts';
import { dateArguments } from './date-arguments.ts';
import { SiteType } from './sites.ts';

type Period = ReturnType<typeof datesOf>;
type NameCount = Stats['breakdowns']['bot'][number];

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

const BotCountType = builder.objectRef<NameCount>('BotCount').implement({
  description: 'The visits by one AI bot.',
  fields: (t) => ({
    botName: t.exposeString('name', { description: 'The name of the bot, such as "GPTBot".' }),
    botCompany: t.exposeString('company', {
      description: 'The company that runs the bot, such as "OpenAI".',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of visits.' }),
  }),
});

const ReferralCountType = builder.objectRef<NameCount>('ReferralCount').implement({
  description: 'The referrals from one LLM product.',
  fields: (t) => ({
    source: t.exposeString('name', {
      description: 'The LLM product as a lower-case slug, such as "chatgpt".',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of referrals.' }),
  }),
});

const ConversionCountType = builder.objectRef<NameCount>('ConversionCount').implement({
  description: 'The conversions with one event name.',
  fields: (t) => ({
    eventName: t.exposeString('name', { description: 'The name of the goal.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'The number of conversions.' }),
    value: t.exposeFloat('value', { description: 'The sum of their values; 0 if none was set.' }),
  }),
});

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
      description: 'Bot visits for each bot.',
      resolve: ({ breakdowns }) => breakdowns.bot,
    }),
    referralBreakdown: t.field({
      type: [ReferralCountType],
      description: 'Referrals for each source.',
      resolve: ({ breakdowns }) => breakdowns.referral,
    }),
    conversionBreakdown: t.field({
      type: [ConversionCountType],
      description: 'Conversions for each event name.',
      resolve: ({ breakdowns }) => breakdowns.conversion,
    }),
  }),
});

/** The data decides how long the breakdowns are. */
const noLengths: ListLengths = () => ({});

builder.objectField(SiteType, 'stats', (t) =>
  t.field({
    type: StatsType,
    nullable: true,
    description:
      'Totals and breakdowns for a range of days. Costs one unit of the budget "stats". Null on RATE_LIMITED or ' +
      'INVALID_DATE_RANGE.',
    args: dateArguments,
    extensions: { [PAID_FIELD]: noLengths },
    resolve: ({ id }, { start, end }, ctx) =>
      stats(ctx, { siteId: id, start: start ?? undefined, end: end ?? undefined }),
  }),
);
