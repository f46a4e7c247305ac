import type { RequestContext } from '../../context.ts';
import { type PurposeCount, purposeOf } from '../../catalogue/purposes.ts';
import type { BotPurpose } from '../../catalogue/bots.ts';
import {
  type BotFacts,
  type BotSums,
  NO_VISITS,
  type StatusCount,
  UNREAD_SUMS,
  addSums,
  factsOf,
} from '../../domain/bot-facts.ts';
import { byCodePoint } from '../../domain/code-points.ts';
import { type Comparison, type Previous, endOfFullDays } from '../../domain/comparison.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { type NameFacts, type Span, countFactsByName } from '../../queries/name-facts.ts';
import { countByName } from '../../queries/stats.ts';
import { countByStatus } from '../../queries/statuses.ts';
import { accessSite } from '../access.ts';
import { parseComparison, parseRange, requireSiteId, spend } from '../rules.ts';
import { type TotalsComparison, compareTotals } from './compare-totals.ts';
import { countPurposes } from './count-purposes.ts';
import { type Stats, type StatsRequest, breakDown, totalsOf } from './stats.ts';

export type DetailedStatsRequest = StatsRequest & {
  readonly comparison: Comparison | undefined;
  /** False if nothing of `BotFacts` is asked for. Then it is not read, which takes half the time, nor known. */
  readonly needsFacts: boolean;
};

export type BotCount = {
  readonly name: string;
  readonly company: string;
  readonly purpose: BotPurpose;
  readonly count: number;
  readonly facts: BotFacts;
  /** Null without a comparison. */
  readonly previousCount: number | null;
};

export type DetailedStats = Stats & {
  /**
   * Sorted as the breakdowns are. With a comparison they cover the full days of the range alone, and a bot that came
   * only on the days before is one of them.
   */
  readonly bots: readonly BotCount[];
  /** Of all bot visits. */
  readonly facts: () => BotFacts;
  readonly purposes: () => readonly PurposeCount[];
  /** Read when it is called for, once. */
  readonly statuses: () => Promise<readonly StatusCount[]>;
  /** Null without a comparison. */
  readonly comparison: TotalsComparison | null;
};

type Part = 'range' | 'unfinished' | 'previous';

/**
 * The stats of a site with what is known of its bot visits, and what they are compared with. Draws on the budget
 * "stats", with a comparison twice.
 */
export async function detailedStats(
  ctx: RequestContext,
  request: DetailedStatsRequest,
): Promise<DetailedStats> {
  const { comparison } = request;
  await spend(ctx, 'stats', comparison ? 2 : 1);
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const previous = parseComparison(ctx, range, comparison);
  const site = await accessSite(ctx, siteId, 'view');
  const [facts, compared] = await Promise.all([
    request.needsFacts || previous
      ? countFactsByName(ctx.db, site, spansOf(range, previous, ctx.nowMs))
      : countWithoutFacts(ctx, site, range),
    previous ? compareTotals(ctx, site, range, previous) : null,
  ]);
  const breakdowns = breakDown(facts.filter(({ part }) => part === 'range'));
  let statuses: Promise<readonly StatusCount[]> | undefined;
  return {
    range,
    totals: totalsOf(breakdowns),
    breakdowns,
    bots: previous ? compareBots(facts) : breakdowns.bot.map((bot) => botCount(bot, bot, null)),
    facts: () => factsOf(breakdowns.bot.reduce((sums, bot) => addSums(sums, bot), NO_VISITS)),
    purposes: () => countPurposes(breakdowns.bot),
    statuses: () => (statuses ??= countByStatus(ctx.db, site, range)),
    comparison: compared,
  };
}

/** Spelled out, because spreading objects here takes a hundred times as long. */
async function countWithoutFacts(
  { db }: RequestContext,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly NameFacts<Part>[]> {
  const counts = await countByName(db, site, range);
  const { bytes, sized, failed, verified, outside, noList } = UNREAD_SUMS;
  return counts.map(({ type, name, company, count, value }) => {
    return {
      part: 'range',
      type,
      name,
      company,
      count,
      value,
      bytes,
      sized,
      failed,
      verified,
      outside,
      noList,
    };
  });
}

/** Counts by name know only days, so what they are compared by ends with the last full day. */
function spansOf(range: TimeRange, previous: Previous | undefined, nowMs: number): readonly Span<Part>[] {
  const whole = { ...range, part: 'range' } as const;
  if (!previous) return [whole];
  const fullUntilMs = endOfFullDays(range, nowMs);
  return [
    whole,
    { fromMs: fullUntilMs, untilMs: range.untilMs, part: 'unfinished' },
    ...previous.spansUntil(fullUntilMs).map((span) => ({ ...span, part: 'previous' }) as const),
  ];
}

/** The bots of the full days and of the days before. */
function compareBots(facts: readonly NameFacts<Part>[]): readonly BotCount[] {
  const [whole, unfinished, previous] = [
    byBot(facts, 'range'),
    byBot(facts, 'unfinished'),
    byBot(facts, 'previous'),
  ];
  return [...new Map([...previous, ...whole])]
    .map(([key, bot]) => {
      const sums = addSums(whole.get(key) ?? NO_VISITS, unfinished.get(key) ?? NO_VISITS, -1);
      return botCount(bot, sums, previous.get(key)?.count ?? 0);
    })
    .filter(({ count, previousCount }) => count > 0 || previousCount !== 0)
    .toSorted(
      (a, b) => b.count - a.count || byCodePoint(a.name, b.name) || byCodePoint(a.company, b.company),
    );
}

function byBot(facts: readonly NameFacts<Part>[], part: Part): ReadonlyMap<string, NameFacts<Part>> {
  const ofPart = facts.filter((each) => each.part === part && each.type === 'bot');
  return new Map(ofPart.map((bot) => [keyOf(bot), bot]));
}

/** The database accepts no U+0000 in a text. */
function keyOf({ name, company }: NameFacts): string {
  return `${name}\0${company}`;
}

function botCount({ name, company }: NameFacts, sums: BotSums, previousCount: number | null): BotCount {
  return { name, company, purpose: purposeOf(name), count: sums.count, facts: factsOf(sums), previousCount };
}
