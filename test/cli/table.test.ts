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

it('a table escapes control characters, so that no path breaks a row or reaches the terminal', () => {
  expect(tableLines([['/\u001b[31mred\na\tb\u0085', 'x']], false)).toEqual([
    String.raw`/\x1b[31mred\x0aa\x09b\x85` + '\tx',
  ]);
});
