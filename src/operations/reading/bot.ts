import { findBot } from '../../catalogue/find-bot.ts';
import type { BotPurpose } from '../../catalogue/bots.ts';
import { purposeOf } from '../../catalogue/purposes.ts';
import type { RequestContext } from '../../context.ts';
import type { StatusCount } from '../../domain/bot-facts.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import type { Bucket, Granularity } from '../../domain/granularity.ts';
import type { PageCount } from '../../domain/page-count.ts';
import {
  type BotOfSite,
  type BotSighting,
  type VisitFacts,
  countBotStatuses,
  countBotVisits,
  findFirstBotVisit,
  findLastBotVisit,
  sumBotVisits,
} from '../../queries/bot-visits.ts';
import { countByPage } from '../../queries/pages.ts';
import { accessSite } from '../access.ts';
import {
  type RangeRequest,
  type RawParameter,
  isStorable,
  parseRange,
  requirePro,
  requireSiteId,
  spend,
} from '../rules.ts';
import { MAX_LIMIT, parseLimit } from './paging.ts';
import { parseGranularity, requireFewPoints } from './timeseries.ts';

/** A door that asks for pages and buckets at once gives their parameters here too, so that they are checked before the site. */
export type BotRequest = RangeRequest & { readonly name: string } & Partial<PagesRequest & BucketsRequest>;

/**
 * What is known of a bot on a site. Parts that take a query of their own are read when they are wanted, once for a
 * profile: it costs one unit, however often they are selected.
 */
export type BotProfile = VisitFacts & {
  readonly range: TimeRange;
  readonly name: string;
  readonly purpose: BotPurpose;
  /** Null for a bot that never came, as are the documentation and the token. */
  readonly company: string | null;
  readonly documentation: string | null;
  readonly robotsToken: string | null;
  /** The last visit ever; null if the bot never came. */
  readonly lastSeenMs: number | null;
  readonly firstSeenMs: () => Promise<number | null>;
  /** The largest count first, then by status; those without a status last of their count. */
  readonly statuses: () => Promise<readonly StatusCount[]>;
  readonly pages: (request: PagesRequest) => Promise<readonly PageCount[]>;
  readonly buckets: (request: BucketsRequest) => Promise<BotBuckets>;
};

type PagesRequest = { readonly limit?: RawParameter | number };
type BucketsRequest = { readonly granularity?: RawParameter; readonly maxPoints?: number };

/** The buckets in which a bot came, oldest first. */
export type BotBuckets = { readonly granularity: Granularity; readonly counted: readonly Bucket[] };

export const DEFAULT_PAGES = 10;

/** Lists of up to this length are cut from one read. */
const SHORT_PAGES = 100;

/** What one bot did on a site. Draws on the budget "insight". Never refuses a name: a bot that never came has zeros. */
export async function bot(ctx: RequestContext, request: BotRequest): Promise<BotProfile> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  parseLimit(request.limit);
  parseGranularity(request.granularity);
  const site = await accessSite(ctx, siteId, 'read');
  // PostgreSQL stores no text with U+0000, and refuses to look for one; no bot has an empty name
  const known = { site, botName: isStorable(request.name) ? request.name : '' };
  const [sums, last] = await Promise.all([
    sumBotVisits(ctx.db, known, range),
    findLastBotVisit(ctx.db, known),
  ]);
  return {
    range,
    ...sums,
    ...describe(request.name, last),
    ...partsOf(ctx, known, { range, visits: sums.visits }),
  };
}

/** What is known of a bot that came; of one that never did, only the purpose, which is never null. */
function describe(name: string, last: BotSighting | undefined) {
  const purpose = purposeOf(name);
  if (last === undefined)
    return { name, purpose, company: null, documentation: null, robotsToken: null, lastSeenMs: null };
  const { company = last.company, documentation = null, robotsToken = null } = findBot(name) ?? {};
  return { name, purpose, company, documentation, robotsToken, lastSeenMs: last.createdAtMs };
}

type Covered = { readonly range: TimeRange; readonly visits: number };

function partsOf(ctx: RequestContext, known: BotOfSite, { range, visits }: Covered) {
  const { db } = ctx;
  const bots = { names: [known.botName] };
  const filter = { range, orderBy: 'botVisits', search: undefined, bots, after: undefined } as const;
  const pages = {
    short: once(() => countByPage(db, known.site, { ...filter, limit: SHORT_PAGES })),
    long: once(() => countByPage(db, known.site, { ...filter, limit: MAX_LIMIT })),
  };
  const count = async (granularity: Granularity) =>
    (await countBotVisits(db, known, range, granularity))
      .map(({ startMs, botVisits }) => ({ startMs, botVisits, referrals: 0, conversions: 0 }))
      .toSorted((one, other) => one.startMs - other.startMs);
  const buckets = { day: once(() => count('day')), hour: once(() => count('hour')) };
  return {
    firstSeenMs: once(async () => (await findFirstBotVisit(db, known))?.createdAtMs ?? null),
    statuses: once(async () => withUntold(await countBotStatuses(db, known, range), visits)),
    pages: async ({ limit }: PagesRequest) => {
      const length = parseLimit(limit, DEFAULT_PAGES);
      const found = await (length > SHORT_PAGES ? pages.long() : pages.short());
      return found.slice(0, length);
    },
    buckets: async (request: BucketsRequest) => {
      const granularity = parseGranularity(request.granularity);
      requireFewPoints(range, granularity, request.maxPoints, 'Use a shorter range.');
      if (granularity === 'hour') requirePro(ctx);
      return { granularity, counted: await buckets[granularity]() };
    },
  };
}

/** The counts with that of the visits without a status, in their order. */
function withUntold(told: readonly StatusCount[], visits: number): readonly StatusCount[] {
  const untold = told.reduce((rest, { count }) => rest - count, visits);
  if (untold <= 0) return told;
  return [...told, { status: null, count: untold }].toSorted((one, other) => other.count - one.count);
}

/** Does the work when it is first wanted, and returns that result from then on. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}
