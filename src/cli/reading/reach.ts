import type { Command } from 'commander';
import { PURPOSES } from '../../catalogue/purposes.ts';
import type { RequestContext } from '../../context.ts';
import { datesOf } from '../../domain/date-range.ts';
import { REACH_STATES } from '../../domain/sitemap.ts';
import {
  type ReachListRequest,
  type ReachRequest,
  reach,
  reachPages,
} from '../../operations/reading/reach.ts';
import { type ReachObject, type ReachPagesObject, reachObject, reachPagesObject } from '../../wire/reach.ts';
import { wordOption } from '../arguments.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { moreOf } from './pages.ts';
import {
  type Asked,
  type RangeOptions,
  type Shown,
  type TableRows,
  addReadingCommand,
  showing,
  textOf,
} from './read-site.ts';
import { unknownBot } from './unknown-bot.ts';

type ReachOptions = RangeOptions & Omit<ReachRequest & Partial<ReachListRequest>, 'siteId' | 'start' | 'end'>;

export function addReachCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'reach', {
    summary: 'show what bots read of the sitemap of a site, or list the pages they never read',
    example: 'reach --site site_0123456789abcdef --state unread --start 2026-03-01 --end 2026-03-31',
    remarks:
      'Compares the pages of the last "sitemap update" with the visits that had a status below 400, or were recorded without one. A page is stale if bots read it, but not since its last change. With --state, lists the pages of that state by path; --search, --limit and --cursor are for this list.',
  })
    .option('--bot <name>', 'only visits of this bot')
    .option('--company <name>', 'only visits of bots of this company')
    .addOption(wordOption('--purpose <purpose>', 'only visits of bots of this purpose', PURPOSES))
    .addOption(
      wordOption('--state <state>', 'list the pages of this state instead of the counts', REACH_STATES),
    )
    .option('--search <text>', 'only pages with this text in their path')
    .option('--limit <number>', 'the most pages, 1 to 1000 (default: 100)')
    .option('--cursor <cursor>', 'continue the list of an earlier page')
    .action(
      showing<ReachOptions>(shell, (ctx, asked) => {
        const { state, search, limit, cursor } = asked;
        const isList = [state, search, limit, cursor].some((given) => given !== undefined);
        return isList ? showPages(ctx, { ...asked, state }) : showCounts(ctx, asked);
      }),
    );
}

async function showCounts(ctx: RequestContext, asked: Asked<ReachOptions>): Promise<Shown> {
  const found = await reach(ctx, asked);
  if (found === null) return { value: { reach: null }, ...WITHOUT_LIST };
  const value = await reachObject(found);
  return {
    value: { period: datesOf(found.range), reach: value },
    label: describeDays(found, ctx.nowMs),
    tables: [sectionRows(value), readerRows(value), unlistedRows(value)],
    remarks: [await unknownBot(ctx, asked)],
  };
}

async function showPages(ctx: RequestContext, asked: Asked<ReachOptions> & ReachListRequest): Promise<Shown> {
  const list = await reachPages(ctx, asked);
  const value = reachPagesObject(list);
  if (await list.lacksSitemap()) return { value, ...WITHOUT_LIST };
  return {
    value,
    label: asked.cursor === undefined ? describeDays(list, ctx.nowMs) : undefined,
    tables: [pageRows(value)],
    remarks: [moreOf(list), await unknownBot(ctx, asked)],
  };
}

const NO_LIST = 'the site has no list of pages: site-traffic sitemap update makes one';
const WITHOUT_LIST = { label: undefined, tables: [], remarks: [NO_LIST] };

function pageRows({ pages }: ReachPagesObject): TableRows {
  return [
    ['page', 'modified on', 'last read on', 'visits'],
    ...pages.map(({ page_path: path, modified_on: modified, last_read_on: lastRead, visits }) => {
      return [path, textOf(modified), textOf(lastRead), String(visits)];
    }),
  ];
}

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
