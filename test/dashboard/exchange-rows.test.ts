import { expect, it } from 'vitest';
import { exchangeRows } from '../../src/dashboard/overview/exchange-rows.ts';

const bar = (percent: number, isCut = false) => ({ percent, isCut });

type Counts = readonly [botVisits: number, referrals: number, conversions?: number, value?: number];

const company = (name: string, ...[botVisits, referrals, conversions = 0, value = 0]: Counts) => ({
  ...{ company: name, botVisits, referrals, conversions, value },
});

it('the longest bar of each kind is that of a company, and that of all others is cut there', () => {
  const many = Array.from({ length: 60 }, (_, at) => company(`c${at}`, 10, 1, 1, 0.25));
  const companies = [company('sends', 40, 200, 20, 99.5), company('takes', 160, 0), ...many];
  expect(exchangeRows(companies, 2)).toEqual([
    { ...company('takes', 160, 0), isRest: false, in: bar(100), out: bar(0), got: bar(0) },
    { ...company('sends', 40, 200, 20, 99.5), isRest: false, in: bar(25), out: bar(100), got: bar(100) },
    {
      ...company('60 others', 600, 60, 60, 15),
      ...{ isRest: true, in: bar(100, true), out: bar(30), got: bar(100, true) },
    },
  ]);
});

it('nothing is a bar of no length', () => {
  expect(exchangeRows([company('quiet', 0, 0)], 2)).toEqual([
    { ...company('quiet', 0, 0), isRest: false, in: bar(0), out: bar(0), got: bar(0) },
  ]);
});

it('a company whose visitors came before, and converted now, is large by that alone', () => {
  const many = Array.from({ length: 3 }, (_, at) => company(`c${at}`, 1, 0));
  const rows = exchangeRows([...many, company('brings', 0, 0, 5, 10)], 1);
  expect(rows.map(({ company: name, conversions }) => [name, conversions])).toEqual([
    ['brings', 5],
    ['3 others', 0],
  ]);
});
