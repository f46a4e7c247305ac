import { describe, expect, it } from 'vitest';
import { withArrived } from '../../src/dashboard/events/arrived-counts.ts';
import { mergeNewest, showWaiting, startAgain, startList } from '../../src/dashboard/events/event-list.ts';

type Kind = 'BotVisit' | 'Referral' | 'Conversion';

const event = (eventId: number, __typename: Kind, botName?: string) => ({
  ...{ id: `event_${eventId}`, eventId, __typename, ...(botName !== undefined && { botName }) },
  createdAt: new Date(Date.UTC(2026, 2, 14, 0, 0, eventId)).toISOString(),
});

const page = (...nodes: readonly ReturnType<typeof event>[]) => ({ nodes, endCursor: 'more' });

const STATS = {
  totals: { botVisits: 500, referrals: 20, conversions: 3 },
  botBreakdown: [{ botName: 'GPTBot', count: 300 }],
};
const KNOWN = event(1, 'BotVisit', 'GPTBot');
const COUNTED = { atMs: 5000, lastEventAt: KNOWN.createdAt };
const LIST = startList(page(KNOWN));

/** The list after a newest page that was there at the moment, and not before. */
const merged = (list: typeof LIST, newest: typeof LIST.rows, afterMs: number) =>
  mergeNewest(list, page(...newest), { afterMs, counted: COUNTED });

describe('the counts above a list that goes on', () => {
  it('are as they were read, as long as nothing has come in', () => {
    expect(withArrived(STATS, LIST, COUNTED)).toBe(STATS);
  });

  it('grow with what comes in, of its kind and its bot, whether it is shown or waits', () => {
    const newest = [event(5, 'BotVisit', 'New'), event(4, 'Referral'), event(3, 'BotVisit', 'GPTBot'), KNOWN];
    const list = merged(LIST, newest, 6000);
    const grown = {
      totals: { botVisits: 502, referrals: 21, conversions: 3 },
      botBreakdown: [
        { botName: 'GPTBot', count: 301 },
        { botName: 'New', count: 1 },
      ],
    };
    expect(withArrived(STATS, list, COUNTED)).toEqual(grown);
    expect(withArrived(STATS, showWaiting(list), COUNTED)).toEqual(grown);
  });

  it('have what was listed first, and happened after they were read', () => {
    const list = startList(page(event(2, 'Conversion'), KNOWN));
    expect(withArrived(STATS, list, COUNTED).totals.conversions).toBe(4);
  });

  it('have what happened earlier and was recorded late, unless they were read after it', () => {
    const list = merged(LIST, [KNOWN, event(0, 'Referral')], 5000);
    expect(withArrived(STATS, list, COUNTED).totals.referrals).toBe(21);
    expect(withArrived(STATS, list, { ...COUNTED, atMs: 5001 })).toBe(STATS);
  });

  it('keep what has come in when a gap is closed, and forget it once they are read again', () => {
    const before = merged(LIST, [event(3, 'Referral'), event(2, 'Referral'), KNOWN], 6000);
    const newest = { afterMs: 11_000, counted: COUNTED };
    const again = startAgain(before, page(event(9, 'Conversion')), newest);
    expect(withArrived(STATS, again, COUNTED).totals).toEqual({
      botVisits: 500,
      referrals: 22,
      conversions: 4,
    });
    const counted = { atMs: 20_000, lastEventAt: event(9, 'Conversion').createdAt };
    expect(withArrived(STATS, again, counted)).toBe(STATS);
    const later = mergeNewest(again, page(event(10, 'Referral'), event(9, 'Conversion')), {
      afterMs: 21_000,
      counted,
    });
    expect(later.arrivals.map((each) => each.event.eventId)).toEqual([10]);
  });
});
