/** How many entries of the audit a document asks for. */
export const PAGE = 50;

type Row = { readonly id: string };

/** All rows once, newest first. Entries never change, and a later one has a higher number. */
export function mergeRows<Entry extends Row>(
  known: readonly Entry[],
  page: readonly Entry[],
): readonly Entry[] {
  const rows = new Map([...known, ...page].map((row) => [row.id, row]));
  return [...rows.values()].toSorted((a, b) => numberOf(b) - numberOf(a));
}

const numberOf = ({ id }: Row): number => Number(id.slice(id.indexOf('_') + 1));
