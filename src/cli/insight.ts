import type { Command } from 'commander';
import { PURPOSES } from '../catalogue/purposes.ts';
import type { BotPurpose } from '../catalogue/bots.ts';
import type { Verification } from '../domain/bot-facts.ts';
import type { PageCount, PageOrder } from '../domain/page-count.ts';
import { type CompanyCount, companies } from '../operations/reading/companies.ts';
import { pages } from '../operations/reading/pages.ts';
import { wordOption } from './arguments.ts';
import { addCommand } from './command.ts';
import { note, print } from './output.ts';
import { type RangeOptions, addRangeOptions, readSite } from './read-site.ts';
import type { Shell } from './shell.ts';
import { tableLines } from './table.ts';

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

/** `companies`, `pages`: what GraphQL answers beyond REST. */
export function addInsightCommands(program: Command, shell: Shell): void {
  const companiesCommand = addCommand(program, 'companies', {
    summary: 'show what each company takes from a site with its bots, and what its LLM products send',
    example: 'companies --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
  }).requiredOption('--site <id>', 'the site');
  addRangeOptions(companiesCommand).action((options: RangeOptions) =>
    readSite(shell, options, async (ctx) => {
      const { site: siteId, start, end, json } = options;
      const found = await companies(ctx, { siteId, start, end, comparison: undefined });
      const lines = tableLines(companyRows(found), shell.stdout.isTTY);
      print(shell, { value: { companies: found.map(companyObject) }, lines }, json);
    }),
  );

  const pagesCommand = addCommand(program, 'pages', {
    summary: 'list the pages of a site, those that bots visit most first',
    example: 'pages --site site_0123456789abcdef --order-by failed --limit 20',
    remarks: 'With --bot, --company or --purpose, only pages that these bots visited, and only their visits.',
  })
    .requiredOption('--site <id>', 'the site')
    .addOption(
      wordOption('--order-by <count>', 'the count to sort by (default: bot-visits)', Object.keys(ORDERS)),
    )
    .option('--search <text>', 'only pages with this text in their path')
    .option('--bot <name>', 'only pages that this bot visited')
    .option('--company <name>', 'only pages that bots of this company visited')
    .addOption(wordOption('--purpose <purpose>', 'only pages that bots of this purpose visited', PURPOSES))
    .option('--limit <number>', 'the most pages, 1 to 1000 (default: 100)')
    .option('--cursor <cursor>', 'continue the list of an earlier page');
  addRangeOptions(pagesCommand).action((options: PagesOptions) =>
    readSite(shell, options, async (ctx) => {
      const { site: siteId, start, end, search, bot, company, purpose, limit, cursor, json } = options;
      const orderBy = ORDERS[options.orderBy ?? 'bot-visits'];
      const request = { siteId, start, end, orderBy, search, botName: bot, company, purpose, limit, cursor };
      const { pages: found, nextCursor } = await pages(ctx, request);
      const value = { pages: found.map(pageObject), next_cursor: nextCursor };
      print(shell, { value, lines: tableLines(pageRows(found), shell.stdout.isTTY) }, json);
      if (json !== true && nextCursor !== null) note(shell, `there are more: --cursor ${nextCursor}`);
    }),
  );
}

function companyRows(found: readonly CompanyCount[]): readonly (readonly string[])[] {
  return [
    ['company', 'bot visits', 'failed', 'bytes', 'verified', 'referrals', 'visits per referral'],
    ...found.map(({ company, botVisits, failed, bytes, verification, referrals, visitsPerReferral }) => [
      company,
      String(botVisits),
      String(failed),
      textOf(bytes),
      String(verification.verified),
      String(referrals),
      visitsPerReferral === null ? '-' : visitsPerReferral.toFixed(1),
    ]),
  ];
}

function companyObject(count: CompanyCount): object {
  const { company, botVisits, purposes, verification, failed, bytes, referrals, visitsPerReferral } = count;
  return {
    company,
    bot_visits: botVisits,
    purposes,
    verification: verificationObject(verification),
    failed,
    bytes,
    referrals,
    visits_per_referral: visitsPerReferral,
  };
}

function verificationObject({ verified, outside, noList, unknown }: Verification): object {
  return { verified, outside, no_list: noList, unknown };
}

function pageRows(found: readonly PageCount[]): readonly (readonly string[])[] {
  return [
    ['page', 'bot visits', 'referrals', 'conversions', 'failed', 'bytes'],
    ...found.map(({ pagePath, botVisits, referrals, conversions, failed, bytes }) => [
      pagePath,
      ...[botVisits, referrals, conversions, failed].map(String),
      textOf(bytes),
    ]),
  ];
}

function pageObject({ pagePath, botVisits, ...counts }: PageCount): object {
  return { page_path: pagePath, bot_visits: botVisits, ...counts };
}

/** A dash for what was not told. */
function textOf(bytes: number | null): string {
  return bytes === null ? '-' : String(bytes);
}
