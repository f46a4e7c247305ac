import { datesOf } from '../domain/date-range.ts';
import { type Stats, stats } from '../operations/reading/stats.ts';
import { builder } from './builder.ts';
import { dateArguments } from './date-arguments.ts';
import { SiteType } from './sites.ts';

type Period = ReturnType<typeof datesOf>;
type NameCount = Stats['breakdowns']['bot'][number];

const PeriodType = builder.objectRef<Period>('Period').implement({
  description: 'The UTC days an answer covers, both included.',
  fields: (t) => ({
    start: t.expose('start', { type: 'Date', description: 'The first day.' }),
    end: t.expose('end', { type: 'Date', description: 'The last day.' }),
  }),
});

const TotalsType = builder.objectRef<Stats['totals']>('Totals').implement({
  description: 'All events of the period by type.',
  fields: (t) => ({
    botVisits: t.expose('bot', { type: 'SafeInt', description: 'Visits of AI bots.' }),
    referrals: t.expose('referral', { type: 'SafeInt', description: 'Clicks that came from LLM products.' }),
    conversions: t.expose('conversion', { type: 'SafeInt', description: 'Tracked goals reached.' }),
  }),
});

const BotCountType = builder.objectRef<NameCount>('BotCount').implement({
  description: 'The visits of one AI bot.',
  fields: (t) => ({
    botName: t.exposeString('name', { description: 'The bot as its operator writes it, such as "GPTBot".' }),
    botCompany: t.exposeString('company', { description: 'Who operates it, such as "OpenAI".' }),
    count: t.expose('count', { type: 'SafeInt', description: 'Its visits.' }),
  }),
});

const ReferralCountType = builder.objectRef<NameCount>('ReferralCount').implement({
  description: 'The clicks that came from one LLM product.',
  fields: (t) => ({
    source: t.exposeString('name', { description: 'The product as a lower-case slug, such as "chatgpt".' }),
    count: t.expose('count', { type: 'SafeInt', description: 'The clicks.' }),
  }),
});

const ConversionCountType = builder.objectRef<NameCount>('ConversionCount').implement({
  description: 'The conversions of one event name.',
  fields: (t) => ({
    eventName: t.exposeString('name', { description: 'The name that the goal was tracked under.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'How often it was reached.' }),
    value: t.exposeFloat('value', { description: 'The sum of the values set; 0 where none was.' }),
  }),
});

const StatsType = builder.objectRef<Stats>('Stats').implement({
  description:
    'Totals and breakdowns of a site; every breakdown has the largest count first, then goes by name.',
  fields: (t) => ({
    period: t.field({
      type: PeriodType,
      description: 'The days counted.',
      resolve: ({ range }) => datesOf(range),
    }),
    totals: t.expose('totals', { type: TotalsType, description: 'All events by type.' }),
    botBreakdown: t.field({
      type: [BotCountType],
      description: 'Bot visits by bot.',
      resolve: ({ breakdowns }) => breakdowns.bot,
    }),
    referralBreakdown: t.field({
      type: [ReferralCountType],
      description: 'Referrals by source.',
      resolve: ({ breakdowns }) => breakdowns.referral,
    }),
    conversionBreakdown: t.field({
      type: [ConversionCountType],
      description: 'Conversions by event name.',
      resolve: ({ breakdowns }) => breakdowns.conversion,
    }),
  }),
});

builder.objectField(SiteType, 'stats', (t) =>
  t.field({
    type: StatsType,
    nullable: true,
    description:
      'Totals and breakdowns over a range of days. Costs one unit of the budget "stats". Null with RATE_LIMITED or ' +
      'INVALID_DATE_RANGE.',
    args: dateArguments,
    resolve: ({ id }, { start, end }, ctx) =>
      stats(ctx, { siteId: id, start: start ?? undefined, end: end ?? undefined }),
  }),
);
