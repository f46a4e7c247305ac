import { expect, it } from 'vitest';
import { tableLines } from '../../src/cli/table.ts';

const ROWS = [
  ['a', 'long field', 'x'],
  ['longer', 'b', ''],
];

it('a table is aligned on a terminal, and separated by tabs elsewhere', () => {
  expect(tableLines(ROWS, true)).toEqual(['a       long field  x', 'longer  b']);
  expect(tableLines(ROWS, false)).toEqual(['a\tlong field\tx', 'longer\tb\t']);
  expect(tableLines([], true)).toEqual([]);
});
