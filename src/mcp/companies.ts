import { counted } from '../domain/counted.ts';
import * as z from 'zod';
import { companies } from '../operations/reading/companies.ts';
import { companyObject, companySchema } from '../wire/companies.ts';
import { count } from '../wire/parts.ts';
import { DAYS, MAX_ITEMS, SITE } from './arguments.ts';
import { defineReport, listed } from './report.ts';

export const companiesTool = defineReport({
  name: 'companies',
  title: 'What companies take, send and bring',
  description:
    'For each company what its bots take from a site (visits, by purpose, verified or not, failed, bytes), what its LLM ' +
    'products send (referrals), and what that brings (conversions of visitors that they sent, with the sum of the ' +
    'values), by visits, then referrals, largest first. Conversions ÷ referrals is a rate only for days after ' +
    'attribution_since of the coverage. At most ' +
    `${MAX_ITEMS} companies. Costs two units of the budget "insight", one of them for the coverage.`,
  input: z.strictObject({ ...SITE, ...DAYS }),
  output: {
    companies: z.array(companySchema),
    left_out: count.meta({ description: 'Companies with smaller counts that are not listed.' }),
  },
  async read(ctx, { site_id: siteId, start, end }) {
    const { range, companies: found } = await companies(ctx, { siteId, start, end });
    const { items, leftOut } = listed(found, MAX_ITEMS);
    const number = found.length === 1 ? '1 company' : `${found.length} companies`;
    const visits = found.reduce((sum, { botVisits }) => sum + botVisits, 0);
    const value = { companies: items.map(companyObject), left_out: leftOut };
    return { range, value, numbers: `${number}, ${counted(visits, 'bot visit')}` };
  },
});
