import { describe, expect, it } from 'vitest';
import { BOTS } from '../../src/catalogue/bots.ts';
import { OPERATORS_WITHOUT_LISTS, PUBLISHED_LISTS } from '../../src/catalogue/range-lists.ts';
import { fileNameOf } from '../../src/ranges/list-sources.ts';
import { shippedLists } from '../../src/ranges/range-file.ts';
import { updateLists } from '../../src/ranges/update-lists.ts';
import { createVerdicts } from '../../src/ranges/verdicts.ts';

describe('the published lists', () => {
  it('are of bots of the catalogue, each beside its own operator', () => {
    const companies = new Map(BOTS.map(({ name, company }) => [name, company]));
    const operators = PUBLISHED_LISTS.flatMap(({ operator, bots }) =>
      bots.map((bot) => [bot, operator, companies.get(bot)]),
    );
    expect(operators.filter(([, operator, company]) => operator !== company)).toEqual([]);
  });

  it('have addresses over HTTPS, whose last parts tell them apart', () => {
    const names = PUBLISHED_LISTS.map(({ address }) => fileNameOf(address));
    expect(PUBLISHED_LISTS.filter(({ address }) => !address.startsWith('https://'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['gptbot.json', 'bots.json', 'ip-addresses']));
  });

  it('are none for the operators that publish none', () => {
    const publishing = PUBLISHED_LISTS.filter(({ operator }) => OPERATORS_WITHOUT_LISTS.includes(operator));
    expect(publishing).toEqual([]);
  });
});

describe('the file of lists that is installed with the product', () => {
  it('has every list of the catalogue', async () => {
    const nothing = () => Promise.reject(new Error('out of reach'));
    const updated = await updateLists(shippedLists(), nothing, 0);
    expect(shippedLists()).toEqual(updated.map(({ list }) => list));
  });

  it('claims nothing of any bot as long as no list was ever retrieved', () => {
    const verdictOf = createVerdicts(shippedLists());
    expect(shippedLists().filter(({ retrievedAtMs }) => retrievedAtMs !== null)).toEqual([]);
    expect(new Set(BOTS.map(({ name }) => verdictOf(name, '192.0.2.1')))).toEqual(new Set(['no-list']));
  });
});
