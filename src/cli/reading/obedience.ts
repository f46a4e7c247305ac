import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { obedience } from '../../operations/reading/obedience.ts';
import { obedienceObject } from '../../wire/obedience.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, addReadingCommand, showing, textOf } from './read-site.ts';

export function addObedienceCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'obedience', {
    summary: 'show whether bots did what the robots.txt of a site asked for',
    example: 'obedience --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks:
      'A visit is against the rules if every version of robots.txt that the bot may have relied on forbids it. A server checks visits within a minute; those after "judged until" are not counted.',
  }).action(
    showing<RangeOptions>(shell, async (ctx, asked) => {
      const found = await obedience(ctx, asked);
      const value = await obedienceObject(found);
      const sums = Object.entries({
        'judged until': value.judged_until,
        visits: value.visits,
        allowed: value.allowed,
        against: value.against,
        unknown: value.unknown,
      });
      return {
        value: { period: datesOf(found.range), ...value },
        label: describeDays(found, ctx.nowMs),
        tables: [
          sums.map(([name, fact]) => [name, textOf(fact)]),
          [
            ['bot', 'company', 'visits', 'allowed', 'against', 'unknown', 'last read', 'version'],
            ...value.bots.map((bot) => [
              ...[bot.bot_name, bot.bot_company],
              ...[bot.visits, bot.allowed, bot.against, bot.unknown].map(String),
              ...[textOf(bot.last_read_at), textOf(bot.last_read_version)],
            ]),
          ],
          [
            ['rule', 'group', 'line', 'version', 'visits', 'bots'],
            ...value.rules.map(({ rule, group, line, version, visits, bots }) => [
              ...[rule, group, String(line), String(version), String(visits), bots.join(', ')],
            ]),
          ],
        ],
      };
    }),
  );
}
