import { DATA_DECIDES } from '../execution/largest-answer.ts';
import { type Countries, countries } from '../operations/reading/countries.ts';
import { builder, paid } from './builder.ts';
import { dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

type CountryCount = Countries['countries'][number];

const CountryCountType = builder.objectRef<CountryCount>('CountryCount').implement({
  description: 'The events from one country.',
  fields: (t) => ({
    country: t.exposeString('country', {
      description: 'Two-letter ISO 3166-1 country code; "XX" if the country is unknown.',
    }),
    botVisits: t.expose('botVisits', { type: 'SafeInt', description: 'Visits by AI bots.' }),
    referrals: t.expose('referrals', { type: 'SafeInt', description: 'Visits from links in LLM products.' }),
    conversions: t.expose('conversions', { type: 'SafeInt', description: 'Conversions.' }),
  }),
});

builder.objectField(SiteType, 'countries', (t) =>
  t.field({
    type: [CountryCountType],
    ...paid(DATA_DECIDES),
    description:
      'The events of each country, sorted by bot visits, referrals and conversions, largest first, then by country. ' +
      'Costs one unit of the budget "insight". Null on RATE_LIMITED or INVALID_DATE_RANGE.',
    args: dateArguments,
    resolve: async ({ id }, args, ctx) => (await countries(ctx, { siteId: id, ...args })).countries,
  }),
);
