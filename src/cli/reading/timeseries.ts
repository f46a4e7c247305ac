import type { Command } from 'commander';
import { BUCKET_MS, type Bucket, GRANULARITIES, type Granularity } from '../../domain/granularity.ts';
import { fillBuckets } from '../../domain/series.ts';
import { formatDate, formatHour } from '../../domain/time.ts';
import { visibleInJson } from '../../domain/visible.ts';
import { type Timeseries, readAll, timeseries } from '../../operations/reading/timeseries.ts';
import { timeseriesChunks } from '../../wire/timeseries.ts';
import { wordOption } from '../arguments.ts';
import { printChunks } from '../output.ts';
import type { Shell } from '../shell.ts';
import { type ComparedOptions, compareOption, countCells, countHeads, describeDays } from './comparison.ts';
import { MAX_ROWS, type TableRows, addReadingCommand, showing } from './read-site.ts';

type TimeseriesOptions = ComparedOptions & { readonly granularity?: Granularity };

export function addTimeseriesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'timeseries', {
    summary: 'show the events of a site by day or by hour',
    example: 'timeseries --site site_0123456789abcdef --granularity hour --start 2026-03-15',
    remarks: `With --json, the result is that of the timeseries endpoint of the API. A table has at most ${MAX_ROWS} points.`,
  })
    .addOption(wordOption('--granularity <unit>', 'the length of each bucket (default: day)', GRANULARITIES))
    .addOption(compareOption())
    .action(
      showing<TimeseriesOptions>(shell, async (ctx, asked) => {
        if (asked.json === true) return stream(shell, timeseriesChunks(await timeseries(ctx, asked)));
        const series = await timeseries(ctx, { ...asked, maxPoints: MAX_ROWS });
        const days = { range: series.range, previousPeriod: series.previous?.period };
        return {
          value: undefined,
          label: describeDays(days, ctx.nowMs, 'points that are not over have no change yet'),
          tables: [await rowsOf(series)],
        };
      }),
    );
}

/** Writes a long JSON value, safe for a terminal. It is all that there is to show. */
export async function stream(shell: Shell, chunks: AsyncIterable<string>): Promise<undefined> {
  if (await printChunks(shell, visibleChunks(chunks))) shell.stdout.write('\n');
}

async function* visibleChunks(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const chunk of chunks) yield visibleInJson(chunk);
}

async function rowsOf({
  granularity,
  range,
  pages,
  previous,
  completeUntilMs,
}: Timeseries): Promise<TableRows> {
  const buckets = fillBuckets([range], granularity, await readAll(pages));
  const before = previous && fillBuckets(previous.spans, granularity, await readAll(previous.pages));
  const cellsOf = (bucket: Bucket, other: Bucket | undefined, count: keyof Bucket) => {
    const cells = countCells(bucket[count], other?.[count] ?? null);
    const isOver = bucket.startMs + BUCKET_MS[granularity] <= completeUntilMs;
    return other === undefined || isOver ? cells : [...cells.slice(0, 2), '-'];
  };
  const heads = ['bot visits', 'referrals', 'conversions'];
  return [
    [granularity, ...heads.flatMap((head) => countHeads(head, before !== undefined))],
    ...buckets.map((bucket, index) => {
      const counts = (['botVisits', 'referrals', 'conversions'] as const).flatMap((count) =>
        cellsOf(bucket, before?.[index], count),
      );
      return [bucketLabel(granularity, bucket.startMs), ...counts];
    }),
  ];
}

/** The label of a bucket of time, as REST has it. */
export function bucketLabel(granularity: Granularity, startMs: number): string {
  return granularity === 'day' ? formatDate(startMs) : formatHour(startMs);
}
