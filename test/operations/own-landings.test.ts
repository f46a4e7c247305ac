import { describe, expect, it } from 'vitest';
import type { Landing } from '../../src/domain/attribution.ts';
import { createLandingIndex } from '../../src/operations/recording/landing-index.ts';
import { createOwnLandings } from '../../src/operations/recording/own-landings.ts';
import { referral } from '../support/makers.ts';

const NOON = Date.parse('2026-03-15T12:00:00Z');
const MINUTE = 60_000;

function landing(client: string, atMs: number, source = 'chatgpt'): Landing {
  return { ...referral(new Date(atMs).toISOString()), client, source };
}

describe('the landings of a client', () => {
  it('are found by their times, in whatever order they were added', () => {
    const index = createLandingIndex();
    for (const landedMs of [50, 10, 30, 20, 40]) index.add('a', { landedMs, source: `at ${landedMs}` });

    const found = [9, 10, 19, 20, 39, 40, 1_000].map((untilMs) => index.last('a', 0, untilMs)?.source);
    expect(found).toEqual([undefined, 'at 10', 'at 10', 'at 20', 'at 30', 'at 40', 'at 50']);
    expect([index.last('a', 50, 60)?.source, index.last('a', 51, 60), index.last('b', 0, 60)]).toEqual([
      'at 50',
      undefined,
      undefined,
    ]);
  });

  it('at one time count once, and the last that was added is the one', () => {
    const index = createLandingIndex();

    expect(['x', 'y', 'z'].map((source) => index.add('a', { landedMs: 5, source }))).toEqual([
      true,
      false,
      false,
    ]);
    expect(index.last('a', 5, 5)).toEqual({ landedMs: 5, source: 'z' });
  });
});

describe('what a process remembers', () => {
  it('is over after its time, give or take a thirtieth', () => {
    const own = createOwnLandings({ keepMs: 30 * MINUTE });
    own.add('site', landing('a', NOON), NOON);

    own.forget(NOON + 30 * MINUTE);
    expect(own.last('site', 'a', NOON, NOON)).toEqual({ landedMs: NOON, source: 'chatgpt' });

    own.forget(NOON + 31 * MINUTE);
    expect(own.last('site', 'a', NOON, NOON)).toBeUndefined();
  });

  it('is of one client on one site', () => {
    const own = createOwnLandings({ keepMs: Infinity });
    own.add('site', landing('a', NOON), NOON);
    own.forget(NOON + 1e12);

    const found = [
      ['site', 'a'],
      ['site', 'b'],
      ['other', 'a'],
    ].map(([siteId = '', client = '']) => own.last(siteId, client, NOON, NOON)?.source);
    expect(found).toEqual(['chatgpt', undefined, undefined]);
  });

  it('at one time is what was added last, however much was added in between', () => {
    const own = createOwnLandings({ keepMs: Infinity, most: 300 });
    own.add('site', landing('a', NOON, 'first'), NOON);
    for (let n = 0; n < 50; n++) own.add('site', landing(`b${n}`, NOON), NOON);
    own.add('site', landing('a', NOON - 1, 'earlier'), NOON);
    own.add('site', landing('a', NOON, 'last'), NOON);

    expect(own.last('site', 'a', NOON - 5, NOON)).toEqual({ landedMs: NOON, source: 'last' });
    expect(own.last('site', 'a', NOON - 5, NOON - 1)).toEqual({ landedMs: NOON - 1, source: 'earlier' });
  });

  it('is never more than allowed, and the oldest is forgotten first', () => {
    const own = createOwnLandings({ keepMs: Infinity, most: 300 });
    for (let n = 0; n < 1_000; n++) own.add('site', landing(`c${n}`, NOON), NOON + n);

    const kept = Array.from({ length: 1_000 }, (_, n) => n).filter(
      (n) => own.last('site', `c${n}`, NOON, NOON) !== undefined,
    );
    expect(kept).toEqual(Array.from({ length: 300 }, (_, n) => 700 + n));
  });
});
