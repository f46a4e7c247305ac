// Fastify with response schemas, Kysely with its PostgresDialect: a REST service as their documentation writes one.
import 'site-traffic-bench/production';
import type { FastifyError, FastifyRequest } from 'fastify';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type Granularity, fillBuckets, parseDateRange } from './dates.ts';
import { createAdmission, createApp, serve } from './fastify-app.ts';
import { eventsSchema, statsSchema, timeseriesSchema } from './fastify-schemas.ts';
import { type EventType, openDatabase } from './kysely-database.ts';
import { type NameCount, countByBucket, countByName, findSite, listEvents } from './kysely-queries.ts';
import { Refusal, invalidParameter } from './refusal.ts';
import { readSettings } from './settings.ts';

const settings = readSettings();
const db = openDatabase(settings.databaseUrl);
const { admitTo } = createAdmission(db, settings);
const app = createApp();

async function requireSite({ caller }: FastifyRequest, siteId: string): Promise<void> {
  const site = await findSite(db, caller.accountId, siteId);
  if (site === undefined) throw new Refusal('SITE_NOT_FOUND');
}

type SiteParams = { siteId: string };
type RangeQuery = { start?: string; end?: string };

app.get<{ Params: SiteParams; Querystring: RangeQuery }>(
  '/api/v1/sites/:siteId/stats',
  { schema: statsSchema, onRequest: admitTo('stats') },
  async (request) => {
    const { siteId } = request.params;
    const range = parseDateRange(request.query.start, request.query.end);
    await requireSite(request, siteId);
    const counts = await countByName(db, siteId, range);
    const bots = counts.filter(({ type }) => type === 'bot');
    const referrals = counts.filter(({ type }) => type === 'referral');
    const conversions = counts.filter(({ type }) => type === 'conversion');
    return {
      period: { start: range.start, end: range.end },
      totals: { bot_visits: sum(bots), referrals: sum(referrals), conversions: sum(conversions) },
      bot_breakdown: bots.map(({ name, company, count }) => ({
        bot_name: name,
        bot_company: company,
        count,
      })),
      referral_breakdown: referrals.map(({ name, count }) => ({ source: name, count })),
      conversion_breakdown: conversions.map(({ name, count, value }) => ({ event_name: name, count, value })),
    };
  },
);

function sum(counts: readonly NameCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

app.get<{ Params: SiteParams; Querystring: RangeQuery & { granularity: Granularity } }>(
  '/api/v1/sites/:siteId/timeseries',
  { schema: timeseriesSchema, onRequest: admitTo('timeseries') },
  async (request) => {
    const { siteId } = request.params;
    const { granularity, start, end } = request.query;
    const range = parseDateRange(start, end);
    await requireSite(request, siteId);
    if (granularity === 'hour' && request.caller.plan !== 'pro') throw new Refusal('PLAN_REQUIRED');
    const buckets = await countByBucket(db, siteId, range, granularity);
    const data = fillBuckets(range, granularity, buckets).map(({ label, ...counts }) => ({
      [granularity === 'day' ? 'date' : 'datetime']: label,
      bot_visits: counts.botVisits,
      referrals: counts.referrals,
      conversions: counts.conversions,
    }));
    return { granularity, data };
  },
);

type EventsQuery = RangeQuery & { type?: EventType; limit: number; cursor?: string };

app.get<{ Params: SiteParams; Querystring: EventsQuery }>(
  '/api/v1/sites/:siteId/events',
  { schema: eventsSchema, onRequest: admitTo('events') },
  async (request) => {
    const { siteId } = request.params;
    const { start, end, type, limit, cursor } = request.query;
    const range = parseDateRange(start, end);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    await requireSite(request, siteId);
    // one extra row shows whether there is a next page
    const found = await listEvents(db, siteId, range, { type, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      events: page.map((event) => ({
        ...event,
        bot_name: event.bot_name ?? undefined,
        bot_company: event.bot_company ?? undefined,
        source: event.source ?? undefined,
        event_name: event.event_name ?? undefined,
        event_value: event.type === 'conversion' ? event.event_value : undefined,
      })),
      next_cursor:
        last && found.length > limit ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
    };
  },
);

app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
  const refusal = toRefusal(error, request);
  void reply.code(refusal.statusCode).send(refusal.body);
});

/** What each parameter allows, in words. */
const ALLOWED: Readonly<Record<string, string>> = {
  type: '"bot", "referral" or "conversion"',
  limit: 'a whole number from 1 to 1000',
  granularity: '"day" or "hour"',
};

function toRefusal(error: FastifyError | Refusal, { query }: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const [complaint] = error.validation ?? [];
  if (complaint === undefined) return new Refusal('SERVER_ERROR');
  const name = complaint.instancePath.slice(1);
  const came = (query as Readonly<Record<string, unknown>>)[name];
  if (Array.isArray(came)) return invalidParameter(name, came.join(', '), 'given once');
  return invalidParameter(name, String(came), ALLOWED[name] ?? 'given once');
}

await serve(app, db, settings);
