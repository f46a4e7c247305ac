import type { Command } from 'commander';
import type { BotPurpose } from '../../catalogue/bots.ts';
import { PURPOSES } from '../../catalogue/purposes.ts';
import type { PageCount, PageOrder } from '../../domain/page-count.ts';
import { pages } from '../../operations/reading/pages.ts';
import { pageObject } from '../../wire/pages.ts';
import { wordOption } from '../arguments.ts';
import { note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, addReadingCommand, readSite } from './read-site.ts';
import { textOf } from './values.ts';

const ORDERS = {
  'bot-visits': 'botVisits',
  referrals: 'referrals',
  conversions: 'conversions',
  failed: 'failed',
} as const satisfies Record<string, PageOrder>;

type PagesOptions = RangeOptions & {
  readonly orderBy?: keyof typeof ORDERS;
  readonly search?: string;
  readonly bot?: string;
  readonly company?: string;
  readonly purpose?: BotPurpose;
  readonly limit?: string;
  readonly cursor?: string;
};

export function addPagesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'pages', {
    summary: 'list the pages of a site, those that bots visit most first',
    example: 'pages --site site_0123456789abcdef --order-by failed --limit 20',
    remarks: 'With --bot, --company or --purpose, only pages that these bots visited, and only their visits.',
  })
    .addOption(
      wordOption('--order-by <count>', 'the count to sort by (default: bot-visits)', Object.keys(ORDERS)),
    )
    .option('--search <text>', 'only pages with this text in their path')
    .option('--bot <name>', 'only pages that this bot visited')
    .option('--company <name>', 'only pages that bots of this company visited')
    .addOption(wordOption('--purpose <purpose>', 'only pages that bots of this purpose visited', PURPOSES))
    .option('--limit <number>', 'the most pages, 1 to 1000 (default: 100)')
    .option('--cursor <cursor>', 'continue the list of an earlier page')
    .action((options: PagesOptions) =>
      readSite(shell, options, async (ctx) => {
        const { site: siteId, start, end, search, bot, company, purpose, limit, cursor, json } = options;
        const orderBy = ORDERS[options.orderBy ?? 'bot-visits'];
        const request = {
          siteId,
          start,
          end,
          orderBy,
          search,
          botName: bot,
          company,
          purpose,
          limit,
          cursor,
        };
        const { pages: found, nextCursor } = await pages(ctx, request);
        const value = { pages: found.map(pageObject), next_cursor: nextCursor };
        const label = cursor === undefined ? describeDays(ctx, options) : undefined;
        print(shell, { value, label, lines: tableLines(rowsOf(found), shell.stdout.isTTY) }, json);
        if (json !== true && nextCursor !== null) note(shell, `there are more: --cursor ${nextCursor}`);
      }),
    );
}

function rowsOf(found: readonly PageCount[]): readonly (readonly string[])[] {
  return [
    ['page', 'bot visits', 'referrals', 'conversions', 'failed', 'bytes'],
    ...found.map(({ pagePath, botVisits, referrals, conversions, failed, bytes }) => [
      pagePath,
      ...[botVisits, referrals, conversions, failed].map(String),
      textOf(bytes),
    ]),
  ];
}
