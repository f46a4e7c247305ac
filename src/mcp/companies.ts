import { z } from 'zod';
import { parseDateRange } from '../domain/date-range.ts';
import { count } from '../http/schema-parts.ts';
import { type CompanyCount, companies } from '../operations/reading/companies.ts';
import { DAYS, MAX_ITEMS, SITE } from './arguments.ts';
import { inert } from './inert.ts';
import { HEADING, counted, headingOf, listed, summarize } from './report.ts';
import { defineTool } from './tool.ts';
import { bytes, failed, purpose, verification, verificationObject } from './values.ts';

const company = z.object({
  company: z.string(),
  bot_visits: count,
  purposes: z.array(z.object({ purpose, count })),
  verification,
  failed,
  bytes,
  referrals: count.meta({ description: 'Clicks from its LLM products.' }),
  visits_per_referral: z
    .number()
    .nullable()
    .meta({ description: 'What it takes for each click it sends; null without clicks.' }),
});

export const companiesTool = defineTool({
  name: 'companies',
  title: 'What companies take and send',
  description:
    'For each company what its bots take from a site (visits, by purpose, verified or not, failed, bytes) and what its ' +
    'LLM products send (referrals), by visits, then referrals, largest first. At most ' +
    `${MAX_ITEMS} companies. Costs two units of the budget "insight", one of them for the coverage.`,
  input: z.strictObject({ ...SITE, ...DAYS }),
  output: z.object({
    ...HEADING,
    companies: z.array(company),
    left_out: count.meta({ description: 'Companies with smaller counts that are not listed.' }),
  }),
  async answer(ctx, { site_id: siteId, start, end }) {
    const found = await companies(ctx, { siteId, start, end, comparison: undefined });
    const heading = await headingOf(ctx, siteId, parseDateRange({ start, end }, ctx.nowMs));
    const { items, leftOut } = listed(found, MAX_ITEMS);
    const value = { ...heading, companies: inert(items.map(companyObject)), left_out: leftOut };
    const number = found.length === 1 ? '1 company' : `${found.length} companies`;
    const visits = found.reduce((sum, { botVisits }) => sum + botVisits, 0);
    return { value, summary: summarize(heading, `${number}, ${counted(visits, 'bot visit')}`) };
  },
});

function companyObject({ company: name, botVisits, purposes, visitsPerReferral, ...facts }: CompanyCount) {
  return {
    company: name,
    bot_visits: botVisits,
    purposes: [...purposes],
    verification: verificationObject(facts.verification),
    failed: facts.failed,
    bytes: facts.bytes,
    referrals: facts.referrals,
    visits_per_referral: visitsPerReferral,
  };
}
