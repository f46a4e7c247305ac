import { findBot } from '../../catalogue/find-bot.ts';
import type { BotPurpose } from '../../catalogue/bots.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { purposeOf } from '../../catalogue/purposes.ts';
import type { RequestContext } from '../../context.ts';
import type { StatusCount } from '../../domain/bot-facts.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { Bucket, Granularity } from '../../domain/granularity.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PageCount } from '../../domain/page-count.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { atOneMoment } from '../../database/at-one-moment.ts';
import {
  type BotBucket,
  type BotSighting,
  type VisitFacts,
  countBotStatuses,
  countBotVisits,
  findFirstBotVisit,
  findLastBotVisit,
  sumBotVisits,
} from '../../queries/bot-visits.ts';
import { countByPage, findPageSource } from '../../queries/pages.ts';
import { countByPageInSteps } from '../../queries/pages-in-steps.ts';
import { countProofs } from '../../queries/signatures.ts';
import { accessSite } from '../access.ts';
import {
  type RangeRequest,
  type RawParameter,
  isStorable,
  parseRange,
  requireHours,
  requireSiteId,
  spend,
} from '../rules.ts';
import { type BotObedience, readObedience } from './obedience.ts';
import { parseLimit } from './paging.ts';
import { type SignatureCounts, type SignerCount, signatureCountsOf, signersOf } from './signatures.ts';
import { parseGranularity, requireFewPoints } from './timeseries.ts';
import { type SitemapStates, sitemapStatesOf } from './sitemap-states.ts';

export type BotRequest = RangeRequest & { readonly name: string } & PagesRequest &
  BucketsRequest & {
    /** What is asked for; all parts by default, with the list and the buckets of the parameters. */
    readonly needs?: BotNeeds;
  };

/** The parts that take a query of their own. */
export type BotNeeds = {
  readonly firstSeen: boolean;
  readonly statuses: boolean;
  readonly signatures: boolean;
  readonly obedience: boolean;
  /** For each list of pages that is asked for, and for each of buckets. What is invalid is refused when it is taken. */
  readonly pages: readonly PagesRequest[];
  readonly buckets: readonly BucketsRequest[];
};

/**
 * What is known of a bot on a site, all of one moment. It costs one unit, however many parts are asked for.
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
  /** The first one; null too if it is not asked for. */
  readonly firstSeenMs: number | null;
  /** The largest count first, then by status; those without a status last of their count. Empty if not asked for. */
  readonly statuses: readonly StatusCount[];
  /** Those that signed visits of the range, and what became of signatures; nothing and zeros if not asked for. */
  readonly signers: readonly SignerCount[];
  readonly signatures: SignatureCounts;
  /** Null for a bot without visits that were checked, and if not asked for. */
  readonly obedience: BotObedience | null;
  /** One of the lists that were asked for. Throws INVALID_PARAMETER. */
  readonly pages: (request: PagesRequest) => readonly PageCount[];
  /** Of the pages of all these lists. */
  readonly sitemapStates: SitemapStates;
  /** Throws INVALID_PARAMETER and PLAN_REQUIRED. */
  readonly buckets: (request: BucketsRequest) => BotBuckets;
};

export type PagesRequest = { readonly limit?: RawParameter | number };
export type BucketsRequest = { readonly granularity?: RawParameter; readonly maxPoints?: number | undefined };

/** The buckets in which a bot came, oldest first. */
export type BotBuckets = { readonly granularity: Granularity; readonly counted: readonly Bucket[] };

export const DEFAULT_PAGES = 10;

/** What one bot did on a site. Draws on the budget "insight". Never refuses a name: a bot that never came has zeros. */
export async function bot(ctx: RequestContext, request: BotRequest): Promise<BotProfile> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  parseLimit(request.limit);
  parseGranularity(request.granularity);
  const site = await accessSite(ctx, siteId, 'read');
  const { limit, granularity, maxPoints } = request;
  const all = {
    ...{ firstSeen: true, statuses: true, signatures: true, obedience: true },
    ...{ pages: [{ limit }], buckets: [{ granularity, maxPoints }] },
  };
  return readProfile(ctx, site, { name: request.name, range, needs: request.needs ?? all });
}

type Wanted = { readonly name: string; readonly range: TimeRange; readonly needs: BotNeeds };

