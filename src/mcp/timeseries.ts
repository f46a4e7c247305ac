import { z } from 'zod';
import { type Bucket, GRANULARITIES } from '../domain/granularity.ts';
import { fillBuckets } from '../domain/series.ts';
import { type Timeseries, timeseries } from '../operations/reading/timeseries.ts';
import { dailyPoint, hourlyPoint, pointObject } from '../wire/timeseries.ts';
import { DAYS, SITE, text } from './arguments.ts';
import { HEADING, headingOf, summarize } from './report.ts';
import { describeTotals } from './stats.ts';
import { defineTool } from './tool.ts';

/** A year of days, or two weeks of hours. */
const MAX_POINTS = 366;

export const timeseriesTool = defineTool({
  name: 'timeseries',
  title: 'Counts over time',
  description:
    'Bot visits, referrals and conversions of a site by UTC day or hour, oldest first, with a point for every bucket, ' +
    `even an empty one. At most ${MAX_POINTS} points. The last bucket may not be over: see complete_until. Costs one ` +
    'unit of the budget "timeseries", and one of "insight" for the coverage.',
  input: z.strictObject({
    ...SITE,
    ...DAYS,
    granularity: text({
      description: 'The length of a bucket. Hours need the plan pro.',
      enum: GRANULARITIES,
      default: 'day',
    }).optional(),
  }),
  output: z.object({
    ...HEADING,
    granularity: z.enum(GRANULARITIES),
    data: z.array(z.union([dailyPoint, hourlyPoint])).meta({ description: 'One point per bucket.' }),
  }),
  async answer(ctx, { site_id: siteId, start, end, granularity: given }) {
    const asked = { siteId, start, end, granularity: given, maxPoints: MAX_POINTS };
    const { granularity, range, pages } = await timeseries(ctx, asked);
    const counted = await readAll(pages);
    const heading = await headingOf(ctx, siteId, range);
    const points = fillBuckets([range], granularity, counted);
    const value = { ...heading, granularity, data: points.map((point) => pointObject(granularity, point)) };
    return { value, summary: summarize(heading, describeTotals(totalsOf(counted))) };
  },
});

async function readAll(pages: Timeseries['pages']): Promise<readonly Bucket[]> {
  const counted: Bucket[] = [];
  for await (const page of pages) counted.push(...page);
  return counted;
}

function totalsOf(counted: readonly Bucket[]) {
  const sum = (name: 'botVisits' | 'referrals' | 'conversions') =>
    counted.reduce((total, bucket) => total + bucket[name], 0);
  return { bot_visits: sum('botVisits'), referrals: sum('referrals'), conversions: sum('conversions') };
}
