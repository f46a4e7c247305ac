import { counted } from '../domain/counted.ts';
import * as z from 'zod';
import { stats } from '../operations/reading/stats.ts';
import { count } from '../wire/parts.ts';
import { plainStatsObject, plainStatsSchema, referralObject, sourceCount } from '../wire/stats.ts';
import { DAYS, MAX_ITEMS, SITE } from './arguments.ts';
import { defineReport, listed } from './report.ts';

export const statsTool = defineReport({
  name: 'stats',
  title: 'Totals and breakdowns',
  description:
    'Totals of bot visits, referrals and conversions of a site over days, and each by name, largest first: visits by bot ' +
    'and its company, clicks by LLM product and what they led to (conversions of its visitors, with the sum of the ' +
    'values; a product with conversions alone has a count of 0), conversions by name with the sum of their values. At ' +
    `most ${MAX_ITEMS} names of each. Costs one unit of the budget "stats", and one of "insight" for the coverage.`,
  input: z.strictObject({ ...SITE, ...DAYS }),
  output: {
    ...plainStatsSchema.omit({ period: true }).shape,
    referral_breakdown: z.array(sourceCount.required()),
    left_out: z
      .object({ bot_breakdown: count, referral_breakdown: count, conversion_breakdown: count })
      .meta({ description: 'Names with smaller counts that are not listed; the totals count them.' }),
  },
  async read(ctx, { site_id: siteId, start, end }) {
    const found = await stats(ctx, { siteId, start, end });
    const { totals, ...breakdowns } = plainStatsObject(found);
    const bots = listed(breakdowns.bot_breakdown, MAX_ITEMS);
    const referrals = listed(found.sources().map(referralObject), MAX_ITEMS);
    const conversions = listed(breakdowns.conversion_breakdown, MAX_ITEMS);
    const value = {
      totals,
      bot_breakdown: bots.items,
      referral_breakdown: referrals.items,
      conversion_breakdown: conversions.items,
      left_out: {
        bot_breakdown: bots.leftOut,
        referral_breakdown: referrals.leftOut,
        conversion_breakdown: conversions.leftOut,
      },
    };
    return { range: found.range, value, numbers: describeTotals(totals) };
  },
});

/** The totals in words. */
export function describeTotals(totals: z.output<typeof plainStatsSchema>['totals']): string {
  const { bot_visits: visits, referrals, conversions } = totals;
  const counts = [counted(visits, 'bot visit'), counted(referrals, 'referral')];
  return [...counts, counted(conversions, 'conversion')].join(', ');
}
