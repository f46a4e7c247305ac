import { describe, expect, it } from 'vitest';
import {
  formatMedian,
  hasNoSitemap,
  listedSections,
  mostRead,
  reachOf,
} from '../../src/dashboard/reach/reached.ts';
import { askedIn, formatReachView, parseReachView } from '../../src/dashboard/reach/reach-view.ts';

const TODAY = '2026-03-15';

describe('what the URL says of the reach', () => {
  it('survives, and is what is asked for', () => {
    const names = { search: '/a?b=c&d#', bot: '<b>&é🫖', company: 'A+B' };
    const shown = {
      ...names,
      purpose: 'USER',
      readBy: 'bots',
      state: 'STALE',
      rows: 100,
      after: 'MTI',
      from: 26,
    } as const;
    const first = parseReachView(new URLSearchParams('range=7d'), TODAY);
    const search = formatReachView({ ...first, ...shown });
    const view = parseReachView(new URLSearchParams(search), TODAY);
    expect(view).toEqual({ ...first, ...shown });
    expect(askedIn('site_1', view)).toEqual({
      ...{ id: 'site_1', start: '2026-03-09', end: TODAY },
      ...{ botName: names.bot, company: names.company, purpose: 'USER' },
    });
  });

  it('falls back to pages that all bots never read, which it leaves out', () => {
    const view = parseReachView(
      new URLSearchParams('state=read&read-by=robots&purpose=fun&rows=3&after=&from=9'),
      TODAY,
    );
    expect(view).toMatchObject({
      readBy: 'companies',
      state: 'UNREAD',
      purpose: undefined,
      rows: 25,
      after: '',
      from: 1,
    });
    expect(formatReachView(view)).toBe('');
    expect(askedIn('site_1', view)).toMatchObject({ botName: null, company: null, purpose: null });
  });
});

describe('a reach that is null', () => {
  const read = (refused: readonly string[]) => ({ data: { site: { reach: null } }, refused });
  const problem = { kind: 'refused', code: 'QUERY_TIMEOUT', message: 'Too slow.' } as const;

  it('is that of a site without a sitemap', () => {
    expect(hasNoSitemap({ read: read([]) })).toBe(true);
    expect(reachOf({ read: read([]) })).toBe(null);
  });

  it.each(['site.reach', 'site.reach.sections'])('was refused at %s, whatever happened since', (path) => {
    expect(hasNoSitemap({ read: read([path]) })).toBe(false);
    expect(reachOf({ read: read([path]) })).toBe(null);
  });

  it('was refused before anything was read, and is not known while it loads', () => {
    expect([hasNoSitemap({}), reachOf({ problem })]).toEqual([false, null]);
    expect(reachOf({})).toBe(undefined);
  });
});

it('those who read most come first, lately or not, and else stay in order', () => {
  const count = (name: string, read: number, stale: number) => ({ name, read, stale });
  const counts = [count('a', 41, 0), count('b', 39, 1), count('c', 38, 3), count('d', 1, 40)];
  expect(mostRead(counts).map(({ name }) => name)).toEqual(['a', 'c', 'd', 'b']);
});

it('what all other sections have together is none of the sections', () => {
  const section = (path: string, pages: number) => ({ path, pages, read: 0, stale: 0, unread: pages });
  const [small, large, others] = [section('/a/', 1), section('/b/', 2), section('(others)', 9)];
  expect(listedSections([others, small, large])).toEqual({ sections: [large, small], others });
  expect(listedSections([small])).toEqual({ sections: [small], others: undefined });
});

it.each([
  [null, '–'],
  [0, 'same day'],
  [2, '2 d'],
  [2.5, '2.5 d'],
  [1139, '1,139 d'],
])('a median of %s days is %s', (days, words) => {
  expect(formatMedian(days)).toBe(words);
});
