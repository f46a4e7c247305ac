import type { RequestContext } from '../../context.ts';
import { findBot } from '../../catalogue/find-bot.ts';
import { companyOfSource } from '../../catalogue/llm-products.ts';
import { type PurposeCount, countPurposes } from '../../catalogue/purposes.ts';
import { type BotFacts, NO_VISITS, addSums, factsOf } from '../../domain/bot-facts.ts';
import { byCodePoint } from '../../domain/code-points.ts';
import { type Previous, endOfFullDays } from '../../domain/comparison.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { type NameFacts, type Span, countFactsByName } from '../../queries/name-facts.ts';
import { accessSite } from '../access.ts';
import {
  type ComparedRequest,
  parseComparison,
  parseRange,
  requireSiteId,
  spend,
  unitsOf,
} from '../rules.ts';

export type Companies = {
  readonly range: TimeRange;
  /** Undefined without a comparison. */
  readonly previousPeriod: TimeRange | undefined;
  readonly companies: readonly CompanyCount[];
};

/** What the bots of a company took, and what its products sent. */
export type CompanyCount = BotFacts & {
  readonly company: string;
  readonly botVisits: number;
  readonly purposes: readonly PurposeCount[];
  readonly referrals: number;
  /** Null without referrals. */
  readonly visitsPerReferral: number | null;
  /** Null without a comparison, as below. */
  readonly previousBotVisits: number | null;
  readonly previousReferrals: number | null;
};

type Part = 'range' | 'previous';
type Names = readonly NameFacts<Part>[];

/**
 * The companies whose bots or referrals came to a site, by visits and referrals descending, then name by code point.
 * With a comparison, the full days of the range alone, and also those that came only on the days before. Draws on the
 * budget "insight", with a comparison twice.
 */
export async function companies(ctx: RequestContext, request: ComparedRequest): Promise<Companies> {
  await spend(ctx, 'insight', unitsOf(request));
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const previous = parseComparison(ctx, range, request);
  const site = await accessSite(ctx, siteId, 'view');
  const names = await countFactsByName(ctx.db, site, spansOf(range, previous, ctx.nowMs));
  const companies = [...byCompany(names)]
    .map(([company, own]) => companyCount(company, own, previous !== undefined))
    .toSorted(
      (a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals || byCodePoint(a.company, b.company),
    );
  return { range, previousPeriod: previous?.period, companies };
}

/** Counts by name know only days, so what they are compared by ends with the last full day. */
function spansOf(range: TimeRange, previous: Previous | undefined, nowMs: number): readonly Span<Part>[] {
  if (!previous) return [{ ...range, part: 'range' }];
  const untilMs = endOfFullDays(range, nowMs);
  return [
    { fromMs: range.fromMs, untilMs, part: 'range' },
    ...previous.spansUntil(untilMs).map((span) => ({ ...span, part: 'previous' }) as const),
  ];
}

function byCompany(names: Names): ReadonlyMap<string, Names> {
  const groups = new Map<string, NameFacts<Part>[]>();
  for (const each of names) {
    if (each.type === 'conversion') continue;
    const company = companyOf(each);
    const group = groups.get(company);
    if (group) group.push(each);
    else groups.set(company, [each]);
  }
  return groups;
}

/** A bot that the catalogue has belongs to its company, whatever company was recorded with the visit. */
function companyOf({ type, name, company }: NameFacts): string {
  return type === 'bot' ? (findBot(name)?.company ?? company) : companyOfSource(name);
}

function companyCount(company: string, names: Names, isCompared: boolean): CompanyCount {
  const select = (part: Part, type: 'bot' | 'referral') =>
    names.filter((each) => each.part === part && each.type === type);
  const bots = select('range', 'bot');
  const sums = bots.reduce((sum, bot) => addSums(sum, bot), NO_VISITS);
  const referrals = countOf(select('range', 'referral'));
  return {
    company,
    botVisits: sums.count,
    purposes: countPurposes(bots),
    ...factsOf(sums),
    referrals,
    visitsPerReferral: referrals > 0 ? sums.count / referrals : null,
    previousBotVisits: isCompared ? countOf(select('previous', 'bot')) : null,
    previousReferrals: isCompared ? countOf(select('previous', 'referral')) : null,
  };
}

function countOf(names: Names): number {
  return names.reduce((sum, { count }) => sum + count, 0);
}
