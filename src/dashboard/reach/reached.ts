import type { ReachQuery, ReachedSectionsFragment } from '../generated/graphql.ts';
import type { Fill } from '../parts/fill.ts';

export type Reach = NonNullable<NonNullable<ReachQuery['site']>['reach']>;

export type ReachSections = ReachedSectionsFragment;

/** How many pages there are of each kind. `read` are those read since their last change. */
export type Reached = {
  readonly pages: number;
  readonly read: number;
  readonly stale: number;
  readonly unread: number;
};

/** Read at all, lately or not. */
export const everRead = ({ read, stale }: Pick<Reached, 'read' | 'stale'>): number => read + stale;

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
