import type { Command } from 'commander';
import { PURPOSES } from '../../catalogue/purposes.ts';
import { PAGE_ORDER_WORDS } from '../../domain/page-count.ts';
import { type PagesRequest, pages } from '../../operations/reading/pages.ts';
import { type PagesObject, pagesObject } from '../../wire/pages.ts';
import { wordOption } from '../arguments.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, type TableRows, addReadingCommand, showing, textOf } from './read-site.ts';
import { unknownBot } from './unknown-bot.ts';

type PagesOptions = RangeOptions & Omit<PagesRequest, 'siteId' | 'start' | 'end'>;

export function addPagesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'pages', {
    summary: 'list the pages of a site, those that bots visit most first',
    example: 'pages --site site_0123456789abcdef --order-by failed --limit 20',
    remarks: 'With --bot, --company or --purpose, only pages that these bots visited, and only their visits.',
  })
    .addOption(
      wordOption('--order-by <count>', 'the count to sort by (default: bot-visits)', PAGE_ORDER_WORDS),
    )
    .option('--search <text>', 'only pages with this text in their path')
    .option('--bot <name>', 'only pages that this bot visited')
    .option('--company <name>', 'only pages that bots of this company visited')
    .addOption(wordOption('--purpose <purpose>', 'only pages that bots of this purpose visited', PURPOSES))
    .option('--limit <number>', 'the most pages, 1 to 1000 (default: 100)')
    .option('--cursor <cursor>', 'continue the list of an earlier page')
    .action(
      showing<PagesOptions>(shell, async (ctx, asked) => {
        const list = await pages(ctx, asked);
        const value = await pagesObject(list);
        return {
          value,
          label: asked.cursor === undefined ? describeDays(list, ctx.nowMs) : undefined,
          tables: [rowsOf(value)],
          remarks: [moreOf(list), await unknownBot(ctx, asked)],
        };
      }),
    );
}

/** How to continue a list; undefined at its end. */
export function moreOf({ nextCursor }: { readonly nextCursor: string | null }): string | undefined {
  return nextCursor === null ? undefined : `there are more: --cursor ${nextCursor}`;
}

function rowsOf(found: PagesObject): TableRows {
  return [
    ['page', 'bot visits', 'referrals', 'conversions', 'failed', 'bytes', 'sitemap'],
    ...found.pages.map(({ page_path: path, bot_visits: visits, bytes, sitemap, ...page }) => {
      const counts = [visits, page.referrals, page.conversions, page.failed];
      return [path, ...counts.map(String), textOf(bytes), textOf(sitemap)];
    }),
  ];
}
