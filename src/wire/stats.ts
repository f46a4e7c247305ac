import * as z from 'zod';
import { datesOf } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { BotCount, ReferralCount, Stats } from '../operations/reading/stats.ts';
import {
  COMPARE,
  DETAIL,
  RANGE,
  count,
  facts,
  factsObject,
  instant,
  period,
  purpose,
  purposeCounts,
  statusCounts,
  totals,
  totalsObject,
} from './parts.ts';

export const statsQuery = z.object({
  ...RANGE,
  ...COMPARE,
  detail: DETAIL.detail.meta({
    description:
      'true: also what is known of bot visits, of all and in each item of the breakdown, and what the visitors of each LLM product led to.',
  }),
});

/** With detail. */
const botDetail = z.object({ purpose, ...facts }).partial().shape;

const value = z.number().meta({ description: 'The sum of the values; 0 without any.' });

/** With detail. */
const brought = z
  .object({
    conversions: count.meta({ description: 'Conversions of visitors that it sent, in the range.' }),
    value,
  })
  .partial().shape;

const botCount = z.object({ bot_name: z.string(), bot_company: z.string(), count, ...botDetail });

export const sourceCount = z.object({ source: z.string(), count, ...brought });

/** What every answer has. */
const plain = {
  period,
  totals: totals.meta({ description: 'Everything in the range.' }),
  bot_breakdown: z
    .array(botCount.meta({ id: 'BotCount' }))
    .meta({ description: 'Visits by bot, largest first.' }),
  referral_breakdown: z
    .array(sourceCount.meta({ id: 'SourceCount' }))
    .meta({ description: 'Clicks by LLM product, largest first.' }),
  conversion_breakdown: z
    .array(
      z
        .object({
          event_name: z.string(),
          count,
          value,
        })
        .meta({ id: 'ConversionCount' }),
    )
    .meta({ description: 'Conversions by name, largest first.' }),
};

const comparison = z
  .object({ until: instant, totals, previous_period: period, previous_totals: totals })
  .meta({
    description:
      'With compare: the totals up to the last full hour, and those of the earlier period as far into it.',
  });

/** The body of GET /api/v1/sites/{siteId}/stats. */
export const statsSchema = z
  .object({
    ...plain,
    comparison: comparison.optional(),
    compared_bot_breakdown: z
      .array(botCount.extend({ previous_count: count }))
      .optional()
      .meta({
        description:
          'With compare: visits by bot on the full days of the period, those before today, beside the corresponding days ' +
          'before; also bots that came only then, with a count of 0. bot_breakdown has all days of the period.',
      }),
    ...z.object({ purposes: purposeCounts, statuses: statusCounts, ...facts }).partial().shape,
  })
  .meta({
    id: 'Stats',
    example: {
      period: { start: '2026-03-08', end: '2026-03-15' },
      totals: { bot_visits: 120, referrals: 14, conversions: 3 },
      bot_breakdown: [{ bot_name: 'GPTBot', bot_company: 'OpenAI', count: 120 }],
      referral_breakdown: [{ source: 'chatgpt', count: 14 }],
      conversion_breakdown: [{ event_name: 'purchase', count: 3, value: 149.7 }],
    },
  });

/** The same without what compare and detail add. */
export const plainStatsSchema = z.object({
  ...plain,
  bot_breakdown: z.array(botCount.pick({ bot_name: true, bot_company: true, count: true })),
  referral_breakdown: z.array(sourceCount.pick({ source: true, count: true })),
});

export function plainStatsObject({ range, totals, breakdowns }: Stats) {
  return {
    period: datesOf(range),
    totals: totalsObject(totals),
    bot_breakdown: breakdowns.bot.map(({ name, company, count }) => {
      return { bot_name: name, bot_company: company, count };
    }),
    referral_breakdown: breakdowns.referral.map(({ source, count }) => ({ source, count })),
    conversion_breakdown: breakdowns.conversion.map(({ name, count, value }) => {
      return { event_name: name, count, value };
    }),
  };
}

export function statsObject(stats: Stats): z.input<typeof statsSchema> {
  const { isDetailed, comparison, comparedBots, purposes, statuses } = stats;
  const object = plainStatsObject(stats);
  const botObject = (bot: BotCount) => {
    const { name, company, count, purpose } = bot;
    const known = isDetailed ? { purpose, ...factsObject(bot) } : {};
    return { bot_name: name, bot_company: company, count, ...known };
  };
  return {
    ...object,
    ...(isDetailed && {
      bot_breakdown: stats.bots().map(botObject),
      referral_breakdown: stats.breakdowns.referral.map(referralObject),
    }),
    ...(comparison && {
      comparison: comparisonObject(comparison),
      compared_bot_breakdown: comparedBots()?.map((bot) => {
        return { ...botObject(bot), previous_count: bot.previousCount ?? 0 };
      }),
    }),
    ...(isDetailed && {
      purposes: [...purposes()],
      statuses: [...(statuses ?? [])],
      ...factsObject(stats.facts()),
    }),
  };
}

/** What a product sent, and what that led to. */
export function referralObject({ source, count, conversions, value }: ReferralCount) {
  return { source, count, conversions, value };
}

function comparisonObject({
  untilMs,
  totals,
  previousPeriod,
  previousTotals,
}: NonNullable<Stats['comparison']>) {
  return {
    until: formatInstant(untilMs),
    totals: totalsObject(totals),
    previous_period: datesOf(previousPeriod),
    previous_totals: totalsObject(previousTotals),
  };
}
