import type { SiteOverviewFragment } from '../generated/graphql.ts';

export type Site = SiteOverviewFragment;
export type Stats = NonNullable<Site['stats']>;
export type Timeseries = NonNullable<Site['timeseries']>;

/** Where the names of an overview lead. Without it they lead nowhere, for those who may see no more. */
export type Links = {
  readonly siteId: string;
  /** The search, which keeps the days shown. */
  readonly search: string;
};
