import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

/** Which versions are compared, by their numbers; undefined for the newest and the one before it. */
export type Compared = { readonly from: number | undefined; readonly to: number | undefined };

export type RulesView = View & Compared;

/** Reads the query of a URL. */
export const parseRulesView = (query: URLSearchParams, today: Day): RulesView => ({
  ...parseView(query, today),
  from: numberIn(query.get('from')),
  to: numberIn(query.get('to')),
});

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** The query that `parseRulesView` reads, without defaults. */
export const formatRulesView = (view: RulesView): string =>
  formatViewWith(view, { from: view.from?.toString(), to: view.to?.toString() });

type Numbered = { readonly number: number };

/** The versions to compare; of one alone there is no other. `versions` are in any order. */
export function comparedOf<Version extends Numbered>(
  versions: readonly Version[],
  { from, to }: Compared,
): { readonly before: Version | undefined; readonly after: Version | undefined } {
  const newestFirst = versions.toSorted((a, b) => b.number - a.number);
  const after = newestFirst.find(({ number }) => number === to) ?? newestFirst[0];
  const before =
    newestFirst.find(({ number }) => number === from && number !== after?.number) ??
    newestFirst.find(({ number }) => after !== undefined && number < after.number);
  return { before, after };
}
