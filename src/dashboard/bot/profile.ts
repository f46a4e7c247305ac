import type { BotQuery } from '../generated/graphql.ts';

/** Undefined while it loads, null if it was refused. */
export type Profile = NonNullable<BotQuery['site']>['bot'] | undefined;
