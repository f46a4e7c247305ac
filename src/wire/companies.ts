import { z } from 'zod';
import type { CompanyCount } from '../operations/reading/companies.ts';
import { bytes, count, failed, purposeCounts, verification, verificationObject } from './parts.ts';

export const companySchema = z.object({
  company: z.string(),
  bot_visits: count,
  purposes: purposeCounts,
  verification,
  failed,
  bytes,
  referrals: count.meta({ description: 'Clicks from its LLM products.' }),
  visits_per_referral: z
    .number()
    .nullable()
    .meta({ description: 'What it takes for each click it sends; null without clicks.' }),
});

export function companyObject({ company, botVisits, purposes, visitsPerReferral, ...facts }: CompanyCount) {
  return {
    company,
    bot_visits: botVisits,
    purposes: [...purposes],
    verification: verificationObject(facts.verification),
    failed: facts.failed,
    bytes: facts.bytes,
    referrals: facts.referrals,
    visits_per_referral: visitsPerReferral,
  };
}

/** The same, and what it is compared with. */
export function comparedCompanyObject(company: CompanyCount) {
  return {
    ...companyObject(company),
    previous_bot_visits: company.previousBotVisits,
    previous_referrals: company.previousReferrals,
  };
}
