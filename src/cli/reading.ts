import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { datesOf } from '../domain/date-range.ts';
import { type Bucket, GRANULARITIES, type Granularity } from '../domain/granularity.ts';
import { fillBuckets } from '../domain/series.ts';
import { formatDate, formatHour } from '../domain/time.ts';
import { type Stats, stats } from '../operations/reading/stats.ts';
import { type Timeseries, timeseries } from '../operations/reading/timeseries.ts';
import { statsObject } from '../rest/stats.ts';
import { timeseriesChunks } from '../rest/timeseries.ts';
import { wordOption } from './arguments.ts';
import { addCommand } from './command.ts';
import { print } from './output.ts';
import { type RangeOptions, addRangeOptions, readSite } from './read-site.ts';
import type { Shell } from './shell.ts';
import { tableLines } from './table.ts';

type TimeseriesOptions = RangeOptions & { readonly granularity?: Granularity };

/** A table is held in memory; JSON is streamed. */
const MAX_ROWS = 10_000;

/** `stats`, `timeseries`. */
export function addReadingCommands(program: Command, shell: Shell): void {
  const statsCommand = addCommand(program, 'stats', {
    summary: 'show the totals of a site, and its visits by bot, source and conversion',
    example: 'stats --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks: 'With --json, the result is that of the stats endpoint of the API.',
  }).requiredOption('--site <id>', 'the site');
  addRangeOptions(statsCommand).action((options: RangeOptions) =>
    readSite(shell, options, async (ctx) => {
      const { site: siteId, start, end, json } = options;
      const found = await stats(ctx, { siteId, start, end });
      const { start: first, end: last } = datesOf(found.range);
      const label = `${first} to ${last}`;
      const lines = tableLines(statsRows(found), shell.stdout.isTTY);
      print(shell, { value: statsObject(found), label, lines }, json);
    }),
  );

  const timeseriesCommand = addCommand(program, 'timeseries', {
    summary: 'show the events of a site by day or by hour',
    example: 'timeseries --site site_0123456789abcdef --granularity hour --start 2026-03-15',
    remarks: `With --json, the result is that of the timeseries endpoint of the API. A table has at most ${MAX_ROWS} rows.`,
  })
    .requiredOption('--site <id>', 'the site')
    .addOption(wordOption('--granularity <unit>', 'the length of each bucket (default: day)', GRANULARITIES));
  addRangeOptions(timeseriesCommand).action((options: TimeseriesOptions) =>
    readSite(shell, options, async (ctx) => {
      const { site: siteId, start, end, granularity, json } = options;
      const request = { siteId, start, end, granularity };
      if (json === true) return writeJson(shell, await timeseries(ctx, request));
      const rows = await seriesRows(await timeseries(ctx, { ...request, maxPoints: MAX_ROWS }));
      print(shell, { value: undefined, lines: tableLines(rows, shell.stdout.isTTY) }, false);
    }),
  );
}

async function writeJson({ stdout }: Shell, series: Timeseries): Promise<void> {
  await pipeline(Readable.from(timeseriesChunks(series)), stdout, { end: false });
  stdout.write('\n');
}

function statsRows({ totals, breakdowns }: Stats): readonly (readonly string[])[] {
  const named = [...breakdowns.bot, ...breakdowns.referral, ...breakdowns.conversion];
  return [
    ['type', 'name', 'company', 'count', 'value'],
    ...Object.entries(totals).map(([type, count]) => [type, '(all)', '', String(count), '']),
    ...named.map(({ type, name, company, count, value }) => [
      type,
      name,
      company,
      String(count),
      type === 'conversion' ? String(value) : '',
    ]),
  ];
}

async function seriesRows({
  range,
  granularity,
  pages,
}: Timeseries): Promise<readonly (readonly string[])[]> {
  const counted: Bucket[] = [];
  for await (const page of pages) counted.push(...page);
  const format = granularity === 'day' ? formatDate : formatHour;
  const rows = fillBuckets([range], granularity, counted).map(
    ({ startMs, botVisits, referrals, conversions }) => [
      format(startMs),
      ...[botVisits, referrals, conversions].map(String),
    ],
  );
  return [[granularity, 'bot visits', 'referrals', 'conversions'], ...rows];
}
