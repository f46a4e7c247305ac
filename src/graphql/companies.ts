import { companies } from '../operations/reading/companies.ts';
import type { CompanyCount } from '../operations/reading/company-counts.ts';
import { DATA_DECIDES } from '../execution/largest-answer.ts';
import { builder, paid } from './builder.ts';
import { comparisonArguments, dateArguments } from './report-arguments.ts';
import { PurposeCountType, VerificationType } from './insight-types.ts';
import { SiteType } from './sites.ts';

const CompanyCountType = builder.objectRef<CompanyCount>('CompanyCount').implement({
  description:
    'What one company takes, sends and brings: the visits of its bots, the referrals from its LLM products, and the ' +
    'conversions of visitors that these sent. With compare, those on full days alone: today is left out on both sides, ' +
    'so that they need not add up to the totals of stats.',
  fields: (t) => ({
    company: t.exposeString('company', {
      description:
        'The company that the catalogue gives the bot or the product, such as "OpenAI". Of a bot that it does not have, ' +
        'the company that was recorded; a referral source that it does not have stands for itself.',
    }),
    botVisits: t.expose('botVisits', { type: 'SafeInt', description: 'Visits by its bots.' }),
    purposes: t.expose('purposes', {
      type: [PurposeCountType],
      description: 'These visits for each purpose that one of the bots has.',
    }),
    verification: t.expose('verification', {
      type: VerificationType,
      description: 'Whether these visits came from addresses of the operator.',
    }),
    failed: t.expose('failed', {
      type: 'SafeInt',
      description: 'Those of these visits that were answered with a status from 400.',
    }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description:
        'The sum of the sizes of the responses, as far as they were recorded, at most 2^53-1; null if none was.',
    }),
    referrals: t.expose('referrals', { type: 'SafeInt', description: 'Referrals from its LLM products.' }),
    visitsPerReferral: t.exposeFloat('visitsPerReferral', {
      nullable: true,
      description: 'Bot visits for each referral; null without referrals.',
    }),
    conversions: t.expose('conversions', {
      type: 'SafeInt',
      description: 'Conversions of visitors that its LLM products sent.',
    }),
    value: t.exposeFloat('value', { description: 'The sum of their values; 0 if none was set.' }),
    previousBotVisits: t.expose('previousBotVisits', {
      type: 'SafeInt',
      nullable: true,
      description: 'Visits by its bots on the corresponding days before; null without compare.',
    }),
    previousReferrals: t.expose('previousReferrals', {
      type: 'SafeInt',
      nullable: true,
      description: 'Its referrals on the corresponding days before; null without compare.',
    }),
  }),
});

builder.objectField(SiteType, 'companies', (t) =>
  t.field({
    type: [CompanyCountType],
    ...paid(DATA_DECIDES),
    description:
      'The companies whose bots visit the site or whose LLM products send visitors, or sent those who convert, by bot ' +
      'visits, then referrals, most first, then by name. With compare, one that came only on the days before is listed ' +
      'with counts of 0. Costs one unit of the budget "insight", with compare two. Null on RATE_LIMITED or ' +
      'INVALID_DATE_RANGE.',
    args: { ...dateArguments, ...comparisonArguments },
    resolve: async ({ id }, args, ctx) => (await companies(ctx, { siteId: id, ...args })).companies,
  }),
);
