import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { unlistedRobots } from '../../operations/reading/unlisted-robots.ts';
import { unlistedRobotsObject } from '../../wire/unlisted-robots.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, addReadingCommand, showing, textOf } from './read-site.ts';

export function addUnlistedRobotsCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'unlisted-robots', {
    summary: 'show the robots that came to a site and are not in the catalogue',
    example: 'unlisted-robots --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks:
      'Their requests are no events. Each robot is shown by what it calls itself; "(others)" stands for those beyond the first 200 of a day.',
  }).action(
    showing<RangeOptions>(shell, async (ctx, asked) => {
      const found = await unlistedRobots(ctx, asked);
      const value = unlistedRobotsObject(found);
      const rows = value.unlisted_robots.map((robot) => [
        ...[robot.token, String(robot.visits), robot.first_seen_at, robot.last_seen_at],
        textOf(robot.documentation_url),
      ]);
      return {
        value: { period: datesOf(found.range), ...value },
        label: describeDays(found, ctx.nowMs),
        tables: [[['robot', 'visits', 'first seen', 'last seen', 'documentation'], ...rows]],
      };
    }),
  );
}
