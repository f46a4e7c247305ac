import { cutRows, sumOf } from '../numbers.ts';

export type Company = {
  readonly company: string;
  readonly botVisits: number;
  readonly referrals: number;
};

/** A length in percent of the longest bar, which is that of a company. */
export type Bar = { readonly percent: number; readonly isCut: boolean };

export type ExchangeRow = Company & { readonly isRest: boolean; readonly in: Bar; readonly out: Bar };

/**
 * The largest companies, those that take most first, and all others in one row at the end. That one sets no scale: its bars
 * are cut where they would be longer than those of the largest company.
 */
export function exchangeRows(companies: readonly Company[], mostRows: number): readonly ExchangeRow[] {
  const bySize = companies.toSorted((a, b) => b.botVisits + b.referrals - (a.botVisits + a.referrals));
  const { shown, rest } = cutRows(bySize, mostRows);
  const rows = shown.toSorted((a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals);
  const mostIn = Math.max(1, ...rows.map(({ botVisits }) => botVisits));
  const mostOut = Math.max(1, ...rows.map(({ referrals }) => referrals));
  const withBars = (row: Company, isRest = false): ExchangeRow => ({
    ...{ ...row, isRest },
    in: barOf(row.botVisits, mostIn),
    out: barOf(row.referrals, mostOut),
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
});