async function readProfile(
  ctx: RequestContext,
  site: AccessibleSite,
  { name, range, needs }: Wanted,
): Promise<BotProfile> {
  // PostgreSQL stores no text with U+0000, and refuses to look for one; no bot has an empty name
  const known = { site, botName: isStorable(name) ? name : '' };
  const lengths = allowed(needs.pages, ({ limit }) => parseLimit(limit, DEFAULT_PAGES));
  const granularities = allowed(needs.buckets, (request) => requireBuckets(ctx, range, request));
  const listing = { range, orderBy: 'botVisits', search: undefined, after: undefined } as const;
  const filter = { ...listing, bots: { names: [known.botName] }, limit: Math.max(...lengths) };
  const inSteps = lengths.length > 0 ? await countByPageInSteps(ctx.db, site, filter) : [];
  const source = inSteps === undefined ? await findPageSource(ctx.db, site, range) : 'live';
  const [sums, last, first, told, proofs, pages, days, hours] = await atOneMoment(ctx.db, (moment) =>
    Promise.all([
      sumBotVisits(moment, known, range),
      findLastBotVisit(moment, known),
      needs.firstSeen ? findFirstBotVisit(moment, known) : undefined,
      needs.statuses ? countBotStatuses(moment, known, range) : [],
      needs.signatures ? countProofs(moment, known, range) : [],
      inSteps ?? countByPage(moment, site, { ...filter, source }),
      granularities.includes('day') ? countBotVisits(moment, known, range, 'day') : [],
      granularities.includes('hour') ? countBotVisits(moment, known, range, 'hour') : [],
    ]),
  );
  const counted = { day: inOrder(days), hour: inOrder(hours) };
  const judged = needs.obedience ? await readObedience(ctx, site, range) : undefined;
  return {
    range,
    ...sums,
    ...describe(ctx.catalogue, name, last),
    firstSeenMs: first?.createdAtMs ?? null,
    statuses: needs.statuses ? withUntold(told, sums.visits) : [],
    signers: signersOf(proofs),
    signatures: signatureCountsOf(proofs),
    obedience: judged?.bots.find(({ botName }) => botName === name) ?? null,
    pages: ({ limit }) => pages.slice(0, parseLimit(limit, DEFAULT_PAGES)),
    sitemapStates: sitemapStatesOf(ctx.db, site, { range, bots: filter.bots }, pages),
    buckets(request) {
      const granularity = requireBuckets(ctx, range, request);
      return { granularity, counted: counted[granularity] };
    },
  };
}

/** The values of those requests that are not refused. */
function allowed<Request, Value>(requests: readonly Request[], parse: (request: Request) => Value): Value[] {
  return requests.flatMap((request) => {
    try {
      return [parse(request)];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
}

/** The unit of the buckets. Throws INVALID_PARAMETER and PLAN_REQUIRED. */
function requireBuckets(ctx: RequestContext, range: TimeRange, request: BucketsRequest): Granularity {
  const granularity = parseGranularity(request.granularity);
  requireFewPoints(range, granularity, request.maxPoints, 'Use a shorter range.');
  if (granularity === 'hour') requireHours(ctx);
  return granularity;
}

function inOrder(buckets: readonly BotBucket[]): readonly Bucket[] {
  return buckets
    .map(({ startMs, botVisits }) => ({ startMs, botVisits, referrals: 0, conversions: 0 }))
    .toSorted((one, other) => one.startMs - other.startMs);
}

/** What is known of a bot that came; of one that never did, only the purpose, which is never null. */
function describe(catalogue: Catalogue, name: string, last: BotSighting | undefined) {
  const purpose = purposeOf(catalogue, name);
  if (last === undefined)
    return { name, purpose, company: null, documentation: null, robotsToken: null, lastSeenMs: null };
  const { company = last.company, documentation = null, robotsToken = null } = findBot(catalogue, name) ?? {};
  return { name, purpose, company, documentation, robotsToken, lastSeenMs: last.createdAtMs };
}

/** The counts with that of the visits without a status, in their order. */
function withUntold(told: readonly StatusCount[], visits: number): readonly StatusCount[] {
  const untold = told.reduce((rest, { count }) => rest - count, visits);
  if (untold <= 0) return told;
  return [...told, { status: null, count: untold }].toSorted((one, other) => other.count - one.count);
}
