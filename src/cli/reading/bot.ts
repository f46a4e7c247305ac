import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { GRANULARITIES, type Granularity } from '../../domain/granularity.ts';
import { bot } from '../../operations/reading/bot.ts';
import { botObject } from '../../wire/bot.ts';
import { wordOption } from '../arguments.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import {
  MAX_ROWS,
  type RangeOptions,
  type TableRows,
  addReadingCommand,
  showing,
  textOf,
} from './read-site.ts';

type BotOptions = RangeOptions & { readonly granularity?: Granularity; readonly limit?: string };

export function addBotCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'bot', {
    summary: 'show what one bot did on a site: its visits, statuses and most visited pages',
    example: 'bot GPTBot --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks: `The first and the last visit are those of all time. There are at most ${MAX_ROWS} days or hours.`,
  })
    .argument('<name>', 'the name of the bot, as "stats" shows it')
    .addOption(wordOption('--granularity <unit>', 'the length of each bucket (default: day)', GRANULARITIES))
    .option('--limit <number>', 'the most pages, 1 to 1000 (default: 10)')
    .action((name: string, options: BotOptions) =>
      showing<BotOptions>(shell, async (ctx, asked) => {
        const profile = await bot(ctx, { ...asked, name });
        const value = await botObject(profile, { ...asked, maxPoints: MAX_ROWS });
        return {
          value: { period: datesOf(profile.range), ...value },
          label: describeDays(profile, ctx.nowMs),
          tables: tablesOf(value, asked.granularity),
          remark:
            profile.lastSeenMs === null
              ? `${name} never came; "stats" shows the names of the bots that did`
              : undefined,
        };
      })(options),
    );
}

function tablesOf(value: Awaited<ReturnType<typeof botObject>>, granularity: Granularity = 'day') {
  const { verified, outside, no_list: noList, unknown } = value.verification;
  const facts = {
    bot: value.bot_name,
    company: value.bot_company,
    purpose: value.purpose,
    documentation: value.documentation_url,
    'robots.txt': value.robots_txt,
    'first visit': value.first_seen_at,
    'last visit': value.last_seen_at,
    visits: value.visits,
    failed: value.failed,
    bytes: value.bytes,
    ...{ verified, outside, 'no list': noList, unknown },
  };
  const tables: readonly TableRows[] = [
    Object.entries(facts).map(([name, fact]) => [name, textOf(fact)]),
    [['status', 'visits'], ...value.statuses.map(({ status, count }) => [textOf(status), String(count)])],
    [
      ['page', 'visits', 'failed', 'bytes'],
      ...value.pages.map(({ page_path: path, bot_visits: visits, failed, bytes }) => {
        return [path, String(visits), String(failed), textOf(bytes)];
      }),
    ],
    [
      [granularity, 'visits'],
      ...value.timeseries.map((point) => {
        return ['date' in point ? point.date : point.datetime, String(point.bot_visits)];
      }),
    ],
  ];
  return tables;
}
