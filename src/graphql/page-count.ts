import type { PageCount } from '../domain/page-count.ts';
import { builder } from './builder.ts';

export const PageCountType = builder.objectRef<PageCount>('PageCount').implement({
  description: 'The events of one page.',
  fields: (t) => ({
    pagePath: t.exposeString('pagePath', { description: 'The path of the page; starts with "/".' }),
    botVisits: t.expose('botVisits', { type: 'SafeInt', description: 'Visits by AI bots.' }),
    referrals: t.expose('referrals', {
      type: 'SafeInt',
      description: 'Visits from links in LLM products; 0 where only bots are counted.',
    }),
    conversions: t.expose('conversions', {
      type: 'SafeInt',
      description: 'Conversions; 0 where only bots are counted.',
    }),
    failed: t.expose('failed', {
      type: 'SafeInt',
      description: 'Visits by AI bots with a status from 400.',
    }),
    bytes: t.expose('bytes', {
      type: 'SafeInt',
      nullable: true,
      description: 'The bytes sent to AI bots; null if no visit was recorded with its bytes.',
    }),
  }),
});
