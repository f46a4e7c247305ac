import { type Counted, isLater, isUncounted } from './arrival.ts';
import type { EventList } from './event-list.ts';
import type { EventsEvent } from './use-question.ts';

type Event = Pick<EventsEvent, '__typename' | 'id' | 'createdAt'> & { readonly botName?: string };

type Counts = {
  readonly totals: Record<'botVisits' | 'referrals' | 'conversions', number>;
  readonly botBreakdown: readonly { readonly botName: string; readonly count: number }[];
};

/** The counts, with what has come in since: it is known event by event, and they are read once a minute. */
export function withArrived<Stats extends Counts>(
  stats: Stats,
  list: Pick<EventList<Event>, 'rows' | 'waiting' | 'arrivals'>,
  counted: Counted,
): Stats {
  const listed = [...list.waiting, ...list.rows].filter((event) => isLater(event, counted));
  const arrived = list.arrivals.flatMap((each) => (isUncounted(each, counted) ? each.event : []));
  const events = [...new Map([...listed, ...arrived].map((event) => [event.id, event])).values()];
  if (events.length === 0) return stats;
  const countOf = (kind: Event['__typename']) =>
    events.filter(({ __typename }) => __typename === kind).length;
  const { botVisits, referrals, conversions } = stats.totals;
  const totals = {
    botVisits: botVisits + countOf('BotVisit'),
    referrals: referrals + countOf('Referral'),
    conversions: conversions + countOf('Conversion'),
  };
  return { ...stats, totals, botBreakdown: withVisits(stats.botBreakdown, events) };
}

function withVisits(bots: Counts['botBreakdown'], events: readonly Event[]): Counts['botBreakdown'] {
  const counts = new Map(bots.map(({ botName, count }) => [botName, count]));
  for (const { botName } of events)
    if (botName !== undefined) counts.set(botName, (counts.get(botName) ?? 0) + 1);
  const known = bots.map((bot) => ({ ...bot, count: counts.get(bot.botName) ?? bot.count }));
  const added = [...counts].filter(([name]) => bots.every(({ botName }) => botName !== name));
  return [...known, ...added.map(([botName, count]) => ({ botName, count }))];
}
