import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines, foldSame } from '../../src/dashboard/rules/diff.ts';

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** The length of the longest common subsequence. */
function commonOf(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const line of one) {
    const last = row;
    row = [0];
    for (const [at, own] of other.entries()) {
      const [aside = 0, above = 0, left = 0] = [last[at], last[at + 1], row[at]];
      row.push(own === line ? aside + 1 : Math.max(above, left));
    }
  }
  return row.at(-1) ?? 0;
}

const of = (lines: readonly DiffLine[], change: DiffLine['change']) =>
  lines.filter((line) => line.change === change);

/** The lines of one text, by their numbers in it. */
const sideOf = (lines: readonly DiffLine[], side: 'before' | 'after') =>
  lines.flatMap((line) => (line[side] === undefined ? [] : [[line[side], line.text]]));

describe('the difference of two texts', () => {
  it('has every line of both, with its number, in as few changes as possible', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(textOf(before), textOf(after));
        expect(sideOf(diff, 'before')).toEqual(before.map((line, at) => [at + 1, line]));
        expect(sideOf(diff, 'after')).toEqual(after.map((line, at) => [at + 1, line]));
        expect(of(diff, 'same')).toHaveLength(commonOf(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it('takes any line break, and neither a mark at the beginning nor the last break for a change', () => {
    const diff = diffLines('\ufeffUser-agent: *\r\nDisallow: /\r\n', 'User-agent: *\nDisallow: /');
    expect(of(diff, 'same')).toHaveLength(2);
    expect(diff).toHaveLength(2);
  });

  it('of texts of 500 kB that have nothing in common is all that was removed, and all that was added', () => {
    const linesOf = (letter: string) =>
      Array.from({ length: 30_000 }, (_, at) => `Disallow: /${letter}${at}`);
    const diff = diffLines(textOf(linesOf('a')), textOf(linesOf('b')));
    expect([of(diff, 'removed').length, of(diff, 'added').length]).toEqual([30_000, 30_000]);
  });

  it('leaves out what is far from every change, and says how much', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `Disallow: /${at}`);
    const parts = foldSame(diffLines(textOf(lines), textOf(lines.with(50, 'Allow: /50'))));
    expect(parts.map((part) => (part.change === 'left-out' ? part.count : part.change))).toEqual([
      46,
      ...['same', 'same', 'same', 'same', 'removed', 'added', 'same', 'same', 'same', 'same'],
      45,
    ]);
  });
});
