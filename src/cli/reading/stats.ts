import type { Command } from 'commander';
import { EVENT_TYPES } from '../../domain/event.ts';
import { datesOf } from '../../domain/date-range.ts';
import { formatInstant } from '../../domain/time.ts';
import type { TotalsComparison } from '../../operations/reading/compare-totals.ts';
import { type DetailedStats, detailedStats } from '../../operations/reading/detailed-stats.ts';
import { statsObject, totalsObject } from '../../wire/stats.ts';
import { print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';
import { type ComparedOptions, compareOption, countCells, countHeads, describeDays } from './comparison.ts';
import { addReadingCommand, readSite } from './read-site.ts';

export function addStatsCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'stats', {
    summary: 'show the totals of a site, and its visits by bot, source and conversion',
    example: 'stats --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks:
      'With --json, the result is that of the stats endpoint of the API; --compare adds to it. Sources and conversions are compared in total only.',
  })
    .addOption(compareOption())
    .action((options: ComparedOptions) =>
      readSite(shell, options, async (ctx) => {
        const { site: siteId, start, end, compare: comparison, json } = options;
        const found = await detailedStats(ctx, { siteId, start, end, comparison, needsFacts: false });
        const label = describeDays(ctx, options, unfinished(found));
        const lines = tableLines(rowsOf(found), shell.stdout.isTTY);
        print(shell, { value: statsValue(found), label, lines }, json);
      }),
    );
}

/** How a comparison treats a range that is not over. */
function unfinished({ comparison }: DetailedStats): string {
  const until = comparison === null ? '' : formatInstant(comparison.untilMs);
  return `totals end at ${until}, and as far into the earlier period; bots leave today out on both sides; sources and conversions are those of all days`;
}

function rowsOf({ totals, breakdowns, bots, comparison }: DetailedStats): readonly (readonly string[])[] {
  const isCompared = comparison !== null;
  const total = comparison?.totals ?? totals;
  const uncompared = isCompared ? ['', ''] : [];
  return [
    ['type', 'name', 'company', ...countHeads('count', isCompared), 'value'],
    ...EVENT_TYPES.map((type) => {
      const cells = countCells(total[type], comparison?.previousTotals[type] ?? null);
      return [type, '(all)', '', ...cells, ''];
    }),
    ...bots.map(({ name, company, count, previousCount }) => {
      return ['bot', name, company, ...countCells(count, previousCount), ''];
    }),
    ...[...breakdowns.referral, ...breakdowns.conversion].map(({ type, name, count, value }) => {
      return [type, name, '', String(count), ...uncompared, type === 'conversion' ? String(value) : ''];
    }),
  ];
}

function statsValue(found: DetailedStats): object {
  const { bots, comparison } = found;
  if (comparison === null) return statsObject(found);
  return {
    ...statsObject(found),
    bot_breakdown: bots.map(({ name, company, count, previousCount }) => {
      return { bot_name: name, bot_company: company, count, previous_count: previousCount };
    }),
    comparison: comparisonObject(comparison),
  };
}

function comparisonObject({ untilMs, totals, previousPeriod, previousTotals }: TotalsComparison): object {
  return {
    until: formatInstant(untilMs),
    totals: totalsObject(totals),
    previous_period: datesOf(previousPeriod),
    previous_totals: totalsObject(previousTotals),
  };
}
