import { z } from 'zod';
import { datesOf } from '../domain/date-range.ts';
import type { Stats } from '../operations/reading/stats.ts';
import { RANGE, count, date } from './parts.ts';

export const statsQuery = z.object(RANGE);

/** The body of GET /api/v1/sites/{siteId}/stats. */
export const statsSchema = z
  .object({
    period: z.object({ start: date, end: date }).meta({ description: 'The range, in UTC days, inclusive.' }),
    totals: z
      .object({
        bot_visits: count.meta({ description: 'Visits of AI bots.' }),
        referrals: count.meta({ description: 'Clicks from LLM products.' }),
        conversions: count.meta({ description: 'Goals reached.' }),
      })
      .meta({ description: 'Everything in the range.' }),
    bot_breakdown: z
      .array(z.object({ bot_name: z.string(), bot_company: z.string(), count }).meta({ id: 'BotCount' }))
      .meta({ description: 'Visits by bot, largest first.' }),
    referral_breakdown: z
      .array(z.object({ source: z.string(), count }).meta({ id: 'SourceCount' }))
      .meta({ description: 'Clicks by LLM product, largest first.' }),
    conversion_breakdown: z
      .array(
        z
          .object({
            event_name: z.string(),
            count,
            value: z.number().meta({ description: 'The sum of the values; 0 without any.' }),
          })
          .meta({ id: 'ConversionCount' }),
      )
      .meta({ description: 'Conversions by name, largest first.' }),
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

export function statsObject({ range, totals, breakdowns }: Stats) {
  return {
    period: datesOf(range),
    totals: totalsObject(totals),
    bot_breakdown: breakdowns.bot.map(({ name, company, count }) => ({
      bot_name: name,
      bot_company: company,
      count,
    })),
    referral_breakdown: breakdowns.referral.map(({ name, count }) => ({ source: name, count })),
    conversion_breakdown: breakdowns.conversion.map(({ name, count, value }) => ({
      event_name: name,
      count,
      value,
    })),
  };
}

export function totalsObject({ bot, referral, conversion }: Stats['totals']) {
  return { bot_visits: bot, referrals: referral, conversions: conversion };
}
