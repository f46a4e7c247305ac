import type { RefusalCode } from '../domain/refusal.ts';
import { events } from '../operations/reading/events.ts';
import { sites } from '../operations/reading/sites.ts';
import { stats } from '../operations/reading/stats.ts';
import { timeseries } from '../operations/reading/timeseries.ts';
import { eventsObject, eventsQuery, eventsSchema } from '../wire/events.ts';
import { siteObject, sitesSchema } from '../wire/sites.ts';
import { statsObject, statsQuery, statsSchema } from '../wire/stats.ts';
import { timeseriesChunks, timeseriesQuery, timeseriesSchema } from '../wire/timeseries.ts';
import { type Endpoint, given } from './endpoint.ts';

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

/** GET /api/v1/sites */
export const SITES: Endpoint = {
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

/** GET /api/v1/sites/{siteId}/…, by the rest of the path. */
export const REPORTS = {
  timeseries: {
    budget: 'timeseries',
    operationId: 'getTimeseries',
    summary: 'Count the events of each day or hour',
    description:
      'A point for every day or hour of the range, also for those without events. Long answers are streamed; one that ' +
      'is cut short breaks the connection.',
    query: timeseriesQuery,
    answer: timeseriesSchema,
    refusals: [...OF_A_SITE, 'PLAN_REQUIRED'],
    async respond(ctx, { siteId, query }) {
      return {
        chunks: timeseriesChunks(await timeseries(ctx, { siteId, ...given(query, timeseriesQuery) })),
      };
    },
  },
  stats: {
    budget: 'stats',
    operationId: 'getStats',
    summary: 'Sum up the events of a range',
    description:
      'Totals, and the counts by bot, LLM product and conversion. An event counts in the next answer.',
    query: statsQuery,
    answer: statsSchema,
    refusals: OF_A_SITE,
    async respond(ctx, { siteId, query }) {
      return { value: statsObject(await stats(ctx, { siteId, ...given(query, statsQuery) })) };
    },
  },
  events: {
    budget: 'events',
    operationId: 'listEvents',
    summary: 'List the events of a range',
    description: 'Page by page, newest first. Events that come meanwhile neither repeat nor hide others.',
    query: eventsQuery,
    answer: eventsSchema,
    refusals: OF_A_SITE,
    async respond(ctx, { siteId, query }) {
      return { value: eventsObject(await events(ctx, { siteId, ...given(query, eventsQuery) })) };
    },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
