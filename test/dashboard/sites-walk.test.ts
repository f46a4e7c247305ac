import { describe, expect, it } from 'vitest';
import { NOTHING_READ, nextStep, readingAfter } from '../../src/dashboard/sites/reading.ts';
import {
  START,
  type SiteTotals,
  type Walk,
  afterStep,
  hasLines,
  knownOf,
} from '../../src/dashboard/sites/walk.ts';

const AT_MS = Date.parse('2026-03-15T12:00:00.000Z');
const LIMITED = { kind: 'limited', retryAfterSeconds: 20 } as const;
const CUT = { kind: 'refused', code: 'QUERY_TIMEOUT', message: 'It took too long.' } as const;

const totals = { botVisits: 3, referrals: 2, conversions: 1 };
const idOf = (number: number) => `site-${number}`;

function siteOf(number: number, hasStats = true): SiteTotals {
  const stats = hasStats ? { totals, comparison: null } : null;
  return { id: idOf(number), timeseries: null, stats };
}

const sitesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => siteOf(first + index));

const kindsOf = ({ results }: Walk) => [...results].map(([id, { kind }]) => `${id} ${kind}`);

describe('a walk through the sites', () => {
  it('goes on after the last site of a full step, and ends with a shorter one', () => {
    const full = afterStep(START, { data: { sites: sitesFrom(1, 20) } });
    expect(full).toMatchObject({ after: idOf(20), isDone: false });

    const done = afterStep(full, { data: { sites: sitesFrom(31, 3) } });
    expect(done).toMatchObject({ after: idOf(33), isDone: true });
    expect(done.results.size).toBe(23);
    expect(afterStep(full, { data: { sites: [] } })).toEqual({ ...full, isDone: true });
  });

  it('goes on where the budget ended', () => {
    const sites = [siteOf(1), siteOf(2), siteOf(3, false), siteOf(4)];
    const refused = ['sites.2.stats'];

    const walk = afterStep(START, { data: { sites }, problem: LIMITED, refused });
    expect(kindsOf(walk)).toEqual(['site-1 read', 'site-2 read']);
    expect(walk).toMatchObject({ after: idOf(2), isDone: false });

    const held = afterStep(walk, {
      data: { sites: [siteOf(3, false)] },
      problem: LIMITED,
      refused: ['sites.0.timeseries', 'sites.0.stats'],
    });
    expect(held).toBe(walk);
    expect(afterStep(walk, { data: { sites: null }, problem: LIMITED, refused: ['sites'] })).toBe(walk);
    expect(afterStep(walk, { problem: { kind: 'unreachable' } })).toBe(walk);
  });

  it('passes by a site that is refused, and says why', () => {
    const sites = [siteOf(1), siteOf(2, false), siteOf(3)];
    const walk = afterStep(START, { data: { sites }, problem: CUT, refused: ['sites.1.stats'] });

    expect(kindsOf(walk)).toEqual(['site-1 read', 'site-2 failed', 'site-3 read']);
    expect(walk.results.get(idOf(2))).toEqual({ kind: 'failed', message: 'It took too long.' });
    expect(walk.isDone).toBe(true);
  });

  it('knows that a site has no events once it has passed by, and until then what was known before', () => {
    const places = new Map([1, 2, 3, 4].map((number, at) => [idOf(number), at]));
    const known = (walks: readonly Walk[]) =>
      [1, 2, 3, 4].map((number) => knownOf(idOf(number), places, walks).kind);
    const walk: Walk = {
      results: new Map([[idOf(2), { kind: 'read', site: siteOf(2) }]]),
      ...{ after: idOf(2), isDone: false },
    };
    const before: Walk = {
      results: new Map([
        [idOf(1), { kind: 'read', site: siteOf(1) }],
        [idOf(4), { kind: 'read', site: siteOf(4) }],
      ]),
      ...{ after: idOf(4), isDone: true },
    };

    expect(known([START])).toEqual(['unread', 'unread', 'unread', 'unread']);
    expect(known([walk])).toEqual(['none', 'read', 'unread', 'unread']);
    expect(known([walk, before])).toEqual(['none', 'read', 'none', 'read']);
    expect(known([{ ...walk, isDone: true }])).toEqual(['none', 'read', 'none', 'none']);
  });
});

