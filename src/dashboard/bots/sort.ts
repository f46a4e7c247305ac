/** The columns of the bots, by each of which they can be sorted. */
export const COLUMNS = [
  ...(['bot', 'company', 'purpose', 'visits', 'before'] as const),
  ...(['change', 'verified', 'outside', 'errors', 'bytes'] as const),
];

export type SortKey = (typeof COLUMNS)[number];

/** How the bots are sorted: names from A to Z and figures from the largest, or from the other end. */
export type Sort = { readonly by: SortKey; readonly isReversed: boolean };

const DEFAULT_SORT: Sort = { by: 'visits', isReversed: false };

const OF_NAMES: readonly SortKey[] = ['bot', 'company', 'purpose'];

export const isAscending = ({ by, isReversed }: Sort): boolean => OF_NAMES.includes(by) !== isReversed;

/** The word of a URL: `errors`, or `-errors` from the other end. */
export const formatSort = ({ by, isReversed }: Sort): string => `${isReversed ? '-' : ''}${by}`;

/** Unknown words are most visits first. */
export function parseSort(text: string): Sort {
  const by = COLUMNS.find((column) => column === text.replace(/^-/, ''));
  return by === undefined ? DEFAULT_SORT : { by, isReversed: text.startsWith('-') };
}

/** What a press on the head of a column sorts by: that column, or its other end if it was sorted by it. */
export const pressed = (sort: Sort, by: SortKey): Sort => ({
  by,
  isReversed: sort.by === by && !sort.isReversed,
});
