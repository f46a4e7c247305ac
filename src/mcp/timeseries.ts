import * as z from 'zod';
import { type Bucket, GRANULARITIES } from '../domain/granularity.ts';
import { fillBuckets } from '../domain/series.ts';
import { readAll, timeseries } from '../operations/reading/timeseries.ts';
import { pointObject, pointSchema } from '../wire/timeseries.ts';
import { DAYS, SITE, text } from './arguments.ts';
import { defineReport } from './report.ts';
import { describeTotals } from './stats.ts';

/** A year of days, or two weeks of hours. */
const MAX_POINTS = 366;

export const timeseriesTool = defineReport({
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
      description: 'The length of a bucket. Hours need the plan pro or self-hosted.',
      enum: GRANULARITIES,
      default: 'day',
    }).optional(),
  }),
  output: {
    granularity: z.enum(GRANULARITIES),
    data: z.array(pointSchema).meta({ description: 'One point per bucket.' }),
  },
  async read(ctx, { site_id: siteId, ...rest }) {
    const { granularity, range, pages } = await timeseries(ctx, { siteId, ...rest, maxPoints: MAX_POINTS });
    const counted = await readAll(pages);
    const data = fillBuckets([range], granularity, counted).map((bucket) => pointObject(granularity, bucket));
    return { range, value: { granularity, data }, numbers: describeTotals(totalsOf(counted)) };
  },
});

function totalsOf(counted: readonly Bucket[]) {
  const sum = (name: 'botVisits' | 'referrals' | 'conversions') =>
    counted.reduce((total, bucket) => total + bucket[name], 0);
  return { bot_visits: sum('botVisits'), referrals: sum('referrals'), conversions: sum('conversions') };
}
