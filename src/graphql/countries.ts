import { DATA_DECIDES, PAID_FIELD } from '../execution/largest-answer.ts';
import { type Countries, countries } from '../operations/reading/countries.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { dateArguments } from './date-arguments.ts';
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
    ...NULL_ON_ERROR,
    description:
      'The events of each country, sorted by bot visits, referrals and conversions, largest first, then by country. ' +
      'Costs one unit of the budget "insight". Null on RATE_LIMITED or INVALID_DATE_RANGE.',
    args: dateArguments,
    extensions: { ...NULL_ON_ERROR.extensions, [PAID_FIELD]: DATA_DECIDES },
    resolve: async ({ id }, { start, end }, ctx) => {
      const dates = { start: start ?? undefined, end: end ?? undefined };
      return (await countries(ctx, { siteId: id, ...dates })).countries;
    },
  }),
);
