import type { AccountQuery, KeysQuery, SitesQuery } from '../generated/graphql.ts';

export type Key = NonNullable<KeysQuery['account']>['keys'][number];
export type SiteName = NonNullable<KeysQuery['sites']>[number];
export type OwnSite = NonNullable<SitesQuery['sites']>[number];
export type OwnAccount = NonNullable<AccountQuery['account']>;
