import { expect, it } from 'vitest';
import { readableDomain } from '../../src/dashboard/parts/domain-text.ts';
import { readableName } from '../../src/dashboard/parts/name-text.ts';

it.each(['GPTBot', 'a "b" \\c', 'בוט של חברה', '👩‍👩‍👧‍👦🤖', '茶'])('the name %s is shown as it is', (name) => {
  expect(readableName(name)).toBe(name);
});

it.each([
  ['', '""'],
  ['  ', '"  "'],
  [' a', '" a"'],
  ['\n', String.raw`"\n"`],
  ['a\tb\0"\\', String.raw`"a\tb\u0000\"\\"`],
  ['\u202egnp.tob\u2066', String.raw`"\u202egnp.tob\u2066"`],
  ['a\u00a0\u{e0041}', String.raw`"a\u00a0\udb40\udc41"`],
])('the name %j is shown with what is hidden in it', (name, shown) => {
  expect(readableName(name)).toBe(shown);
});

it('domains are shown in letters where they have punycode', () => {
  const domains = [
    'example.com',
    'xn--mnchen-3ya.de',
    'shop.xn--e1afmkfd.xn--p1ai',
    'xn--a.de',
    'xn--abc-.de',
  ];
  expect(domains.map(readableDomain)).toEqual([
    'example.com',
    'münchen.de',
    'shop.пример.рф',
    'xn--a.de',
    'xn--abc-.de',
  ]);
});
