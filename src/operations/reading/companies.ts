import type { RequestContext } from '../../context.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { findBot } from '../../catalogue/find-bot.ts';
import { companyOfSource } from '../../catalogue/find-product.ts';
import { type PurposeCount, countPurposes } from '../../catalogue/purposes.ts';
import { type BotFacts, NO_VISITS, addSums, factsOf } from '../../domain/bot-facts.ts';
import { byCodePoint } from '../../domain/code-points.ts';
import type { EventType } from '../../domain/event.ts';
import { groupBy } from '../../domain/group-by.ts';
import { type Previous, endOfFullDays } from '../../domain/comparison.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { sumOfDecimals } from '../../domain/decimals.ts';
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

/** What the bots of a company took, what its products sent, and what that brought. */
export type CompanyCount = BotFacts & {
  readonly company: string;
  readonly botVisits: number;
  readonly purposes: readonly PurposeCount[];
  readonly referrals: number;
  /** Null without referrals. */
  readonly visitsPerReferral: number | null;
  /** Conversions of visitors that its products sent, and the exact sum of their values. */
  readonly conversions: number;
  readonly value: number;
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
  const companies = [...byCompany(ctx.catalogue, names)]
    .map(([company, own]) =>
      companyCount(ctx.catalogue, { company, names: own, isCompared: previous !== undefined }),
    )
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

function byCompany(catalogue: Catalogue, names: Names): ReadonlyMap<string, Names> {
  return groupBy(names.filter(isShown), (each) => companyOf(catalogue, each));
}

/** Conversions count for the products that sent their visitors, and are not compared. */
function isShown({ type, part, company }: Names[number]): boolean {
  return type !== 'conversion' || (part === 'range' && company !== '');
}

/** A bot that the catalogue has belongs to its company, whatever company was recorded with the visit. */
function companyOf(catalogue: Catalogue, { type, name, company }: NameFacts): string {
  if (type === 'bot') return findBot(catalogue, name)?.company ?? company;
  return companyOfSource(catalogue, type === 'referral' ? name : company);
}

type OfCompany = { readonly company: string; readonly names: Names; readonly isCompared: boolean };

function companyCount(catalogue: Catalogue, { company, names, isCompared }: OfCompany): CompanyCount {
  const select = (part: Part, type: EventType) =>
    names.filter((each) => each.part === part && each.type === type);
  const bots = select('range', 'bot');
  const sums = bots.reduce((sum, bot) => addSums(sum, bot), NO_VISITS);
  const referrals = countOf(select('range', 'referral'));
  const brought = select('range', 'conversion');
  return {
    company,
    botVisits: sums.count,
    purposes: countPurposes(catalogue, bots),
    ...factsOf(sums),
    referrals,
    visitsPerReferral: referrals > 0 ? sums.count / referrals : null,
    conversions: countOf(brought),
    value: sumOfDecimals(brought.map(({ value }) => value)),
    previousBotVisits: isCompared ? countOf(select('previous', 'bot')) : null,
    previousReferrals: isCompared ? countOf(select('previous', 'referral')) : null,
  };
}

function countOf(names: Names): number {
  return names.reduce((sum, { count }) => sum + count, 0);
}
