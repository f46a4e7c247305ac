import { z } from 'zod';
import { RANGE, count } from '../http/schema-parts.ts';

const granularity = z.enum(['day', 'hour']);

export const timeseriesQuery = z.object({
  ...RANGE,
  granularity: granularity.optional().meta({
    description: 'The length of each bucket; `hour` needs the Pro plan.',
    default: 'day',
    example: 'day',
  }),
});

const counts = {
  bot_visits: count.meta({ description: 'Visits of AI bots.' }),
  referrals: count.meta({ description: 'Clicks from LLM products.' }),
  conversions: count.meta({ description: 'Goals reached.' }),
};

export const dailyPoint = z
  .object({ date: z.iso.date().meta({ description: 'A UTC day.' }), ...counts })
  .meta({ id: 'DailyPoint' });

export const hourlyPoint = z
  .object({
    datetime: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:00$/)
      .meta({ description: 'The beginning of a UTC hour.' }),
    ...counts,
  })
  .meta({ id: 'HourlyPoint' });

const daily = z
  .object({
    granularity: z.literal('day'),
    data: z.array(dailyPoint).meta({ description: 'A point for each day or hour of the range, in order.' }),
  })
  .meta({ id: 'DailyTimeseries' });

const hourly = z
  .object({
    granularity: z.literal('hour'),
    data: z.array(hourlyPoint).meta({ description: 'A point for each day or hour of the range, in order.' }),
  })
  .meta({ id: 'HourlyTimeseries' });

/** The body of GET /api/v1/sites/{siteId}/timeseries. */
export const timeseriesSchema = z.discriminatedUnion('granularity', [daily, hourly]).meta({
  id: 'Timeseries',
  example: {
    granularity: 'day',
    data: [{ date: '2026-03-15', bot_visits: 120, referrals: 14, conversions: 0 }],
  },
});
