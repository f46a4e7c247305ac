import type { EventFilters } from './events-view.ts';
import type { EventsEvent } from './use-question.ts';

type Kind = EventsEvent['__typename'];
type Totals = Record<'botVisits' | 'referrals' | 'conversions', number>;
type Counts = {
  readonly totals: Totals;
  readonly botBreakdown: readonly { readonly botName: string; readonly count: number }[];
};
type Listed = {
  readonly rows: readonly { readonly __typename: Kind }[];
  readonly waiting: readonly { readonly __typename: Kind }[];
  readonly endCursor: string | null;
  readonly hasGap: boolean;
};

/**
 * The counts, with those of the list where it has every event of the filters: it is read at another moment than they are,
 * and goes on with what comes in.
 */
export function withListed<Stats extends Counts>(
  stats: Stats,
  filters: EventFilters,
  list: Listed | undefined,
): Stats {
  if (filters.page !== undefined || list?.endCursor !== null || list.hasGap) return stats;
  const all = [...list.rows, ...list.waiting];
  return filters.bot === undefined
    ? { ...stats, totals: withTypes(stats.totals, filters, all) }
    : { ...stats, botBreakdown: withBot(stats.botBreakdown, filters.bot, filters.type, all.length) };
}

const KINDS = [
  { type: 'BOT', kind: 'BotVisit', total: 'botVisits' },
  { type: 'REFERRAL', kind: 'Referral', total: 'referrals' },
  { type: 'CONVERSION', kind: 'Conversion', total: 'conversions' },
] as const;

function withTypes(totals: Totals, { type }: EventFilters, all: Listed['rows']): Totals {
  const listed = KINDS.filter((each) => type === undefined || type === each.type);
  const counted = listed.map(({ kind, total }) => {
    return [total, all.filter(({ __typename }) => __typename === kind).length] as const;
  });
  return { ...totals, ...Object.fromEntries(counted) };
}

function withBot(
  bots: Counts['botBreakdown'],
  botName: string,
  type: EventFilters['type'],
  count: number,
): Counts['botBreakdown'] {
  // no other event has the name of a bot
  if (type !== undefined && type !== 'BOT') return bots;
  return [...bots.filter((bot) => bot.botName !== botName), { botName, count }];
}
