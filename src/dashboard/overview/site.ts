import type { OverviewQuery } from '../generated/graphql.ts';

export type Site = NonNullable<OverviewQuery['site']>;
export type Stats = NonNullable<Site['stats']>;
export type Timeseries = NonNullable<Site['timeseries']>;
