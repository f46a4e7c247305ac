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

it('a table escapes characters that people do not see, so that no path breaks a row or reaches the terminal', () => {
  expect(tableLines([['/\u001b[31mred\na\tb\u0085\u202e\u2028\u200b', 'x']], false)).toEqual([
    String.raw`/\u{1b}[31mred\u{a}a\u{9}b\u{85}\u{202e}\u{2028}\u{200b}` + '\tx',
  ]);
});
