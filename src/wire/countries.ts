import * as z from 'zod';
import type { Countries } from '../operations/reading/countries.ts';
import { RANGE, totals } from './parts.ts';

export const countriesQuery = z.object(RANGE);

/** The body of GET /api/v1/sites/{siteId}/countries. */
export const countriesSchema = z
  .object({
    countries: z
      .array(
        z.object({
          country: z.string().meta({ description: 'ISO 3166-1 alpha-2; XX if it is unknown.' }),
          ...totals.shape,
        }),
      )
      .meta({ description: 'By bot visits, referrals and conversions, largest first.' }),
  })
  .meta({
    id: 'Countries',
    example: { countries: [{ country: 'US', bot_visits: 120, referrals: 9, conversions: 3 }] },
  });

export function countriesObject({ countries }: Countries): z.input<typeof countriesSchema> {
  return {
    countries: countries.map(({ country, botVisits, referrals, conversions }) => {
      return { country, bot_visits: botVisits, referrals, conversions };
    }),
  };
}
