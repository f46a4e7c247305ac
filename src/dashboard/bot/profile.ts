import type { BotQuery, BotQueryVariables } from '../generated/graphql.ts';
import type { OverviewTimeseries } from '../overview/site.ts';

export type BotSite = NonNullable<BotQuery['site']>;
export type ProfiledBot = NonNullable<BotSite['bot']>;

/** Undefined while it loads, null if it was refused. */
export type LoadedBot = ProfiledBot | null | undefined;

type Read =
  { readonly variables: BotQueryVariables; readonly atMs: number; readonly data: BotQuery } | undefined;

/** The visits as the chart takes them: complete until they were read, with the gaps of the site. */
export function seriesOf(bot: ProfiledBot, read: Read): OverviewTimeseries {
  return {
    granularity: read?.variables.granularity ?? 'DAY',
    completeUntil: new Date(read?.atMs ?? 0).toISOString(),
    data: bot.timeseries,
    gaps: read?.data.site?.coverage?.gaps ?? null,
    previous: null,
    previousGaps: null,
  };
}
