import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { type Companies, companies } from '../../operations/reading/companies.ts';
import { companiesObject } from '../../wire/companies.ts';
import type { Shell } from '../shell.ts';
import { type ComparedOptions, compareOption, countCells, countHeads, describeDays } from './comparison.ts';
import { type TableRows, addReadingCommand, showing, textOf } from './read-site.ts';

export function addCompaniesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'companies', {
    summary:
      'show what each company takes from a site with its bots, what its LLM products send, and what that brings',
    example: 'companies --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
  })
    .addOption(compareOption())
    .action(
      showing<ComparedOptions>(shell, async (ctx, asked) => {
        const found = await companies(ctx, asked);
        return {
          value: { period: datesOf(found.range), ...companiesObject(found) },
          label: describeDays(found, ctx.nowMs, 'today is left out on both sides'),
          tables: [rowsOf(found)],
        };
      }),
    );
}

function rowsOf({ companies: found, previousPeriod }: Companies): TableRows {
  const isCompared = previousPeriod !== undefined;
  const visits = countHeads('bot visits', isCompared);
  const referrals = countHeads('referrals', isCompared);
  return [
    [
      'company',
      ...visits,
      'failed',
      'bytes',
      'verified',
      ...referrals,
      'visits per referral',
      'conversions',
      'value',
    ],
    ...found.map(({ company, botVisits, failed, bytes, verification, visitsPerReferral, ...rest }) => [
      company,
      ...countCells(botVisits, rest.previousBotVisits),
      String(failed),
      textOf(bytes),
      String(verification.verified),
      ...countCells(rest.referrals, rest.previousReferrals),
      visitsPerReferral === null ? '-' : visitsPerReferral.toFixed(1),
      String(rest.conversions),
      String(rest.value),
    ]),
  ];
}
