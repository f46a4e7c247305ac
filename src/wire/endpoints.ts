import type { RefusalCode } from '../domain/refusal.ts';
import { bot } from '../operations/reading/bot.ts';
import { companies } from '../operations/reading/companies.ts';
import { countries } from '../operations/reading/countries.ts';
import { coverage } from '../operations/reading/coverage.ts';
import { events } from '../operations/reading/events.ts';
import { obedience } from '../operations/reading/obedience.ts';
import { pages } from '../operations/reading/pages.ts';
import { robotsVersionsOf } from '../operations/reading/robots-versions.ts';
import { reach, reachPages } from '../operations/reading/reach.ts';
import { sites } from '../operations/reading/sites.ts';
import { stats } from '../operations/reading/stats.ts';
import { timeseries } from '../operations/reading/timeseries.ts';
import { unlistedRobots } from '../operations/reading/unlisted-robots.ts';
import { botChunks, botQuery, botSchema } from './bot.ts';
import { companiesObject, companiesQuery, companiesSchema } from './companies.ts';
import { countriesObject, countriesQuery, countriesSchema } from './countries.ts';
import { coverageObject, coverageQuery, coverageSchema } from './coverage.ts';
import { eventsObject, eventsQuery, eventsSchema } from './events.ts';
import { obedienceObject, obedienceQuery, obedienceSchema } from './obedience.ts';
import { pagesObject, pagesQuery, pagesSchema } from './pages.ts';
import { robotsObject, robotsQuery, robotsSchema } from './robots.ts';
import {
  reachObject,
  reachPagesObject,
  reachPagesQuery,
  reachPagesSchema,
  reachQuery,
  reachSchema,
} from './reach.ts';
import { siteObject, sitesSchema } from './sites.ts';
import { statsObject, statsQuery, statsSchema } from './stats.ts';
import { timeseriesChunks, timeseriesQuery, timeseriesSchema } from './timeseries.ts';
import { unlistedRobotsObject, unlistedRobotsQuery, unlistedRobotsSchema } from './unlisted-robots.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** What any endpoint may refuse with. */
export const OF_ALL = [
  'BAD_REQUEST',
  'MISSING_KEY',
  'INVALID_KEY',
  'USER_NOT_FOUND',
  'SITE_NOT_FOUND',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'OVERLOADED',
] as const satisfies readonly RefusalCode[];

const OF_A_SITE = [
  ...OF_ALL,
  'MISSING_SITE_ID',
  'INVALID_DATE_RANGE',
  'INVALID_PARAMETER',
  'QUERY_TIMEOUT',
] as const satisfies readonly RefusalCode[];

/** A report that draws on the budget "insight". */
const INSIGHT = { budget: 'insight', refusals: OF_A_SITE } as const;

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
  'unlisted-robots': endpoint(
    {
      ...INSIGHT,
      operationId: 'listUnlistedRobots',
      summary: 'List the robots that are not in the catalogue',
      description:
        'The requests of clients that say that they are robots, by the name they give. They are no events and count in no total.',
      query: unlistedRobotsQuery,
      answer: unlistedRobotsSchema,
    },
    async (ctx, asked) => ({ value: unlistedRobotsObject(await unlistedRobots(ctx, asked)) }),
  ),
  obedience: endpoint(
    {
      ...INSIGHT,
      operationId: 'getObedience',
      summary: 'Show whether bots obeyed robots.txt',
      description:
        'Each visit is checked against the versions that the bot may have relied on: those that it read in the 24 hours ' +
        'before or, if it read none, all that were in force then.',
      query: obedienceQuery,
      answer: obedienceSchema,
    },
    async (ctx, asked) => ({ value: await obedienceObject(await obedience(ctx, asked)) }),
  ),
  robots: endpoint(
    {
      ...INSIGHT,
      operationId: 'listRobotsVersions',
      summary: 'List the versions of robots.txt',
      description: 'What the robots.txt of the site said, and since when.',
      query: robotsQuery,
      answer: robotsSchema,
    },
    async (ctx, asked) => ({ value: robotsObject(await robotsVersionsOf(ctx, asked)) }),
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
  reach: endpoint(
    {
      ...INSIGHT,
      operationId: 'getReach',
      summary: 'Show what bots read of the sitemap, and what they never read',
      description:
        "The list of the site's pages, which the operator makes from its sitemap, compared with what bots read in the range. " +
        'Visits with a status below 400, or recorded without one, count.',
      query: reachQuery,
      answer: reachSchema,
    },
    async (ctx, asked) => {
      const found = await reach(ctx, asked);
      return { value: { reach: found && (await reachObject(found)) } };
    },
  ),
  'reach/pages': endpoint(
    {
      ...INSIGHT,
      operationId: 'listReachPages',
      summary: 'List the pages of the sitemap that bots read or not',
      description: 'Page by page, by path. Empty if the site has no list of pages.',
      query: reachPagesQuery,
      answer: reachPagesSchema,
    },
    async (ctx, asked) => ({ value: reachPagesObject(await reachPages(ctx, asked)) }),
  ),
  coverage: endpoint(
    {
      ...INSIGHT,
      operationId: 'getCoverage',
      summary: 'Show whether what is recorded is complete',
      description: 'The first and the last event, gaps in the recording, and where events come from.',
      query: coverageQuery,
      answer: coverageSchema,
    },
    async (ctx, asked) => ({ value: coverageObject(await coverage(ctx, asked)) }),
  ),
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
