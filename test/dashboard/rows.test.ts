import { describe, expect, it } from 'vitest';
import {
  type Columns,
  type Counts,
  EXPECTED,
  type SheetName,
  planRows,
} from '../../src/dashboard/overview/rows.ts';

const MANY: Counts = { companies: 90, sources: 28, goals: 14, bots: 300, pages: 20, countries: 60 };

const rowsOf = (counts: Counts, columns: Columns) =>
  Object.fromEntries(
    Object.entries(planRows(counts, columns)).map(([name, { mostRows }]) => [name, mostRows]),
  );

/** How much lower each cell is than the highest one beside it. */
function holes(counts: Counts, columns: Columns, cells: readonly (readonly SheetName[])[]) {
  const plan = planRows(counts, columns);
  const heights = cells.map((names) => names.reduce((sum, name) => sum + plan[name].height + 16, -16));
  return heights.map((height) => Math.max(...heights) - height);
}

const STACK = ['sources', 'goals'] as const;

describe('sheets beside each other', () => {
  it.each([
    ['a usual site', EXPECTED],
    ['a site with many of everything', MANY],
  ])('of %s end within a row of each other', (_, counts) => {
    const all = [
      ...holes(counts, 2, [['bots'], STACK]),
      ...holes(counts, 2, [['pages'], ['countries']]),
      ...holes(counts, 3, [['companies'], STACK]),
      ...holes(counts, 3, [['bots'], ['pages'], ['countries']]),
    ];
    expect(all.filter((hole) => hole > 36)).toEqual([]);
  });

  it('are filled with rows, and the one with fewest rows to show keeps them', () => {
    expect(rowsOf(EXPECTED, 2)).toEqual({
      companies: 11,
      sources: 7,
      goals: 6,
      bots: 13,
      pages: 10,
      countries: 12,
    });
    expect(rowsOf(EXPECTED, 3)).toEqual({
      companies: 14,
      sources: 7,
      goals: 6,
      bots: 8,
      pages: 10,
      countries: 12,
    });
    const few = { ...EXPECTED, goals: 1, sources: 1 };
    expect(rowsOf(few, 2)).toEqual({
      companies: 11,
      sources: 6,
      goals: 6,
      bots: 8,
      pages: 10,
      countries: 12,
    });
  });
});

it('sheets above each other have as many rows as they have alone', () => {
  expect(rowsOf(MANY, 1)).toEqual({
    companies: 11,
    sources: 6,
    goals: 6,
    bots: 11,
    pages: 12,
    countries: 12,
  });
});
