import { describe, expect, it } from 'vitest';
import type { Attribution } from '../../src/dashboard/overview/attribution.ts';
import { wordsOfFoot } from '../../src/dashboard/overview/foot-words.ts';

const SINCE = '2026-03-05T10:15:00.000Z';
const ALL: Attribution = { known: 'all', minutes: 30, since: SINCE };
const NONE: Attribution = { known: 'none', minutes: 30, since: SINCE };
const LATER: Attribution = { known: 'later', minutes: 30, since: SINCE, until: '2026-03-05' };

const SOME = { all: 268, sent: 66, value: 2082.5 };
const NOTHING = { all: 268, sent: 0, value: 0 };

const say = (said: Omit<Parameters<typeof wordsOfFoot>[0], 'today'>, today = '2026-03-20') =>
  wordsOfFoot({ ...said, today });

describe('below who takes, who sends, who brings', () => {
  it('all conversions are accounted for where it is known of all', () => {
    expect(say({ brought: SOME, attribution: ALL, others: { unknown: 0, ofNone: 202 } })).toBe(
      '66 of 268 conversions (24.6%), worth 2,082.50, came within 30 minutes of a visit from one of these products. ' +
        'The other 202 have no product: those visitors came another way, or converted later.',
    );
  });

  it.each([
    [
      { all: 2, sent: 1, value: 0 },
      { ...ALL, minutes: 1 },
      '1 of 2 conversions (50.0%) came within 1 minute of a visit from one of these products. ' +
        'The other one has no product: that visitor came another way, or converted later.',
    ],
    [
      { all: 1, sent: 1, value: -0.125 },
      { ...ALL, minutes: 1440 },
      '1 of 1 conversion (100.0%), worth -0.125, came within 1,440 minutes of a visit from one of these products.',
    ],
    [
      NOTHING,
      ALL,
      '0 of 268 conversions (0.0%) came within 30 minutes of a visit from an LLM product. ' +
        'Their visitors came another way, or converted later.',
    ],
    [{ all: 0, sent: 0, value: 0 }, ALL, 'No conversions on these days.'],
  ])('of %j it says what there is, and no more', (brought, attribution, expected) => {
    const others = { unknown: 0, ofNone: brought.all - brought.sent };
    expect(say({ brought, attribution, others })).toBe(expected);
  });

  it('what was not looked up is not known, apart from what no product sent', () => {
    const first =
      '66 of 268 conversions (24.6%), worth 2,082.50, came within 30 minutes of a visit from one of these products.';
    const fact = 'it is not known whether a product sent the visitor';
    expect(say({ brought: SOME, attribution: LATER, others: { unknown: 150, ofNone: 52 } })).toBe(
      `${first} Of 150 until Mar 5 ${fact}: that is looked up only since 10:15 on Mar 5 (UTC). ` +
        'The other 52 have no product: those visitors came another way, or converted later.',
    );
    expect(say({ brought: SOME, attribution: LATER, others: undefined })).toBe(
      `${first} Of those until Mar 5 ${fact}: that is looked up only since 10:15 on Mar 5 (UTC). ` +
        'The others have no product: those visitors came another way, or converted later.',
    );
    expect(say({ brought: SOME, attribution: LATER, others: { unknown: 202, ofNone: 0 } })).toBe(
      `${first} Of 202 until Mar 5 ${fact}: that is looked up only since 10:15 on Mar 5 (UTC).`,
    );
  });

  it.each([
    [
      NOTHING,
      NONE,
      'Of 268 conversions it is not known whether a product sent the visitor: that is looked up only since ' +
        '10:15 on Mar 5, 2026 (UTC).',
    ],
    [
      SOME,
      { ...NONE, since: null },
      '66 of 268 conversions (24.6%), worth 2,082.50, came from one of these products. ' +
        'Of the other 202 it is not known whether a product sent the visitor: that was not looked up.',
    ],
    [
      SOME,
      { known: 'unread' } as const,
      '66 of 268 conversions (24.6%), worth 2,082.50, came from one of these products. ' +
        'Of the other 202 it is not known whether a product sent the visitor.',
    ],
  ])('of %j, known of %j, it does not say that no product sent them', (brought, attribution, expected) => {
    const others = { unknown: brought.all - brought.sent, ofNone: 0 };
    expect(say({ brought, attribution, others }, '2027-01-01')).toBe(expected);
  });
});
