import * as z from 'zod';
import type { Companies } from '../operations/reading/companies.ts';
import type { CompanyCount } from '../operations/reading/company-counts.ts';
import { COMPARE, RANGE, count, facts, factsObject, purposeCounts } from './parts.ts';

export const companiesQuery = z.object({ ...RANGE, ...COMPARE });

const previous = count
  .nullable()
  .meta({ description: 'On the corresponding days before; null without compare.' });

export const companySchema = z.object({
  company: z.string(),
  bot_visits: count,
  purposes: purposeCounts,
  ...facts,
  referrals: count.meta({ description: 'Clicks from its LLM products.' }),
  visits_per_referral: z
    .number()
    .nullable()
    .meta({ description: 'What it takes for each click it sends; null without clicks.' }),
  conversions: count.meta({ description: 'Conversions of visitors that its LLM products sent.' }),
  value: z.number().meta({ description: 'The sum of their values; 0 without any.' }),
});

/** The body of GET /api/v1/sites/{siteId}/companies. */
export const companiesSchema = z
  .object({
    companies: z
      .array(companySchema.extend({ previous_bot_visits: previous, previous_referrals: previous }))
      .meta({ description: 'By visits, then referrals, largest first.' }),
  })
  .meta({
    id: 'Companies',
    example: {
      companies: [
        {
          company: 'OpenAI',
          bot_visits: 120,
          purposes: [{ purpose: 'training', count: 120 }],
          verification: { signed: 0, verified: 110, outside: 0, no_list: 0, unknown: 10 },
          failed: 4,
          bytes: 1_482_304,
          referrals: 14,
          visits_per_referral: 8.571428571428571,
          conversions: 3,
          value: 149.7,
          previous_bot_visits: null,
          previous_referrals: null,
        },
      ],
    },
  });

export function companyObject(company: CompanyCount) {
  return {
    company: company.company,
    bot_visits: company.botVisits,
    purposes: [...company.purposes],
    ...factsObject(company),
    referrals: company.referrals,
    visits_per_referral: company.visitsPerReferral,
    conversions: company.conversions,
    value: company.value,
  };
}

export function companiesObject({ companies }: Companies): z.input<typeof companiesSchema> {
  return {
    companies: companies.map((company) => ({
      ...companyObject(company),
      previous_bot_visits: company.previousBotVisits,
      previous_referrals: company.previousReferrals,
    })),
  };
}
