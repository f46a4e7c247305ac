import { describe, expect, it } from 'vitest';
import {
  attributionOf,
  broughtOf,
  hasBrought,
  hasRates,
  othersOf,
} from '../../src/dashboard/overview/attribution.ts';

const WEEK = { start: '2026-03-02', end: '2026-03-08' };

/** Of a service that looks 30 minutes back. */
const covered = (
  attributionSince: string | null,
  firstEventAt: string | null = '2026-03-02T09:00:00.000Z',
) => ({
  ...{ attributionMinutes: 30, attributionSince, firstEventAt },
});

describe('of which conversions it is known who sent the visitor', () => {
  it.each([
    ['all, if it was looked up before the days begin', covered('2026-02-01T10:15:00.000Z'), { known: 'all' }],
    ['all, since the days begin', covered('2026-03-02T00:00:00.000Z'), { known: 'all' }],
    ['all, since the first event of the days', covered('2026-03-02T09:00:00.000Z'), { known: 'all' }],
    ['none, if it never was looked up', covered(null), { known: 'none' }],
    ['none, if that began on the last day', covered('2026-03-08T10:15:00.000Z'), { known: 'none' }],
    ['none, if that began later', covered('2026-03-09T00:00:00.000Z'), { known: 'none' }],
    [
      'those after the day on which that began',
      covered('2026-03-05T10:15:00.000Z'),
      { known: 'later', until: '2026-03-05' },
    ],
    [
      'those from the day on, if that began with it',
      covered('2026-03-05T00:00:00.000Z'),
      { known: 'later', until: '2026-03-04' },
    ],
    [
      'those after the day, if the first event came on it, but before',
      covered('2026-03-02T09:00:00.001Z'),
      { known: 'later', until: '2026-03-02' },
    ],
  ])('%s', (_, coverage, expected) => {
    const since = coverage.attributionSince;
    const found = attributionOf(coverage, WEEK);
    expect(found).toEqual({ minutes: 30, since, ...expected });
    expect([hasBrought(found), hasRates(found)]).toEqual([true, expected.known === 'all']);
  });

  it('on days without events, the days decide', () => {
    const known = (since: string) => attributionOf(covered(since, null), WEEK).known;
    expect([known('2026-03-02T00:00:00.000Z'), known('2026-03-02T00:00:00.001Z')]).toEqual(['all', 'later']);
  });

  it('where that is switched off, nothing is said of it, whatever was known before', () => {
    const off = { ...covered('2026-02-01T10:15:00.000Z'), attributionMinutes: 0 };
    const found = attributionOf(off, WEEK);
    expect([found, hasBrought(found), hasRates(found)]).toEqual([{ known: 'off' }, false, false]);
  });

  it.each([null, undefined])('if the service does not say (%s), there is no rate', (coverage) => {
    const found = attributionOf(coverage, WEEK);
    expect([found, hasBrought(found), hasRates(found)]).toEqual([{ known: 'unread' }, true, false]);
  });
});

it('adds up what the visitors of all products brought', () => {
  const sources = [
    { conversions: 38, value: 1204.6 },
    { conversions: 0, value: 0 },
    { conversions: 28, value: 877.9 },
  ];
  expect(broughtOf({ totals: { conversions: 268 }, referralBreakdown: sources })).toEqual({
    ...{ all: 268, sent: 66, value: 2082.5 },
  });
});

describe('conversions without a product', () => {
  const BROUGHT = { all: 268, sent: 66, value: 2082.5 };
  const since = '2026-03-05T10:15:00.000Z';
  const later = { known: 'later', minutes: 30, since, until: '2026-03-05' } as const;

  it.each([
    [
      'are of visitors whom none sent',
      { known: 'all', minutes: 30, since } as const,
      { unknown: 0, ofNone: 202 },
    ],
    ['are not known', { known: 'none', minutes: 30, since } as const, { unknown: 202, ofNone: 0 }],
    ['are not known', { known: 'unread' } as const, { unknown: 202, ofNone: 0 }],
  ])('%s where it is known of %j', (_, attribution, expected) => {
    expect(othersOf(BROUGHT, attribution, undefined)).toEqual(expected);
  });

  it('are split by those of the days before, once these are read', () => {
    expect(othersOf(BROUGHT, later, undefined)).toBeUndefined();
    expect(othersOf(BROUGHT, later, { all: 160, sent: 10 })).toEqual({ unknown: 150, ofNone: 52 });
    // one more of them was recorded in between
    expect(othersOf(BROUGHT, later, { all: 203, sent: 0 })).toEqual({ unknown: 202, ofNone: 0 });
  });

  it('are none if each has a product', () => {
    expect(othersOf({ all: 9, sent: 9, value: 0 }, later, undefined)).toEqual({ unknown: 0, ofNone: 0 });
  });
});
