import type { PagesFrameQuery, PagesQuery } from '../generated/graphql.ts';

export type FramedSite = NonNullable<PagesFrameQuery['site']>;
export type PageCounts = NonNullable<NonNullable<PagesQuery['site']>['pages']>['nodes'][number];
