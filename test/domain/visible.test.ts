import { expect, it } from 'vitest';
import { visible, visibleJson } from '../../src/domain/visible.ts';

const EVERY = Array.from({ length: 0x10_ffff }, (_, code) => code).filter((code) =>
  /[\p{C}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(code)),
);

it('escapes controls, marks of direction, separators of lines and what has no width', () => {
  for (const [from, until] of [
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0x061c, 0x061c],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
    [0xfeff, 0xfeff],
  ] as const)
    for (let code = from; code <= until; code++)
      expect(visible(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16)}}b`);
});

it('leaves what people see', () => {
  const text = '/café?a=b "x" \\u{1b} 漢字 עברית 🤖';
  expect(visible(text)).toBe(text);
});

it('writes JSON of the same value, in which none of them is', () => {
  const value = {
    [`\u202e`]: EVERY.slice(0, 5_000).map((code) => String.fromCodePoint(code)),
    astral: '\u{e0041}',
    lone: '\ud800',
  };
  const json = visibleJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
});
