import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortened, shortenedBytes, unlinked } from '../../src/domain/plain-text.ts';

describe('a text that is unlinked', () => {
  it.each([
    ['/guides/tea', '/|guides/|tea'],
    ['https://evil.example/a?b=c', 'https:/|/|evil.|example/|a?b=c'],
    ['www.evil.example.', 'www.|evil.|example.'],
    ['somebody@evil.example', 'somebody@|evil.|example'],
    ['@everyone', '@|everyone'],
    ['mailto:a', 'mailto:|a'],
    ['пример.рф', 'пример.|рф'],
    ['\\\\evil\\share', '\\|\\|evil\\|share'],
    ['192.0.2.1', '192.|0.|2.|1'],
    ['24.3% of 3 visits. Nothing else…', '24.|3% of 3 visits. Nothing else…'],
    ['', ''],
  ])('has a break that nobody sees where %j could become a link', (text, expected) => {
    expect(unlinked(text)).toBe(expected.replaceAll('|', '\u200b'));
  });

  it('is the same text to those who read it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const without = text.replaceAll('\u200b', '');
        expect(unlinked(without).replaceAll('\u200b', '')).toBe(without);
      }),
    );
  });
});

it('a text is cut to so many units, and no character in two', () => {
  expect(shortened('12345', 5)).toBe('12345');
  expect(shortened('123456', 5)).toBe('1234…');
  expect(shortened('123🤖6', 5)).toBe('123…');
  expect(shortened('12🤖56', 5)).toBe('12🤖…');
});

it('a text is cut to so many bytes, and no character in two', () => {
  expect([shortenedBytes('a€', 4), shortenedBytes('ab€', 4)]).toEqual(['a€', 'a…']);
  const texts = fc.string({ unit: 'grapheme', maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 3, max: 40 }), (text, most) => {
      const cut = shortenedBytes(text, most);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
      if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
