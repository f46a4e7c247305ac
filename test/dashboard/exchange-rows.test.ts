import { expect, it } from 'vitest';
import { exchangeRows } from '../../src/dashboard/overview/exchange-rows.ts';

const bar = (percent: number, isCut = false) => ({ percent, isCut });

it('the longest bar of each side is that of a company, and that of all others is cut there', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ company: `c${at}`, botVisits: 10, referrals: 1 }));
  const companies = [
    { company: 'sends', botVisits: 40, referrals: 200 },
    { company: 'takes', botVisits: 160, referrals: 0 },
    ...many,
  ];
  expect(exchangeRows(companies, 2)).toEqual([
    { company: 'takes', botVisits: 160, referrals: 0, isRest: false, in: bar(100), out: bar(0) },
    { company: 'sends', botVisits: 40, referrals: 200, isRest: false, in: bar(25), out: bar(100) },
    { company: '60 others', botVisits: 600, referrals: 60, isRest: true, in: bar(100, true), out: bar(30) },
  ]);
});

it('nothing is a bar of no length', () => {
  expect(exchangeRows([{ company: 'quiet', botVisits: 0, referrals: 0 }], 2)).toEqual([
    { company: 'quiet', botVisits: 0, referrals: 0, isRest: false, in: bar(0), out: bar(0) },
  ]);
});
