import { type PurposeCount, countPurposes, purposeOf } from '../../catalogue/purposes.ts';
import type { BotPurpose } from '../../catalogue/bots.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
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
import { sumOfDecimals } from '../../domain/decimals.ts';
import type { EventType } from '../../domain/event.ts';
import { groupBy } from '../../domain/group-by.ts';
import { once } from '../../domain/once.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { type Readable, atOneMoment } from '../../database/at-one-moment.ts';
import { type NameFacts, type Span, countFactsByName } from '../../queries/name-facts.ts';
import { countByName } from '../../queries/stats.ts';
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

/** The clicks of an LLM product, and what they led to. */
export type ReferralCount = {
  readonly source: string;
  readonly count: number;
  /** Conversions of visitors that it sent, and the exact sum of their values. */
  readonly conversions: number;
  readonly value: number;
};

export type ConversionCount = {
  readonly name: string;
  readonly count: number;
  /** The exact decimal sum of the values; 0 if none was set. */
  readonly value: number;
};

export type Breakdowns = {
  readonly bot: Names;
  readonly referral: readonly ReferralCount[];
  readonly conversion: readonly ConversionCount[];
};

/** What is a function is made when it is needed, once. */
export type Stats = {
  readonly range: TimeRange;
  readonly totals: Readonly<Record<EventType, number>>;
  /** Each breakdown by count descending, then name and company by code point. */
  readonly breakdowns: Breakdowns;
  /** The referrals of the breakdown, and sources with conversions alone. */
  readonly sources: () => readonly ReferralCount[];
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
  const ofRange = names.filter(({ part }) => part === 'range');
  const breakdowns = breakDown(ofRange);
  return {
    range,
    totals: totalsOf(breakdowns),
    breakdowns,
    sources: once(() => [...breakdowns.referral, ...sourcesWithoutReferrals(ofRange)]),
    isDetailed,
    bots: once(() => breakdowns.bot.map((bot) => botCount(ctx.catalogue, bot, bot, null))),
    comparedBots: once(() => (previous ? compareBots(ctx.catalogue, names) : null)),
    facts: once(() => factsOf(breakdowns.bot.reduce((sums, bot) => addSums(sums, bot), NO_VISITS))),
    purposes: once(() => countPurposes(ctx.catalogue, breakdowns.bot)),
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
  const { bytes, sized, failed, signed, verified, outside, noList } = UNREAD_SUMS;
  const part = 'range';
  const counts = await countByName(db, site, range);
  return counts.map(({ type, name, company, count, value }) => {
    // prettier-ignore
    return { part, type, name, company, count, value, bytes, sized, failed, signed, verified, outside, noList };
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
function breakDown(names: Names): Breakdowns {
  const ofType = (wanted: EventType) => names.filter(({ type }) => type === wanted);
  const conversions = ofType('conversion');
  const broughtBy = groupBy(conversions, ({ company }) => company);
  return {
    bot: ofType('bot'),
    referral: ofType('referral').map(({ name, count }) => {
      const { count: brought, value } = total(broughtBy.get(name) ?? []);
      return { source: name, count, conversions: brought, value };
    }),
    conversion: byGoal(conversions),
  };
}

/** Adds up what the visitors of each product did. */
function byGoal(conversions: Names): readonly ConversionCount[] {
  const goals = [...groupBy(conversions, ({ name }) => name)];
  const counts = goals.map(([name, ofGoal]) => ({ name, ...total(ofGoal) }));
  // they are sorted already, unless some were added up
  if (counts.length === conversions.length) return counts;
  return counts.toSorted((a, b) => b.count - a.count || byCodePoint(a.name, b.name));
}

/** Products that sent visitors before the range, who converted within it. */
function sourcesWithoutReferrals(names: Names): readonly ReferralCount[] {
  const withReferrals = new Set(names.flatMap(({ type, name }) => (type === 'referral' ? [name] : [])));
  const others = names.filter(
    ({ type, company }) => type === 'conversion' && company !== '' && !withReferrals.has(company),
  );
  return [...groupBy(others, ({ company }) => company)]
    .map(([source, brought]) => {
      const { count: conversions, value } = total(brought);
      return { source, count: 0, conversions, value };
    })
    .toSorted((a, b) => byCodePoint(a.source, b.source));
}

function total(conversions: Names): Omit<ConversionCount, 'name'> {
  return {
    count: conversions.reduce((sum, { count }) => sum + count, 0),
    value: sumOfDecimals(conversions.map(({ value }) => value)),
  };
}

function totalsOf({ bot, referral, conversion }: Breakdowns): Stats['totals'] {
  const total = (counts: readonly { readonly count: number }[]) =>
    counts.reduce((sum, { count }) => sum + count, 0);
  return { bot: total(bot), referral: total(referral), conversion: total(conversion) };
}

/** The bots of the full days and of the days before, sorted as the breakdown is. */
function compareBots(catalogue: Catalogue, names: Names): readonly BotCount[] {
  const [whole, unfinished, previous] = [
    byBot(names, 'range'),
    byBot(names, 'unfinished'),
    byBot(names, 'previous'),
  ];
  return [...new Map([...previous, ...whole])]
    .map(([key, bot]) => {
      const sums = addSums(whole.get(key) ?? NO_VISITS, unfinished.get(key) ?? NO_VISITS, -1);
      return botCount(catalogue, bot, sums, previous.get(key)?.count ?? 0);
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

function botCount(
  catalogue: Catalogue,
  { name, company }: NameFacts,
  sums: BotSums,
  previousCount: number | null,
): BotCount {
  const purpose = purposeOf(catalogue, name);
  return { name, company, purpose, count: sums.count, ...factsOf(sums), previousCount };
}
