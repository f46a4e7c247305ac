import { alertsOf, notesOf } from '../operations/reading/alerts.ts';
import { coverage } from '../operations/reading/coverage.ts';
import { obedience } from '../operations/reading/obedience.ts';
import { robotsVersionsOf } from '../operations/reading/robots-versions.ts';
import { reach, reachPages } from '../operations/reading/reach.ts';
import { sourcesOf } from '../operations/reading/sources.ts';
import { unlistedRobots } from '../operations/reading/unlisted-robots.ts';
import { alertsObject, alertsQuery, alertsSchema } from './alerts.ts';
import { coverageObject, coverageQuery, coverageSchema } from './coverage.ts';
import { notesObject, notesQuery, notesSchema } from './notes.ts';
import { obedienceObject, obedienceQuery, obedienceSchema } from './obedience.ts';
import { robotsObject, robotsQuery, robotsSchema } from './robots.ts';
import {
  reachObject,
  reachPagesObject,
  reachPagesQuery,
  reachPagesSchema,
  reachQuery,
  reachSchema,
} from './reach.ts';
import { sourcesObject, sourcesQuery, sourcesSchema } from './sources.ts';
import { unlistedRobotsObject, unlistedRobotsQuery, unlistedRobotsSchema } from './unlisted-robots.ts';
import { type Endpoint, INSIGHT, endpoint } from './endpoint.ts';

/** The reports of a site about more than its events: what is noticed, published, missing and sent. */
export const SITE_REPORTS: Readonly<Record<string, Endpoint>> = {
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
  sources: endpoint(
    {
      ...INSIGHT,
      operationId: 'listSources',
      summary: 'Show where records come from, and what became of them',
      description: 'Logs, drains, backends and imports, of the 200 that were heard of last.',
      query: sourcesQuery,
      answer: sourcesSchema,
    },
    async (ctx, asked) => ({ value: sourcesObject(await sourcesOf(ctx, asked)) }),
  ),
  alerts: endpoint(
    {
      ...INSIGHT,
      operationId: 'listAlerts',
      summary: 'List what was noticed about the site',
      description:
        'Page by page, newest first: surges, silences, errors, impostors and new bots, for 400 days.',
      query: alertsQuery,
      answer: alertsSchema,
    },
    async (ctx, asked) => ({ value: alertsObject(await alertsOf(ctx, asked), ctx) }),
  ),
  notes: endpoint(
    {
      ...INSIGHT,
      operationId: 'listNotes',
      summary: 'List the notes to days',
      description: 'What the owner of the site wrote about its days.',
      query: notesQuery,
      answer: notesSchema,
    },
    async (ctx, asked) => ({ value: notesObject(await notesOf(ctx, asked)) }),
  ),
};
