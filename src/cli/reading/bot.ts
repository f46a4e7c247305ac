import type { Command } from 'commander';
import type { StatusCount } from '../../domain/bot-facts.ts';
import { datesOf } from '../../domain/date-range.ts';
import { type Bucket, GRANULARITIES, type Granularity } from '../../domain/granularity.ts';
import { fillBuckets } from '../../domain/series.ts';
import { type BotBuckets, type BotProfile, bot } from '../../operations/reading/bot.ts';
import { botFactsObject } from '../../wire/bot.ts';
import { wordOption } from '../arguments.ts';
import { note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';
import { describeDays } from './comparison.ts';
import { MAX_ROWS, type RangeOptions, addReadingCommand, readSite } from './read-site.ts';
import { bucketLabel, labelObject, textOf } from './values.ts';

type BotOptions = RangeOptions & { readonly granularity?: Granularity; readonly limit?: string };

/** What a command shows of a bot. */
type Shown = {
  readonly profile: BotProfile;
  readonly facts: Awaited<ReturnType<typeof botFactsObject>>;
  readonly statuses: readonly StatusCount[];
  readonly pages: Awaited<ReturnType<BotProfile['pages']>>;
  readonly buckets: BotBuckets;
};

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
      readSite(shell, options, async (ctx) => {
        const { site: siteId, start, end, json } = options;
        const shown = await readParts(await bot(ctx, { siteId, name, start, end }), options);
        const lines = tablesOf(shown).flatMap((rows, index) => [
          ...(index > 0 ? [''] : []),
          ...tableLines(rows, shell.stdout.isTTY),
        ]);
        print(shell, { value: botObject(shown), label: describeDays(ctx, options), lines }, json);
        if (json !== true && shown.profile.lastSeenMs === null)
          note(shell, `${name} never came; "stats" shows the names of the bots that did`);
      }),
    );
}

async function readParts(profile: BotProfile, { granularity, limit }: BotOptions): Promise<Shown> {
  return {
    profile,
    facts: await botFactsObject(profile),
    statuses: await profile.statuses(),
    pages: await profile.pages({ limit }),
    buckets: await profile.buckets({ granularity, maxPoints: MAX_ROWS }),
  };
}

function tablesOf({ profile, facts, statuses, pages, buckets }: Shown) {
  const { verified, outside, noList, unknown } = profile.verification;
  return [
    [
      ['bot', profile.name],
      ['company', textOf(profile.company)],
      ['purpose', profile.purpose],
      ['documentation', textOf(profile.documentation)],
      ['robots.txt', textOf(profile.robotsToken)],
      ['first visit', textOf(facts.first_seen_at)],
      ['last visit', textOf(facts.last_seen_at)],
      ['visits', String(profile.visits)],
      ['failed', String(profile.failed)],
      ['bytes', textOf(profile.bytes)],
      ['verified', String(verified)],
      ['outside', String(outside)],
      ['no list', String(noList)],
      ['unknown', String(unknown)],
    ],
    [['status', 'visits'], ...statuses.map(({ status, count }) => [textOf(status), String(count)])],
    [
      ['page', 'visits', 'failed', 'bytes'],
      ...pages.map(({ pagePath, botVisits, failed, bytes }) => {
        return [pagePath, String(botVisits), String(failed), textOf(bytes)];
      }),
    ],
    [
      [buckets.granularity, 'visits'],
      ...filled(buckets).map(({ startMs, botVisits }) => {
        return [bucketLabel(buckets.granularity, startMs), String(botVisits)];
      }),
    ],
  ];
}

function botObject({ profile, facts, statuses, pages, buckets }: Shown): object {
  const { granularity, range } = buckets;
  return {
    period: datesOf(range),
    ...facts,
    documentation_url: profile.documentation,
    robots_txt: profile.robotsToken,
    statuses,
    pages: pages.map(({ pagePath, botVisits, failed, bytes }) => {
      return { page_path: pagePath, visits: botVisits, failed, bytes };
    }),
    granularity,
    data: filled(buckets).map(({ startMs, botVisits }) => {
      return { ...labelObject(granularity, startMs), visits: botVisits };
    }),
  };
}

function filled({ range, granularity, counted }: BotBuckets): readonly Bucket[] {
  const buckets = counted.map((bucket) => ({ ...bucket, referrals: 0, conversions: 0 }));
  return fillBuckets([range], granularity, buckets);
}
