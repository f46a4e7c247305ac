import type { Command } from 'commander';
import { EVENT_TYPES } from '../../domain/event.ts';
import { formatInstant } from '../../domain/time.ts';
import { type Stats, stats } from '../../operations/reading/stats.ts';
import { statsObject } from '../../wire/stats.ts';
import type { Shell } from '../shell.ts';
import { type ComparedOptions, compareOption, countCells, countHeads, describeDays } from './comparison.ts';
import { type TableRows, addReadingCommand, showing } from './read-site.ts';

export function addStatsCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'stats', {
    summary: 'show the totals of a site, and its visits by bot, source and conversion',
    example: 'stats --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks:
      'With --json, the result is that of the stats endpoint of the API. Sources and conversions are compared in total only.',
  })
    .addOption(compareOption())
    .action(
      showing<ComparedOptions>(shell, async (ctx, asked) => {
        const found = await stats(ctx, asked);
        const { range, comparison } = found;
        const days = { range, previousPeriod: comparison?.previousPeriod };
        return {
          value: statsObject(found),
          label: describeDays(days, ctx.nowMs, unfinished(found)),
          tables: [rowsOf(found)],
        };
      }),
    );
}

/** How a comparison treats a range that is not over. */
function unfinished({ comparison }: Stats): string {
  const until = comparison === null ? '' : formatInstant(comparison.untilMs);
  return `totals end at ${until}, and as far into the earlier period; bots leave today out on both sides; sources and conversions are those of all days`;
}

function rowsOf({ totals, breakdowns, sources, bots, comparedBots, comparison }: Stats): TableRows {
  const isCompared = comparison !== null;
  const total = comparison?.totals ?? totals;
  const uncompared = isCompared ? ['', ''] : [];
  return [
    ['type', 'name', 'company', ...countHeads('count', isCompared), 'conversions', 'value'],
    ...EVENT_TYPES.map((type) => {
      const cells = countCells(total[type], comparison?.previousTotals[type] ?? null);
      return [type, '(all)', '', ...cells, '', ''];
    }),
    ...(comparedBots() ?? bots()).map(({ name, company, count, previousCount }) => {
      return ['bot', name, company, ...countCells(count, previousCount), '', ''];
    }),
    ...sources().map(({ source, count, conversions, value }) => {
      return ['referral', source, '', String(count), ...uncompared, String(conversions), String(value)];
    }),
    ...breakdowns.conversion.map(({ name, count, value }) => {
      return ['conversion', name, '', String(count), ...uncompared, '', String(value)];
    }),
  ];
}
