import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { type CompanyCount, companies } from '../../operations/reading/companies.ts';
import { comparedCompanyObject, companyObject } from '../../wire/companies.ts';
import { print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';
import { type ComparedOptions, compareOption, countCells, countHeads, describeDays } from './comparison.ts';
import { addReadingCommand, readSite } from './read-site.ts';
import { textOf } from './values.ts';

export function addCompaniesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'companies', {
    summary: 'show what each company takes from a site with its bots, and what its LLM products send',
    example: 'companies --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
  })
    .addOption(compareOption())
    .action((options: ComparedOptions) =>
      readSite(shell, options, async (ctx) => {
        const { site: siteId, start, end, compare: comparison, json } = options;
        const { range, companies: found } = await companies(ctx, { siteId, start, end, comparison });
        const isCompared = comparison !== undefined;
        const value = {
          period: datesOf(range),
          companies: found.map(isCompared ? comparedCompanyObject : companyObject),
        };
        const label = describeDays(ctx, options, 'today is left out on both sides');
        const lines = tableLines(rowsOf(found, isCompared), shell.stdout.isTTY);
        print(shell, { value, label, lines }, json);
      }),
    );
}

function rowsOf(found: readonly CompanyCount[], isCompared: boolean): readonly (readonly string[])[] {
  const visits = countHeads('bot visits', isCompared);
  const referrals = countHeads('referrals', isCompared);
  return [
    ['company', ...visits, 'failed', 'bytes', 'verified', ...referrals, 'visits per referral'],
    ...found.map(({ company, botVisits, failed, bytes, verification, visitsPerReferral, ...rest }) => [
      company,
      ...countCells(botVisits, rest.previousBotVisits),
      String(failed),
      textOf(bytes),
      String(verification.verified),
      ...countCells(rest.referrals, rest.previousReferrals),
      visitsPerReferral === null ? '-' : visitsPerReferral.toFixed(1),
    ]),
  ];
}
