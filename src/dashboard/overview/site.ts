import type { OverviewQueryVariables, SiteOverviewFragment } from '../generated/graphql.ts';
import { type View, comparisonOf } from '../time/range.ts';

/** What the overview of a site asks for. */
export function overviewVariables(id: string, view: View): OverviewQueryVariables {
  const { start, end, hourly } = view;
  const compare = comparisonOf(view);
  const granularity = hourly ? 'HOUR' : 'DAY';
  return { id, start, end, granularity, compare: compare ?? null, compares: compare !== undefined };
}

export type OverviewSite = SiteOverviewFragment;
export type OverviewStats = NonNullable<OverviewSite['stats']>;
export type OverviewTimeseries = NonNullable<OverviewSite['timeseries']>;

/** Where the names of an overview lead. Without it they lead nowhere, for those who may see no more. */
export type Links = {
  readonly siteId: string;
  /** The search, which keeps the days shown. */
  readonly search: string;
};
