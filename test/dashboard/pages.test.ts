import { describe, expect, it } from 'vitest';
import { formatPagesView, parsePagesView } from '../../src/dashboard/pages/filters.ts';
import { minus, togetherOf } from '../../src/dashboard/pages/sums.ts';

const TODAY = '2026-03-15';
const NONE = { order: 'BOT_VISITS', search: '', bot: '', company: '', purpose: undefined } as const;

const site = {
  ...{ id: '1', domain: 'a.example' },
  stats: {
    totals: { botVisits: 9, referrals: 2, conversions: 1 },
    ...{ failed: 3, bytes: null },
    botBreakdown: [
      { botName: 'A', count: 4 },
      { botName: 'A', count: 2 },
    ],
    purposes: [{ purpose: 'USER' as const, count: 5 }],
  },
  companies: [{ company: 'C', botVisits: 8, failed: 1, bytes: 70 }],
};

const unknown = { referrals: null, conversions: null, failed: null, bytes: null };

describe('the filters of the pages', () => {
  it('survive the URL, whatever the names contain', () => {
    const names = { search: '/a?b=c&d#', bot: '<b>&é🫖', company: 'A+B' };
    const filters = { ...names, order: 'FAILED', purpose: 'USER' } as const;
    const view = parsePagesView(new URLSearchParams('range=7d'), TODAY);
    const search = formatPagesView({ ...view, ...filters });
    expect(parsePagesView(new URLSearchParams(search), TODAY)).toEqual({ ...view, ...filters });
  });

  it('keep the part that is shown in the URL', () => {
    const first = parsePagesView(new URLSearchParams('range=7d'), TODAY);
    const view = { ...first, rows: 100, after: 'MTI', from: 101 } as const;
    const search = formatPagesView(view);
    expect(search).toBe('?range=7d&rows=100&from=101&after=MTI');
    expect(parsePagesView(new URLSearchParams(search), TODAY)).toEqual(view);
  });

  it.each(['after=MTI', 'from=26', 'after=MTI&from=1', 'after=MTI&from=x&rows=7', 'after=&from=26'])(
    'begin at the first page for %s',
    (query) => {
      const view = parsePagesView(new URLSearchParams(query), TODAY);
      expect(view).toMatchObject({ rows: 25, after: '', from: 1 });
    },
  );

  it('fall back to all pages by bot visits, which the URL leaves out', () => {
    const view = parsePagesView(new URLSearchParams('order=size&purpose=fun'), TODAY);
    expect(view).toMatchObject(NONE);
    expect(formatPagesView(view)).toBe('');
  });
});

describe('what all pages have together', () => {
  it('is what the site counts, or its bots, company or purpose', () => {
    const all = { botVisits: 9, referrals: 2, conversions: 1, failed: 3, bytes: null };
    expect(togetherOf(site, NONE)).toEqual(all);
    expect(togetherOf(site, { ...NONE, bot: 'A' })).toEqual({ ...unknown, botVisits: 6 });
    expect(togetherOf(site, { ...NONE, company: 'C' })).toMatchObject({ botVisits: 8, failed: 1, bytes: 70 });
    expect(togetherOf(site, { ...NONE, purpose: 'USER' })).toEqual({ ...unknown, botVisits: 5 });
  });

  it('is not known of a search, nor of two filters', () => {
    expect(togetherOf(site, { ...NONE, search: '/a' })).toBeUndefined();
    expect(togetherOf(site, { ...NONE, bot: 'A', company: 'C' })).toBeUndefined();
  });

  it('leaves a dash where one side is unknown', () => {
    const these = { botVisits: 4, referrals: 2, conversions: 0, failed: 1, bytes: 5 };
    expect(minus({ botVisits: 6, ...unknown }, these)).toEqual({ botVisits: 2, ...unknown });
  });
});
