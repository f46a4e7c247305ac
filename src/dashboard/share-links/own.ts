import type { ShareLinksQuery } from '../generated/graphql.ts';

export type SharedSite = NonNullable<ShareLinksQuery['site']>;
export type Link = NonNullable<SharedSite['shareLinks']>[number];
