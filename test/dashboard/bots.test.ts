import { describe, expect, it } from 'vitest';
import { findBots, keyOf, listBots, sumsOf } from '../../src/dashboard/bots/bot-list.ts';
import { botsVariables, formatBotsView, parseBotsView } from '../../src/dashboard/bots/bots-view.ts';
import { COLUMNS, type SortKey, formatSort, parseSort, pressed } from '../../src/dashboard/bots/sort.ts';

const TODAY = '2026-03-15';
const view = parseBotsView(new URLSearchParams(), TODAY);

const bot = (botName: string, botCompany: string, count: number, more: object = {}) => ({
  ...{ botName, botCompany, purpose: 'OTHER' as const, count, previousCount: null, failed: 0, bytes: null },
  verification: { signed: 0, verified: 0, outside: 0 },
  ...more,
});

const stats = {
  botBreakdown: [
    bot('bot 10', 'Acme', 9, { failed: 1, bytes: 70, verification: { signed: 1, verified: 3, outside: 2 } }),
    bot('bot 9', 'Beta', 5, { failed: 3, purpose: 'USER' }),
    bot('Bot 9', 'acme', 5, { bytes: 10, verification: { signed: 5, verified: 0, outside: 0 } }),
  ],
};
const compared = {
  botBreakdown: [
    bot('bot 10', 'Acme', 8, { previousCount: 4 }),
    bot('bot 9', 'Beta', 5, { previousCount: 0 }),
    bot('gone', 'Beta', 0, { previousCount: 2 }),
  ],
};

describe('what the URL says of the bots', () => {
  it('survives, whatever the names contain', () => {
    const names = { search: 'a&b=c #', company: 'A+B' };
    const sort = { by: 'errors', isReversed: true } as const;
    const filters = { ...names, sort, purpose: 'USER', rows: 100, from: 201 } as const;
    const search = formatBotsView({ ...view, ...filters });
    expect(search).toBe(
      '?search=a%26b%3Dc+%23&company=A%2BB&purpose=answering&sort=-errors&rows=100&from=201',
    );
    expect(parseBotsView(new URLSearchParams(search), TODAY)).toEqual({ ...view, ...filters });
  });

  it('falls back to the first 25 by visits, which it leaves out', () => {
    const odd = parseBotsView(new URLSearchParams('sort=size&rows=7&from=-3&purpose=fun'), TODAY);
    expect(odd).toEqual(view);
    expect(formatBotsView(odd)).toBe('');
  });

  it.each([
    ['26', 26],
    ['30', 26],
    ['50', 26],
    ['51', 51],
    ['0', 1],
  ])('begins with the part in which place %s is, at %i', (from, first) => {
    expect(parseBotsView(new URLSearchParams({ from }), TODAY).from).toBe(first);
  });
});

describe('what the list of bots asks for', () => {
  const asked = (search: string) => {
    const shown = parseBotsView(new URLSearchParams(search), TODAY);
    const { compare, besides, compares } = botsVariables('s', shown, TODAY);
    return [compare, besides, compares];
  };

  it('is a comparison in the same question if the days are full', () => {
    expect(asked('range=yesterday')).toEqual(['PREVIOUS_PERIOD', null, false]);
  });

  it('is a comparison besides, while today is among the days', () => {
    expect(asked('range=7d&compare=year')).toEqual([null, 'PREVIOUS_YEAR', true]);
  });

  it.each(['range=today', 'compare=none'])('is no comparison with %s', (search) => {
    expect(asked(search)).toEqual([null, null, false]);
  });
});

describe('the list of bots', () => {
  const bots = listBots({ stats, compared });

  it('has the visits of all days beside both sides of the full ones, and bots that came before alone', () => {
    expect(bots.map(({ botName, visits, now, before }) => [botName, visits, now, before])).toEqual([
      ['bot 10', 9, 8, 4],
      ['bot 9', 5, 5, 0],
      ['Bot 9', 5, 0, 0],
      ['gone', 0, 0, 2],
    ]);
  });

  it('has both sides of the days themselves where these are full, and none without a comparison', () => {
    const before = (previousCount: number | null) =>
      listBots({ stats: { botBreakdown: [bot('A', 'B', 3, { previousCount })] } }).map((one) => [
        ...[one.visits, one.now, one.before],
      ]);
    expect(before(2)).toEqual([[3, 3, 2]]);
    expect(before(null)).toEqual([[3, null, null]]);
  });

  it.each<[SortKey, readonly string[]]>([
    ['bot', ['bot 9', 'Bot 9', 'bot 10', 'gone']],
    ['company', ['Bot 9', 'bot 10', 'bot 9', 'gone']],
    ['purpose', ['bot 9', 'bot 10', 'Bot 9', 'gone']],
    ['visits', ['bot 10', 'bot 9', 'Bot 9', 'gone']],
    ['before', ['bot 10', 'gone', 'bot 9', 'Bot 9']],
    ['change', ['bot 9', 'bot 10', 'gone', 'Bot 9']],
    ['verified', ['Bot 9', 'bot 10', 'bot 9', 'gone']],
    ['outside', ['bot 10', 'bot 9', 'Bot 9', 'gone']],
    ['errors', ['bot 9', 'bot 10', 'Bot 9', 'gone']],
    ['bytes', ['bot 10', 'Bot 9', 'bot 9', 'gone']],
  ])('is sorted by %s, with what is not known last', (by, names) => {
    const found = findBots(bots, { ...view, sort: { by, isReversed: false } });
    expect(found.map(({ botName }) => botName)).toEqual(names);
  });

  it('is sorted from the other end when a head is pressed twice', () => {
    const twice = pressed(pressed(parseSort('visits'), 'bytes'), 'bytes');
    expect(formatSort(twice)).toBe('-bytes');
    const found = findBots(bots, { ...view, sort: twice });
    expect(found.map(({ bytes }) => bytes)).toEqual([10, 70, null, null]);
    expect(COLUMNS.map((by) => formatSort(parseSort(by)))).toEqual(COLUMNS);
  });

  it.each([
    [{ search: ' ACME ' }, ['bot 10', 'Bot 9']],
    [{ search: 'bot 9' }, ['bot 9', 'Bot 9']],
    [{ company: 'Acme' }, ['bot 10']],
    [{ purpose: 'USER' as const, search: 'beta' }, ['bot 9']],
  ])('has those that %j asks for', (filters, names) => {
    expect(findBots(bots, { ...view, ...filters }).map(({ botName }) => botName)).toEqual(names);
  });

  it('adds up, and what nobody knows is not zero', () => {
    const together = { visits: 19, now: 13, before: 6, verified: 9, outside: 2, errors: 4, bytes: 80 };
    expect(sumsOf(bots)).toEqual(together);
    expect(sumsOf(bots.slice(3)).bytes).toBeNull();
  });

  it('takes two companies with a bot of one name for two', () => {
    expect(new Set(bots.map(keyOf)).size).toBe(4);
  });
});