it('lines are asked for up to 1,500 days', () => {
  expect(hasLines({ start: '2022-02-05', end: '2026-03-15' })).toBe(true);
  expect(hasLines({ start: '2022-02-04', end: '2026-03-15' })).toBe(false);
});

describe('the next step', () => {
  const readingOf = (walk: Walk) => ({ ...NOTHING_READ, walk, atMs: AT_MS });
  const read = (count: number, isDone: boolean) =>
    readingOf({
      results: new Map(sitesFrom(1, count).map((site) => [site.id, { kind: 'read', site }])),
      ...{ after: idOf(count), isDone },
    });

  it('comes at once until all or enough are read, and then a minute for each step later', () => {
    expect(nextStep(NOTHING_READ, 100)).toEqual({ walk: START, atMs: 0 });
    expect(nextStep(read(40, false), 100)).toEqual({ walk: read(40, false).walk, atMs: AT_MS });
    expect(nextStep(read(20, true), 100)).toEqual({ walk: START, atMs: AT_MS + 60_000 });
    expect(nextStep(read(0, true), 100)).toEqual({ walk: START, atMs: AT_MS + 60_000 });
    expect(nextStep(read(60, true), 100)).toEqual({ walk: START, atMs: AT_MS + 180_000 });
    expect(nextStep(read(100, false), 100)).toEqual({ walk: START, atMs: AT_MS + 300_000 });
    expect(nextStep(read(100, false), 200)).toEqual({ walk: read(100, false).walk, atMs: AT_MS });
  });

  it('waits for the budget, longer each time, and goes on where it was', () => {
    const { walk } = read(20, false);
    const returned = { data: { sites: null }, problem: LIMITED, refused: ['sites'] };
    const once = readingAfter(readingOf(walk), { walk, atMs: 0 }, returned, AT_MS);
    const twice = readingAfter(once, { walk, atMs: 0 }, returned, AT_MS);
    expect(nextStep(once, 100)).toEqual({ walk, atMs: AT_MS + 20_000 });
    expect(nextStep(twice, 100)).toEqual({ walk, atMs: AT_MS + 40_000 });

    const onward = readingAfter(twice, { walk, atMs: 0 }, { data: { sites: sitesFrom(21, 1) } }, AT_MS);
    expect(onward).toMatchObject({ failures: 0, walk: { isDone: true } });
    expect(onward.problem).toBeUndefined();
  });

  it('begins again a minute after a refusal, and never by itself after the end of a session', () => {
    const { walk } = read(20, false);
    const after = (problem: typeof CUT | { kind: 'signed-out' }) =>
      readingAfter(readingOf(walk), { walk, atMs: 0 }, { data: { sites: null }, problem }, AT_MS);
    expect(nextStep(after(CUT), 100)).toEqual({ walk: START, atMs: AT_MS + 60_000 });
    expect(nextStep(after({ kind: 'signed-out' }), 100)).toBeUndefined();
  });

  it('shows what was read before until a new walk comes to it', () => {
    const last = read(20, true);
    const again = readingAfter(last, { walk: START, atMs: 0 }, { problem: { kind: 'unreachable' } }, AT_MS);
    expect(again).toMatchObject({ walk: START, before: last.walk, failures: 1 });
    const onward = readingAfter(
      again,
      { walk: START, atMs: 0 },
      { data: { sites: sitesFrom(1, 20) } },
      AT_MS,
    );
    expect(onward).toMatchObject({ before: last.walk, failures: 0, walk: { after: idOf(20) } });
  });
});
