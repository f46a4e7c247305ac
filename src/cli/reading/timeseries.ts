import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { BUCKET_MS, type Bucket, GRANULARITIES, type Granularity } from '../../domain/granularity.ts';
import { fillBuckets } from '../../domain/series.ts';
import { formatInstant } from '../../domain/time.ts';
import { type Timeseries, timeseries } from '../../operations/reading/timeseries.ts';
import { timeseriesChunks } from '../../wire/timeseries.ts';
import { wordOption } from '../arguments.ts';
import { print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';
import { type ComparedOptions, compareOption, countCells, countHeads, describeDays } from './comparison.ts';
import { MAX_ROWS, addReadingCommand, readSite } from './read-site.ts';
import { bucketLabel, labelObject } from './values.ts';

type TimeseriesOptions = ComparedOptions & { readonly granularity?: Granularity };

/** The buckets of a range; `previous` has one for each of them, and is null without a comparison. */
type Series = {
  readonly granularity: Granularity;
  readonly data: readonly Bucket[];
  readonly previous: readonly Bucket[] | null;
  readonly completeUntilMs: number;
};

export function addTimeseriesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'timeseries', {
    summary: 'show the events of a site by day or by hour',
    example: 'timeseries --site site_0123456789abcdef --granularity hour --start 2026-03-15',
    remarks: `With --json, the result is that of the timeseries endpoint of the API; --compare adds to it. A table or a comparison has at most ${MAX_ROWS} points.`,
  })
    .addOption(wordOption('--granularity <unit>', 'the length of each bucket (default: day)', GRANULARITIES))
    .addOption(compareOption())
    .action((options: TimeseriesOptions) =>
      readSite(shell, options, async (ctx) => {
        const { site: siteId, start, end, granularity, compare: comparison, json } = options;
        const request = { siteId, start, end, granularity, comparison };
        if (json === true && comparison === undefined) return stream(shell, await timeseries(ctx, request));
        const series = await readSeries(await timeseries(ctx, { ...request, maxPoints: MAX_ROWS }));
        const label = describeDays(ctx, options, 'points that are not over have no change yet');
        const lines = tableLines(rowsOf(series), shell.stdout.isTTY);
        print(shell, { value: seriesObject(series), label, lines }, json);
      }),
    );
}

async function stream({ stdout }: Shell, series: Timeseries): Promise<void> {
  await pipeline(Readable.from(timeseriesChunks(series)), stdout, { end: false });
  stdout.write('\n');
}

async function readSeries(series: Timeseries): Promise<Series> {
  const { granularity, range, pages, previous, completeUntilMs } = series;
  return {
    granularity,
    data: fillBuckets([range], granularity, await readAll(pages)),
    previous: previous ? fillBuckets(previous.spans, granularity, await readAll(previous.pages)) : null,
    completeUntilMs,
  };
}

async function readAll(pages: Timeseries['pages']): Promise<readonly Bucket[]> {
  const counted: Bucket[] = [];
  for await (const page of pages) counted.push(...page);
  return counted;
}

function rowsOf({ granularity, data, previous, completeUntilMs }: Series): readonly (readonly string[])[] {
  const heads = ['bot visits', 'referrals', 'conversions'];
  const cellsOf = (bucket: Bucket, before: Bucket | undefined, count: keyof Bucket) => {
    const cells = countCells(bucket[count], before?.[count] ?? null);
    const isOver = bucket.startMs + BUCKET_MS[granularity] <= completeUntilMs;
    return before === undefined || isOver ? cells : [...cells.slice(0, 2), '-'];
  };
  return [
    [granularity, ...heads.flatMap((head) => countHeads(head, previous !== null))],
    ...data.map((bucket, index) => {
      const before = previous?.[index];
      const counts = (['botVisits', 'referrals', 'conversions'] as const).flatMap((count) =>
        cellsOf(bucket, before, count),
      );
      return [bucketLabel(granularity, bucket.startMs), ...counts];
    }),
  ];
}

function seriesObject({ granularity, data, previous, completeUntilMs }: Series): object {
  const objectOf = ({ startMs, botVisits, referrals, conversions }: Bucket) => {
    return { ...labelObject(granularity, startMs), bot_visits: botVisits, referrals, conversions };
  };
  return {
    granularity,
    data: data.map(objectOf),
    previous: previous?.map(objectOf),
    complete_until: formatInstant(completeUntilMs),
  };
}
