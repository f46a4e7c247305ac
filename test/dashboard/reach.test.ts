import { describe, expect, it } from 'vitest';
import { formatMedian } from '../../src/dashboard/reach/reached.ts';
import { askedIn, formatReachView, parseReachView } from '../../src/dashboard/reach/reach-view.ts';

const TODAY = '2026-03-15';

describe('what the URL says of the reach', () => {
  it('survives, and is what is asked for', () => {
    const names = { search: '/a?b=c&d#', bot: '<b>&é🫖', company: 'A+B' };
    const shown = { ...names, purpose: 'USER', state: 'STALE', rows: 100, after: 'MTI', from: 26 } as const;
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
    const view = parseReachView(new URLSearchParams('state=read&purpose=fun&rows=3&after=&from=9'), TODAY);
    expect(view).toMatchObject({ state: 'UNREAD', purpose: undefined, rows: 25, after: '', from: 1 });
    expect(formatReachView(view)).toBe('');
    expect(askedIn('site_1', view)).toMatchObject({ botName: null, company: null, purpose: null });
  });
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
