import type { Catalogue } from '../../catalogue/catalogue.ts';
import { findBot } from '../../catalogue/find-bot.ts';
import { companyOfSource } from '../../catalogue/find-product.ts';
import { type PurposeCount, countPurposes } from '../../catalogue/purposes.ts';
import { type BotFacts, NO_VISITS, addSums, factsOf } from '../../domain/bot-facts.ts';
import { byCodePoint } from '../../domain/code-points.ts';
import { sumOfDecimals } from '../../domain/decimals.ts';
import type { EventType } from '../../domain/event.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { NameFacts } from '../../queries/name-facts.ts';

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

/** The days that are counted, and those that they are compared with. */
export type Part = 'range' | 'previous';
type Names = readonly NameFacts<Part>[];

/** The companies of bots and products, by visits and referrals descending, then name by code point. */
export function countCompanies(
  catalogue: Catalogue,
  names: Names,
  isCompared: boolean,
): readonly CompanyCount[] {
  return [...byCompany(catalogue, names)]
    .map(([company, own]) => companyCount(catalogue, { company, names: own, isCompared }))
    .toSorted(
      (a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals || byCodePoint(a.company, b.company),
    );
}

function byCompany(catalogue: Catalogue, names: Names): ReadonlyMap<string, Names> {
  return groupBy(names.filter(isShown), (each) => companyOf(catalogue, each));
}

/** Conversions count for the products that sent their visitors, and are not compared. */
function isShown({ type, part, company }: Names[number]): boolean {
  return type !== 'conversion' || (part === 'range' && company !== '');
}

/** A bot that the catalogue has belongs to its company, whatever company was recorded with the visit. */
export function companyOf(
  catalogue: Catalogue,
  { type, name, company }: Pick<NameFacts, 'type' | 'name' | 'company'>,
): string {
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
