import { cutRows, sumOf } from '../numbers.ts';

export type Company = {
  readonly company: string;
  readonly botVisits: number;
  readonly referrals: number;
  /** Those of visitors that its products sent, and what they were worth. */
  readonly conversions: number;
  readonly value: number;
};

/** A length in percent of the longest bar, which is that of a company. */
export type Bar = { readonly percent: number; readonly isCut: boolean };

export type ExchangeRow = Company & {
  readonly isRest: boolean;
  readonly in: Bar;
  readonly out: Bar;
  readonly got: Bar;
};

const eventsOf = ({ botVisits, referrals, conversions }: Company) => botVisits + referrals + conversions;

/**
 * The largest companies, those that take most first, and all others in one row at the end. That one sets no scale: its bars
 * are cut where they would be longer than those of the largest company.
 */
export function exchangeRows(companies: readonly Company[], mostRows: number): readonly ExchangeRow[] {
  const bySize = companies.toSorted((a, b) => eventsOf(b) - eventsOf(a));
  const { shown, rest } = cutRows(bySize, mostRows);
  const rows = shown.toSorted((a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals);
  const mostOf = (field: 'botVisits' | 'referrals' | 'conversions') =>
    Math.max(1, ...rows.map((row) => row[field]));
  const [mostIn, mostOut, mostGot] = [mostOf('botVisits'), mostOf('referrals'), mostOf('conversions')];
  const withBars = (row: Company, isRest = false): ExchangeRow => ({
    ...{ ...row, isRest },
    in: barOf(row.botVisits, mostIn),
    out: barOf(row.referrals, mostOut),
    got: barOf(row.conversions, mostGot),
  });
  return [...rows.map((row) => withBars(row)), ...(rest.length > 0 ? [withBars(sumUp(rest), true)] : [])];
}

const barOf = (count: number, most: number): Bar => ({
  percent: Math.min(100, (100 * count) / most),
  isCut: count > most,
});

const sumUp = (rest: readonly Company[]): Company => ({
  company: `${rest.length} others`,
  botVisits: sumOf(rest, ({ botVisits }) => botVisits),
  referrals: sumOf(rest, ({ referrals }) => referrals),
  conversions: sumOf(rest, ({ conversions }) => conversions),
  value: sumOf(rest, ({ value }) => value),
});
