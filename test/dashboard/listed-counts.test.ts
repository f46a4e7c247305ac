import { describe, expect, it } from 'vitest';
import { withListed } from '../../src/dashboard/events/listed-counts.ts';

const [BOT, REFERRAL] = [{ __typename: 'BotVisit' }, { __typename: 'Referral' }] as const;
const STATS = {
  totals: { botVisits: 5, referrals: 1, conversions: 0 },
  botBreakdown: [
    { botName: 'GPTBot', count: 3 },
    { botName: 'ClaudeBot', count: 2 },
  ],
};
const ALL = { type: undefined, bot: undefined, page: undefined };
const WHOLE = { rows: [BOT, BOT, BOT, BOT, BOT, REFERRAL], waiting: [BOT], endCursor: null, hasGap: false };

describe('the counts above the list of events', () => {
  it('are those of the list if it has every event: one more has come in since they were read', () => {
    expect(withListed(STATS, ALL, WHOLE).totals).toEqual({ botVisits: 6, referrals: 1, conversions: 0 });
  });

  it('are those of the list for the type that it has', () => {
    const visits = { ...WHOLE, rows: [BOT, BOT, BOT, BOT, BOT, BOT] };
    expect(withListed(STATS, { ...ALL, type: 'BOT' }, visits).totals).toEqual({
      botVisits: 7,
      referrals: 1,
      conversions: 0,
    });
  });

  it('are those of the list for the bot that it has', () => {
    const visits = { ...WHOLE, rows: [BOT, BOT, BOT] };
    const { totals, botBreakdown } = withListed(STATS, { ...ALL, bot: 'GPTBot' }, visits);
    expect([totals, botBreakdown]).toEqual([
      STATS.totals,
      [
        { botName: 'ClaudeBot', count: 2 },
        { botName: 'GPTBot', count: 4 },
      ],
    ]);
  });

  it('stay as they were read if the list has only a part', () => {
    expect(withListed(STATS, ALL, undefined)).toBe(STATS);
    expect(withListed(STATS, ALL, { ...WHOLE, endCursor: 'next' })).toBe(STATS);
    expect(withListed(STATS, ALL, { ...WHOLE, hasGap: true })).toBe(STATS);
    expect(withListed(STATS, { ...ALL, page: '/' }, WHOLE)).toBe(STATS);
    expect(withListed(STATS, { ...ALL, type: 'REFERRAL', bot: 'GPTBot' }, WHOLE)).toEqual(STATS);
  });
});
