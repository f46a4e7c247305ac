import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { coverage } from '../../operations/reading/coverage.ts';
import { newestRetrieval } from '../../ranges/open-ranges.ts';
import { readRangeFile, shippedLists } from '../../ranges/range-file.ts';
import { coverageObject } from '../../wire/coverage.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, addReadingCommand, showing, textOf } from './read-site.ts';

export function addCoverageCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'coverage', {
    summary: 'show whether what is recorded of a site is complete, and where it comes from',
    example: 'coverage --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks:
      'A gap is a stretch in which nothing at all was recorded though it is usual: a guess. With --json, the result is that of the coverage endpoint of the API, with its period.',
  }).action(
    showing<RangeOptions>(shell, async (ctx, asked) => {
      const { botRangesFile: file } = shell.readConfig().recording;
      const lists = file === undefined ? shippedLists() : await readRangeFile(file);
      const found = { ...(await coverage(ctx, asked)), rangesUpdatedMs: newestRetrieval(lists) };
      const { gaps, sources, ...facts } = coverageObject(found);
      return {
        value: { period: datesOf(found.range), ...facts, gaps, sources },
        label: describeDays(found, ctx.nowMs),
        tables: [
          Object.entries(facts).map(([name, at]) => [name.replaceAll('_', ' '), textOf(at)]),
          [['gap from', 'until'], ...gaps.map(({ from, until }) => [from, until])],
          [
            ['source', 'name', 'last recorded at'],
            ...sources.map((one) => [one.kind, textOf(one.name), textOf(one.last_recorded_at)]),
          ],
        ],
      };
    }),
  );
}
