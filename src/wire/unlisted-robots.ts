import * as z from 'zod';
import { formatInstant } from '../domain/time.ts';
import type { UnlistedRobots } from '../operations/reading/unlisted-robots.ts';
import { RANGE, count, instant } from './parts.ts';

export const unlistedRobotsQuery = z.object(RANGE);

/** The body of GET /api/v1/sites/{siteId}/unlisted-robots. */
export const unlistedRobotsSchema = z
  .object({
    unlisted_robots: z
      .array(
        z.object({
          token: z.string().meta({
            description:
              'What the robot calls itself; "(others)" stands for those beyond the first 200 of a day.',
          }),
          visits: count,
          first_seen_at: instant.meta({ description: 'On any day.' }),
          last_seen_at: instant,
          documentation_url: z
            .string()
            .nullable()
            .meta({ description: 'A page about it; null if none is known.' }),
        }),
      )
      .meta({ description: 'Those of most visits first, at most 1,000, and then "(others)".' }),
  })
  .meta({
    id: 'UnlistedRobots',
    example: {
      unlisted_robots: [
        {
          token: 'bingbot',
          visits: 31,
          first_seen_at: '2026-01-22T14:56:01.003Z',
          last_seen_at: '2026-03-15T12:34:56.789Z',
          documentation_url: 'http://www.bing.com/bingbot.htm',
        },
      ],
    },
  });

export function unlistedRobotsObject({ robots }: UnlistedRobots): z.input<typeof unlistedRobotsSchema> {
  return {
    unlisted_robots: robots.map(({ token, visits, firstSeenMs, lastSeenMs, documentation }) => ({
      ...{ token, visits },
      first_seen_at: formatInstant(firstSeenMs),
      last_seen_at: formatInstant(lastSeenMs),
      documentation_url: documentation,
    })),
  };
}
