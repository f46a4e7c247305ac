import { describe, expect, it } from 'vitest';
import { formatSitesView, parseSitesView } from '../../src/dashboard/sites/sites-view.ts';
import {
  type SiteRow,
  type Sort,
  findSites,
  formatSort,
  nextSort,
  parseSort,
  sortSites,
} from '../../src/dashboard/sites/sort-sites.ts';

const TODAY = '2026-03-15';

it.each([
  ['', ''],
  ['?q=shop&sort=bots', '?q=shop&sort=bots'],
  ['?range=7d&sort=-name', '?range=7d&sort=-name'],
  // the parts of the list, which there are no more
  ['?after=site_gone', ''],
  ['?sort=size', ''],
])('the query "%s" is written as "%s"', (query, right) => {
  expect(formatSitesView(parseSitesView(new URLSearchParams(query), TODAY))).toBe(right);
});

function rowOf(id: string, given: Partial<SiteRow> = {}): SiteRow {
  return { id, name: id, domain: `${id}.example`, lastEventAt: null, known: { kind: 'unread' }, ...given };
}

function readRow(id: string, botVisits: number): SiteRow {
  const stats = { totals: { botVisits, referrals: 0, conversions: 0 }, comparison: null };
  return rowOf(id, { known: { kind: 'read', site: { id, timeseries: null, stats } } });
}

const idsOf = (rows: readonly SiteRow[]) => rows.map(({ id }) => id);
const sorted = (rows: readonly SiteRow[], text: string) => idsOf(sortSites(rows, parseSort(text)));

describe('the order of the sites', () => {
  it('by a count has those last of which none is known, either way round', () => {
    const rows = [
      rowOf('none', { known: { kind: 'none' } }),
      rowOf('unread'),
      readRow('few', 1),
      readRow('many', 9),
    ];
    expect(sorted(rows, 'bots')).toEqual(['many', 'few', 'unread', 'none']);
    expect(sorted(rows, '-bots')).toEqual(['few', 'many', 'unread', 'none']);
    expect(sorted(rows, 'conversions')).toEqual(['few', 'many', 'unread', 'none']);
  });

  it('by name is that of people, and without a name by the domain', () => {
    const rows = [rowOf('Shop 10'), rowOf('shop 9'), rowOf('x', { name: '', domain: 'a.example' })];
    expect(sorted(rows, 'name')).toEqual(['x', 'shop 9', 'Shop 10']);
    expect(sorted(rows, '-name')).toEqual(['Shop 10', 'shop 9', 'x']);
  });

  it('by the last event has those without one last', () => {
    const rows = [
      rowOf('never'),
      rowOf('old', { lastEventAt: '2026-01-01T00:00:00.000Z' }),
      rowOf('new', { lastEventAt: '2026-03-01T00:00:00.000Z' }),
    ];
    expect(sorted(rows, 'last')).toEqual(['new', 'old', 'never']);
    expect(sorted(rows, '-last')).toEqual(['old', 'new', 'never']);
  });

  it('is that of the list without a sort, and after the third press on a head', () => {
    const rows = [rowOf('b'), rowOf('a')];
    expect(idsOf(sortSites(rows, undefined))).toEqual(['b', 'a']);
    const press = (sort: Sort | undefined) => nextSort(sort, 'botVisits');
    expect([press(undefined), press(press(undefined))].map((sort) => sort && formatSort(sort))).toEqual([
      'bots',
      '-bots',
    ]);
    expect(press(press(press(undefined)))).toBeUndefined();
    expect(nextSort(press(undefined), 'name')).toEqual({ field: 'name', direction: 'ascending' });
  });
});

it('sites are found by a part of their name or domain, in upper or lower case', () => {
  const rows = [rowOf('Halden Tea'), rowOf('x', { domain: 'halden.example' }), rowOf('other')];
  expect(findSites(rows, ' HALDEN ').map(({ id }) => id)).toEqual(['Halden Tea', 'x']);
  expect(findSites(rows, '')).toEqual(rows);
});
