import type { Command } from 'commander';
import { datesOf } from '../../domain/date-range.ts';
import { countries } from '../../operations/reading/countries.ts';
import { countriesObject } from '../../wire/countries.ts';
import type { Shell } from '../shell.ts';
import { describeDays } from './comparison.ts';
import { type RangeOptions, addReadingCommand, showing } from './read-site.ts';

export function addCountriesCommand(program: Command, shell: Shell): void {
  addReadingCommand(program, 'countries', {
    summary: 'show the events of a site by country',
    example: 'countries --site site_0123456789abcdef --start 2026-03-01 --end 2026-03-31',
    remarks: 'XX stands for an unknown country.',
  }).action(
    showing<RangeOptions>(shell, async (ctx, asked) => {
      const found = await countries(ctx, asked);
      const rows = found.countries.map(({ country, botVisits, referrals, conversions }) => {
        return [country, ...[botVisits, referrals, conversions].map(String)];
      });
      return {
        value: { period: datesOf(found.range), ...countriesObject(found) },
        label: describeDays(found, ctx.nowMs),
        tables: [[['country', 'bot visits', 'referrals', 'conversions'], ...rows]],
      };
    }),
  );
}
