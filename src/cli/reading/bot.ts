import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { GRANULARITIES, type Granularity } from '../../domain/granularity.ts';
import { fillBuckets } from '../../domain/series.ts';
import {
  type BotProfile,
  type BucketsRequest,
  type PagesRequest,
  bot,
} from '../../operations/reading/bot.ts';
import { botChunks, botHeadObject } from '../../wire/bot.ts';
import { wordOption } from '../arguments.ts';
import { CommandFailure } from '../failures.ts';
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
import { bucketLabel, stream } from './timeseries.ts';
import { botsOfAllTime, neverCame } from './unknown-bot.ts';

type BotOptions = RangeOptions & { readonly granularity?: Granularity; readonly limit?: string };

export function addBotCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'bot', {
    summary: 'show what one bot did on a site: its visits, statuses and most visited pages',
    example: 'bot GPTBot --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks: `Fails if no bot of that name ever came. The first and the last visit are those of all time. A table has at most ${MAX_ROWS} days or hours.`,
  })
    .argument('<name>', 'the name of the bot, as "stats" shows it')
    .addOption(wordOption('--granularity <unit>', 'the length of each bucket (default: day)', GRANULARITIES))
    .option('--limit <number>', 'the most pages, 1 to 1000 (default: 10)')
    .action((name: string, options: BotOptions) =>
      showing<BotOptions>(shell, async (ctx, asked) => {
        const isJson = asked.json === true;
        const parts = { ...asked, ...(!isJson && { maxPoints: MAX_ROWS }) };
        const profile = await bot(ctx, { ...parts, name });
        if (profile.lastSeenMs === null)
          throw new CommandFailure(neverCame(name, await botsOfAllTime(ctx, asked.siteId)));
        if (isJson) return stream(shell, botChunks(profile, parts, { period: datesOf(profile.range) }));
        return {
          value: undefined,
          label: describeDays(profile, ctx.nowMs),
          tables: await tablesOf(profile, parts),
        };
      })(options),
    );
}

async function tablesOf(
  profile: BotProfile,
  parts: PagesRequest & BucketsRequest,
): Promise<readonly TableRows[]> {
  const { granularity, counted } = profile.buckets(parts);
  const value = await botHeadObject(profile, parts);
  const { signed, verified, outside, no_list: noList, unknown } = value.verification;
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
    ...{ signed, verified, outside, 'no list': noList, unknown },
    'against robots.txt': value.obedience?.against ?? null,
    'signed by': value.signers.length === 0 ? null : value.signers.map(({ host }) => host).join(', '),
  };
  return [
    Object.entries(facts).map(([name, fact]) => [name, textOf(fact)]),
    [['status', 'visits'], ...value.statuses.map(({ status, count }) => [textOf(status), String(count)])],
    [
      ['page', 'visits', 'failed', 'bytes', 'sitemap'],
      ...value.pages.map(({ page_path: path, bot_visits: visits, failed, bytes, sitemap }) => {
        return [path, String(visits), String(failed), textOf(bytes), textOf(sitemap)];
      }),
    ],
    [
      [granularity, 'visits'],
      ...fillBuckets([profile.range], granularity, counted).map(({ startMs, botVisits }) => {
        return [bucketLabel(granularity, startMs), String(botVisits)];
      }),
    ],
  ];
}
