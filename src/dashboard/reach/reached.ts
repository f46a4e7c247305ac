import { partOf } from '../answers/part-of.ts';
import type { Problem } from '../answers/problem.ts';
import type { ReachQuery, ReachedSectionsFragment } from '../generated/graphql.ts';
import type { Fill } from '../parts/fill.ts';

/** It changes slowly, and takes longer to read than the rest of a screen. */
export const REACH_EVERY_MS = 300_000;

export type Reach = NonNullable<NonNullable<ReachQuery['site']>['reach']>;

export type ReachSections = ReachedSectionsFragment;

type Answered<Part> = {
  readonly read?:
    | {
        readonly data: { readonly site: { readonly reach: Part | null } | null };
        readonly refused: readonly string[];
      }
    | undefined;
  readonly problem?: Problem | undefined;
};

/** Undefined while it loads, null if it was refused, or if the site has no list of pages. */
export const reachOf = <Part>(answered: Answered<Part>): Part | null | undefined =>
  partOf(answered, answered.read?.data.site?.reach);

/** Null is no list, unless it was refused. */
export const hasNoSitemap = ({ read }: Pick<Answered<unknown>, 'read'>): boolean =>
  read?.data.site?.reach === null && !read.refused.some((path) => path.startsWith('site.reach'));

/** How many pages there are of each kind. `read` are those read since their last change. */
export type Reached = {
  readonly pages: number;
  readonly read: number;
  readonly stale: number;
  readonly unread: number;
};

/** Read at all, lately or not. */
export const everRead = ({ read, stale }: Pick<Reached, 'read' | 'stale'>): number => read + stale;

/** Those who read most first, lately or not; the API sorts by `read` alone. */
export const mostRead = <Count extends Pick<Reached, 'read' | 'stale'>>(
  counts: readonly Count[],
): readonly Count[] => counts.toSorted((a, b) => everRead(b) - everRead(a));

/** The path of what the server does not list, all sections but the largest together. */
const OTHERS = '(others)';

type Section = ReachSections['sections'][number];

/** The sections that are listed, largest first, and what all others have together. */
export const listedSections = (sections: readonly Section[]) => ({
  sections: sections.filter(({ path }) => path !== OTHERS).toSorted((a, b) => b.pages - a.pages),
  others: sections.find(({ path }) => path === OTHERS),
});

export const FILLS: readonly {
  readonly field: 'read' | 'stale' | 'unread';
  readonly fill: Fill;
  readonly name: string;
}[] = [
  { field: 'read', fill: 'full', name: 'read since the last change' },
  { field: 'stale', fill: 'pale', name: 'stale' },
  { field: 'unread', fill: 'empty', name: 'never read' },
];

/** `2 d`, `2.5 d`, `same day`: the median of an even number may be half a day. */
export function formatMedian(days: number | null): string {
  if (days === null) return '–';
  if (days === 0) return 'same day';
  return `${Number.isInteger(days) ? days.toLocaleString('en-US') : days.toFixed(1)} d`;
}
