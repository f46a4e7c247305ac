import type { Command } from 'commander';
import { PURPOSES } from '../../catalogue/purposes.ts';
import { datesOf } from '../../domain/date-range.ts';
import { type ReachRequest, reach } from '../../operations/reading/reach.ts';
import { type ReachObject, reachObject } from '../../wire/reach.ts';
import { wordOption } from '../arguments.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, type TableRows, addReadingCommand, showing, textOf } from './read-site.ts';

type ReachOptions = RangeOptions & Omit<ReachRequest, 'siteId' | 'start' | 'end'>;

export function addReachCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'reach', {
    summary: 'show what bots read of the sitemap of a site, and what they never read',
    example: 'reach --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks:
      'Sets the pages of the last "sitemap update" against the visits with a status below 400, or none told. A page is stale if bots read it, but not since its last change.',
  })
    .option('--bot <name>', 'only visits of this bot')
    .option('--company <name>', 'only visits of bots of this company')
    .addOption(wordOption('--purpose <purpose>', 'only visits of bots of this purpose', PURPOSES))
    .action(
      showing<ReachOptions>(shell, async (ctx, asked) => {
        const found = await reach(ctx, asked);
        if (found === null) return { value: { reach: null }, label: undefined, tables: [], remark: NO_LIST };
        const value = await reachObject(found);
        return {
          value: { period: datesOf(found.range), reach: value },
          label: describeDays(found, ctx.nowMs),
          tables: [sectionRows(value), readerRows(value), unlistedRows(value)],
        };
      }),
    );
}

const NO_LIST = 'the site has no list of pages: site-traffic sitemap update makes one';

function sectionRows(found: ReachObject): TableRows {
  const total = { path: 'all', ...found };
  return [
    ['section', 'pages', 'read', 'stale', 'unread'],
    ...[...found.sections, total].map(({ path, pages, read, stale, unread }) => {
      return [path, ...[pages, read, stale, unread].map(String)];
    }),
  ];
}

function readerRows({ bots, companies, ...all }: ReachObject): TableRows {
  const rows = [
    { kind: 'all', name: '', ...all },
    ...companies.map((company) => ({ kind: 'company', ...company })),
    ...bots.map((bot) => ({ kind: 'bot', ...bot })),
  ];
  return [
    ['of', 'name', 'read', 'stale', 'median days to read'],
    ...rows.map(({ kind, name, read, stale, median_days_to_read: median }) => {
      return [kind, name, String(read), String(stale), textOf(median)];
    }),
  ];
}

function unlistedRows({ unlisted }: ReachObject): TableRows {
  return [
    ['read, but not in the sitemap', 'visits'],
    ...unlisted.map(({ page_path: path, visits }) => [path, String(visits)]),
  ];
}
