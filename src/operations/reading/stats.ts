import { type PurposeCount, countPurposes, purposeOf } from '../../catalogue/purposes.ts';
import type { BotPurpose } from '../../catalogue/bots.ts';
import type { RequestContext } from '../../context.ts';
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
import { type Previous, endOfFullDays } from '../../domain/comparison.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { EventType } from '../../domain/event.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { type Readable, atOneMoment } from '../../database/at-one-moment.ts';
import { type NameFacts, type Span, countFactsByName } from '../../queries/name-facts.ts';
import { type NameCount, countByName } from '../../queries/stats.ts';
import { countByStatus } from '../../queries/statuses.ts';
import { accessSite } from '../access.ts';
import {
  type ComparedRequest,
  type RawParameter,
  parseComparison,
  parseFlag,
  parseRange,
  requireSiteId,
  spend,
  unitsOf,
} from '../rules.ts';
import { type TotalsComparison, compareTotals } from './compare-totals.ts';

export type StatsRequest = ComparedRequest & {
  /** Whether all that is known of the bot visits is asked for: "true" or "false". */
  readonly detail?: RawParameter;
  /** What is asked for without all. The rest is not read, which takes half the time, nor known. */
  readonly needs?: { readonly facts: boolean; readonly statuses: boolean };
};

export type BotCount = BotFacts & {
  readonly name: string;
  readonly company: string;
  readonly purpose: BotPurpose;
  readonly count: number;
  /** On the full days before; null without a comparison. */
  readonly previousCount: number | null;
};

export type Stats = {
  readonly range: TimeRange;
  readonly totals: Readonly<Record<EventType, number>>;
  /** Each breakdown by count descending, then name and company by code point. */
  readonly breakdowns: Readonly<Record<EventType, readonly NameCount[]>>;
  readonly isDetailed: boolean;
  /** The bots of the breakdown, with what is known of their visits. */
  readonly bots: () => readonly BotCount[];
  /** Those of the full days of the range alone, and those that came only on the days before; null without a comparison. */
  readonly comparedBots: () => readonly BotCount[] | null;
  /** Of all bot visits. */
  readonly facts: () => BotFacts;
  readonly purposes: () => readonly PurposeCount[];
  /** Null if they are not asked for. */
  readonly statuses: readonly StatusCount[] | null;
  /** Null without a comparison. */
  readonly comparison: TotalsComparison | null;
};

type Part = 'range' | 'unfinished' | 'previous';
type Names = readonly NameFacts<Part>[];

/**
 * Totals and breakdowns of one site over whole days, all of one moment. Draws on the budget "stats", with a comparison
 * twice.
 */
export async function stats(ctx: RequestContext, request: StatsRequest): Promise<Stats> {
  await spend(ctx, 'stats', unitsOf(request));
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const previous = parseComparison(ctx, range, request);
  const isDetailed = parseFlag('detail', request.detail);
  const site = await accessSite(ctx, siteId, 'view');
  const { nowMs } = ctx;
  const { facts: needsFacts = isDetailed, statuses: needsStatuses = isDetailed } = request.needs ?? {};
  const [names, comparison, statuses] = await atOneMoment(ctx.db, (moment) =>
    Promise.all([
      previous || needsFacts
        ? countFactsByName(moment, site, spansOf(range, previous, nowMs))
        : countWithoutFacts(moment, site, range),
      previous ? compareTotals(moment, nowMs, site, { range, previous }) : null,
      needsStatuses ? countByStatus(moment, site, range) : null,
    ]),
  );
  const breakdowns = breakDown(names.filter(({ part }) => part === 'range'));
  return {
    range,
    totals: totalsOf(breakdowns),
    breakdowns,
    isDetailed,
    bots: () => breakdowns.bot.map((bot) => botCount(bot, bot, null)),
    comparedBots: () => (previous ? compareBots(names) : null),
    facts: () => factsOf(breakdowns.bot.reduce((sums, bot) => addSums(sums, bot), NO_VISITS)),
    purposes: () => countPurposes(breakdowns.bot),
    statuses,
    comparison,
  };
}

/** Spelled out, because spreading objects here takes a hundred times as long. */
async function countWithoutFacts(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<Names> {
  const { bytes, sized, failed, verified, outside, noList } = UNREAD_SUMS;
  const part = 'range';
  const counts = await countByName(db, site, range);
  return counts.map(({ type, name, company, count, value }) => {
    return { part, type, name, company, count, value, bytes, sized, failed, verified, outside, noList };
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

/** The counts of each type, in their order. */
function breakDown(names: Names): Readonly<Record<EventType, Names>> {
  const ofType = (wanted: EventType) => names.filter(({ type }) => type === wanted);
  return { bot: ofType('bot'), referral: ofType('referral'), conversion: ofType('conversion') };
}

function totalsOf({ bot, referral, conversion }: Stats['breakdowns']): Stats['totals'] {
  const total = (counts: readonly NameCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
  return { bot: total(bot), referral: total(referral), conversion: total(conversion) };
}

/** The bots of the full days and of the days before, sorted as the breakdown is. */
function compareBots(names: Names): readonly BotCount[] {
  const [whole, unfinished, previous] = [
    byBot(names, 'range'),
    byBot(names, 'unfinished'),
    byBot(names, 'previous'),
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

/** The database accepts no U+0000 in a text, so no two bots have one key. */
function byBot(names: Names, part: Part): ReadonlyMap<string, NameFacts<Part>> {
  const ofPart = names.filter((each) => each.part === part && each.type === 'bot');
  return new Map(ofPart.map((bot) => [`${bot.name}\0${bot.company}`, bot]));
}

function botCount({ name, company }: NameFacts, sums: BotSums, previousCount: number | null): BotCount {
  return { name, company, purpose: purposeOf(name), count: sums.count, ...factsOf(sums), previousCount };
}
