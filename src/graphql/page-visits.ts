import type { PageVisits } from '../domain/sitemap.ts';
import { builder } from './builder.ts';

export const PageVisitsType = builder.objectRef<PageVisits>('PageVisits').implement({
  description: 'A page and visits of bots to it.',
  fields: (t) => ({
    pagePath: t.exposeString('pagePath', { description: 'The path of the page; starts with "/".' }),
    visits: t.expose('visits', { type: 'SafeInt', description: 'The number of visits.' }),
  }),
});
