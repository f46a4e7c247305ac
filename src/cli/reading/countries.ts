import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { countries } from '../../operations/reading/countries.ts';
import { countryObject } from '../../wire/countries.ts';
import { print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, addReadingCommand, readSite } from './read-site.ts';

export function addCountriesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'countries', {
    summary: 'show the events of a site by country',
    example: 'countries --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks: 'XX stands for an unknown country.',
  }).action((options: RangeOptions) =>
    readSite(shell, options, async (ctx) => {
      const { site: siteId, start, end, json } = options;
      const { range, countries: found } = await countries(ctx, { siteId, start, end });
      const value = { period: datesOf(range), countries: found.map(countryObject) };
      const rows = found.map(({ country, botVisits, referrals, conversions }) => [
        country,
        ...[botVisits, referrals, conversions].map(String),
      ]);
      const heads = ['country', 'bot visits', 'referrals', 'conversions'];
      const lines = tableLines([heads, ...rows], shell.stdout.isTTY);
      print(shell, { value, label: describeDays(ctx, options), lines }, json);
    }),
  );
}
