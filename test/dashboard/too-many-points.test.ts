import { expect, it } from 'vitest';
import { inWordsOfChart } from '../../src/dashboard/overview/too-many-points.ts';
import { parseView } from '../../src/dashboard/time/range.ts';

const refused = (code: string) => ({ kind: 'refused', code, message: 'Use REST.' }) as const;
const view = (query: string) => parseView(new URLSearchParams(query), '2026-11-24');

it('a refusal of too many points says how many the chart has room for', () => {
  const words = (query: string) => inWordsOfChart(refused('INVALID_PARAMETER'), view(query));
  expect(words('start=2025-01-01&end=2026-02-21&by=hour')).toEqual({
    ...refused('INVALID_PARAMETER'),
    message: 'The chart has room for 10,000 hours, and these are 10,008.',
  });
  expect(words('start=1996-01-01&end=2026-01-01')).toMatchObject({
    message: 'The chart has room for 10,000 days, and these are 10,959.',
  });
});

it('other problems keep their words', () => {
  const many = view('start=1996-01-01&end=2026-01-01');
  expect(inWordsOfChart(refused('QUERY_TIMEOUT'), many)).toEqual(refused('QUERY_TIMEOUT'));
  expect(inWordsOfChart(refused('INVALID_PARAMETER'), view('range=7d'))).toEqual(
    refused('INVALID_PARAMETER'),
  );
  expect(inWordsOfChart(undefined, many)).toBeUndefined();
});
