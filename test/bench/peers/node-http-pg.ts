// node:http and pg only, with every handler written by hand, to show what is possible without a framework. Each request
// runs two queries, which are named prepared statements.
import 'site-traffic-bench/production';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import pg from 'pg';
import { type Caller, createAuthenticate } from './authenticate.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { fillBuckets, parseDateRange } from './dates.ts';
import { authenticatedHeaders } from './headers.ts';
import { createLimiter } from './limit.ts';
import {
  type EventRow,
  countByBucket,
  countByName,
  findKey,
  listEvents,
  markKeyUsed,
} from './node-http-queries.ts';
import { Refusal, invalidParameter } from './refusal.ts';
import { POOL_SIZE, readSettings } from './settings.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const settings = readSettings();
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: POOL_SIZE });
pool.on('error', () => {
  // the pool replaces an idle connection that breaks
});
const authenticate = createAuthenticate({
  findKey: (keyHash) => findKey(pool, keyHash),
  markKeyUsed: (keyId, at) => markKeyUsed(pool, keyId, at),
});
const limiter = createLimiter();

type Asked = { readonly caller: Caller; readonly siteId: string; readonly query: URLSearchParams };
type Handler = (asked: Asked) => Promise<unknown>;

const HANDLERS: Readonly<Record<string, Handler>> = { stats, timeseries, events };
const ROUTE = /^\/api\/v1\/sites\/([^/?]+)\/(stats|timeseries|events)(?:\?(.*))?$/;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('X-Request-Id', randomUUID());
  response.setHeader('X-Content-Type-Options', 'nosniff');
  try {
    const [, siteId, operation, query] = ROUTE.exec(request.url ?? '') ?? [];
    if (siteId === undefined || operation === undefined || request.method !== 'GET') {
      throw new Refusal('NOT_FOUND');
    }
    const caller = await authenticate(request.headers.authorization);
    spend(caller, operation, response);
    const asked = { caller, siteId: decodeURIComponent(siteId), query: new URLSearchParams(query) };
    send(response, 200, await HANDLERS[operation]?.(asked));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('SERVER_ERROR');
    if (refusal.statusCode === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    send(response, refusal.statusCode, refusal.body);
  }
}

function spend({ accountId, plan }: Caller, operation: string, response: ServerResponse): void {
  const decision = limiter(accountId, operation, settings.requestsPerMinute[plan]);
  const headers = authenticatedHeaders(operation, decision);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (!decision.granted) throw new Refusal('RATE_LIMITED', undefined, decision.retryAfterSeconds);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function stats({ caller, siteId, query }: Asked) {
  const range = parseDateRange(single(query, 'start'), single(query, 'end'));
  const counts = found(await countByName(pool, { accountId: caller.accountId, siteId }, range));
  const bots: object[] = [];
  const referrals: object[] = [];
  const conversions: object[] = [];
  const totals = { bot: 0, referral: 0, conversion: 0 };
  for (const { type, name, company, count, value } of counts) {
    totals[type] += count;
    if (type === 'bot') bots.push({ bot_name: name, bot_company: company, count });
    else if (type === 'referral') referrals.push({ source: name, count });
    else conversions.push({ event_name: name, count, value });
  }
  return {
    period: { start: range.start, end: range.end },
    totals: { bot_visits: totals.bot, referrals: totals.referral, conversions: totals.conversion },
    bot_breakdown: bots,
    referral_breakdown: referrals,
    conversion_breakdown: conversions,
  };
}

async function timeseries({ caller, siteId, query }: Asked) {
  const range = parseDateRange(single(query, 'start'), single(query, 'end'));
  const granularity = oneOf(query, 'granularity', ['day', 'hour'] as const) ?? 'day';
  const buckets = found(
    await countByBucket(pool, { accountId: caller.accountId, siteId }, range, granularity),
  );
  // the same query also checks whose site it is
  if (granularity === 'hour' && caller.plan !== 'pro') throw new Refusal('PLAN_REQUIRED');
  const data = fillBuckets(range, granularity, buckets).map(({ label, botVisits, referrals, conversions }) =>
    granularity === 'day'
      ? { date: label, bot_visits: botVisits, referrals, conversions }
      : { datetime: label, bot_visits: botVisits, referrals, conversions },
  );
  return { granularity, data };
}

async function events({ caller, siteId, query }: Asked) {
  const range = parseDateRange(single(query, 'start'), single(query, 'end'));
  const type = oneOf(query, 'type', ['bot', 'referral', 'conversion'] as const);
  const limit = parseLimit(single(query, 'limit'));
  const cursor = single(query, 'cursor');
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const owned = { accountId: caller.accountId, siteId };
  // one extra row shows whether there is a next page
  const rows = found(await listEvents(pool, owned, range, { type, after, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && rows.length > limit;
  return {
    events: page.map(eventObject),
    next_cursor: more ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
  };
}

function eventObject(event: EventRow) {
  const { id, type, page_path, country, created_at } = event;
  const common = { id, type, page_path, country, created_at };
  if (type === 'bot') return { ...common, bot_name: event.bot_name, bot_company: event.bot_company };
  if (type === 'referral') return { ...common, source: event.source };
  return { ...common, event_name: event.event_name, event_value: event.event_value };
}

function found<Rows>(rows: Rows | undefined): Rows {
  if (rows === undefined) throw new Refusal('SITE_NOT_FOUND');
  return rows;
}

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw invalidParameter(name, values.join(', '), 'given once');
  return values[0];
}

/** The allowed values of a parameter, in words. */
const ALLOWED: Readonly<Record<string, string>> = {
  type: '"bot", "referral" or "conversion"',
  granularity: '"day" or "hour"',
};

function oneOf<Value extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Value[],
): Value | undefined {
  const given = single(query, name);
  const value = allowed.find((known) => known === given);
  if (given !== undefined && value === undefined)
    throw invalidParameter(name, given, ALLOWED[name] ?? 'known');
  return value;
}

function parseLimit(given = '100'): number {
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= 1000) return limit;
  throw invalidParameter('limit', given, 'a whole number from 1 to 1000');
}

const server = createServer((request, response) => {
  void answer(request, response);
});
process.once('SIGTERM', () => {
  server.close(() => void pool.end());
  server.closeIdleConnections();
});
server.listen(settings.port, settings.host);
