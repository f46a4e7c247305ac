import { bot } from '../operations/reading/bot.ts';
import { companies } from '../operations/reading/companies.ts';
import { countries } from '../operations/reading/countries.ts';
import { events } from '../operations/reading/events.ts';
import { pages } from '../operations/reading/pages.ts';
import { sites } from '../operations/reading/sites.ts';
import { stats } from '../operations/reading/stats.ts';
import { timeseries } from '../operations/reading/timeseries.ts';
import { botChunks, botQuery, botSchema } from './bot.ts';
import { companiesObject, companiesQuery, companiesSchema } from './companies.ts';
import { countriesObject, countriesQuery, countriesSchema } from './countries.ts';
import { eventsObject, eventsQuery, eventsSchema } from './events.ts';
import { pagesObject, pagesQuery, pagesSchema } from './pages.ts';
import { siteObject, sitesSchema } from './sites.ts';
import { statsObject, statsQuery, statsSchema } from './stats.ts';
import { timeseriesChunks, timeseriesQuery, timeseriesSchema } from './timeseries.ts';
import { type Endpoint, INSIGHT, OF_ALL, OF_A_SITE, endpoint } from './endpoint.ts';
import { SITE_REPORTS } from './site-endpoints.ts';

/** GET /api/v1/sites */
const SITES: Endpoint = {
  budget: 'sites',
  operationId: 'listSites',
  summary: 'List your sites',
  description: 'All sites of the account, oldest first. A key that only collects gets SITE_NOT_FOUND.',
  answer: sitesSchema,
  refusals: [...OF_ALL, 'QUERY_TIMEOUT'],
  async respond(ctx) {
    const own = await sites(ctx);
    return { value: { sites: await Promise.all(own.map((site) => siteObject(ctx, site))) } };
  },
};

/** The reports of a site, by what follows its id in the path. */
const REPORTS: Readonly<Record<string, Endpoint>> = {
  timeseries: endpoint(
    {
      budget: 'timeseries',
      operationId: 'getTimeseries',
      summary: 'Count the events of each day or hour',
      description:
        'A point for every day or hour of the range, also for those without events. Long answers are streamed; one that ' +
        'is cut short breaks the connection.',
      query: timeseriesQuery,
      answer: timeseriesSchema,
      refusals: [...OF_A_SITE, 'PLAN_REQUIRED'],
    },
    async (ctx, asked) => ({ chunks: timeseriesChunks(await timeseries(ctx, asked)) }),
  ),
  stats: endpoint(
    {
      budget: 'stats',
      operationId: 'getStats',
      summary: 'Sum up the events of a range',
      description:
        'Totals, and the counts by bot, LLM product and conversion. An event counts in the next answer.',
      query: statsQuery,
      answer: statsSchema,
      refusals: OF_A_SITE,
    },
    async (ctx, asked) => ({ value: statsObject(await stats(ctx, asked)) }),
  ),
  events: endpoint(
    {
      budget: 'events',
      operationId: 'listEvents',
      summary: 'List the events of a range',
      description: 'Page by page, newest first. Events that come meanwhile neither repeat nor hide others.',
      query: eventsQuery,
      answer: eventsSchema,
      refusals: OF_A_SITE,
    },
    async (ctx, asked) => ({ value: eventsObject(await events(ctx, asked)) }),
  ),
  pages: endpoint(
    {
      ...INSIGHT,
      operationId: 'listPages',
      summary: 'List the pages of a range',
      description:
        'Page by page, largest count first. With bot, company or purpose, only pages that those bots visited, and only ' +
        'their visits.',
      query: pagesQuery,
      answer: pagesSchema,
    },
    async (ctx, asked) => ({ value: await pagesObject(await pages(ctx, asked)) }),
  ),
  companies: endpoint(
    {
      ...INSIGHT,
      operationId: 'listCompanies',
      summary: 'Compare what companies take and send',
      description:
        'For each company the visits of its bots and the clicks from its LLM products. With compare, those of full days ' +
        'alone: today is left out on both sides.',
      query: companiesQuery,
      answer: companiesSchema,
    },
    async (ctx, asked) => ({ value: companiesObject(await companies(ctx, asked)) }),
  ),
  countries: endpoint(
    {
      ...INSIGHT,
      operationId: 'listCountries',
      summary: 'Count the events of each country',
      description: 'Where bots, visitors and conversions came from, by the address of the client.',
      query: countriesQuery,
      answer: countriesSchema,
    },
    async (ctx, asked) => ({ value: countriesObject(await countries(ctx, asked)) }),
  ),
  'bots/{botName}': endpoint(
    {
      ...INSIGHT,
      operationId: 'getBot',
      summary: 'Show what one bot did',
      description:
        'Its visits, statuses, pages and points over time. Of a bot that never came to the site, counts are 0, and all ' +
        'that can be null is. Long answers are streamed; one that is cut short breaks the connection.',
      query: botQuery,
      answer: botSchema,
      refusals: [...OF_A_SITE, 'PLAN_REQUIRED'],
    },
    async (ctx, { botName: name = '', ...asked }) => {
      const profile = await bot(ctx, { ...asked, name });
      return { chunks: botChunks(profile, asked) };
    },
  ),
  ...SITE_REPORTS,
};

export const SITES_PATH = '/api/v1/sites';

/** The template of the path to which backends send what happens. */
export const COLLECT_ROUTE = '/collect/sites/{siteId}/events';

/** The template of the paths of a report. */
export function pathOfReport(name: string): string {
  return `${SITES_PATH}/{siteId}/${name}`;
}

/** Every endpoint of REST by the template of its paths. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  [SITES_PATH, SITES],
  ...Object.entries(REPORTS).map(([name, report]) => [pathOfReport(name), report] as const),
]);
