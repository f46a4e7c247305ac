import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter } from '../../src/cli/import/line-splitter.ts';

function split(chunks: readonly Uint8Array[], maxBytes = 65_536) {
  const splitter = createLineSplitter(maxBytes);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

const bytes = (text: string) => Buffer.from(text);

describe('lines', () => {
  it('end in LF or CRLF, the last one in either or neither', () => {
    const lines = [
      { number: 1, text: 'one' },
      { number: 2, text: '' },
      { number: 3, text: 'thr\ree' },
    ];
    expect(split([bytes('one\n\r\nthr\ree')])).toEqual(lines);
    expect(split([bytes('one\r\n\nthr\ree\n')])).toEqual(lines);
    expect(split([])).toEqual([]);
    expect(split([bytes('\n')])).toEqual([{ number: 1, text: '' }]);
  });

  it('lose a byte order mark at the start of the text, and nowhere else', () => {
    expect(split([Buffer.from([0xef, 0xbb]), Buffer.from([0xbf, 0x61, 0x0a]), bytes('\uFEFFb')])).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '\uFEFFb' },
    ]);
  });

  it('are the same however their bytes arrive', () => {
    const anyText = fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(anyText, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (parts, sizes) => {
        const texts = parts.map((part) => part.replaceAll(/[\r\n\uFEFF]/g, ''));
        const whole = bytes(texts.map((text) => `${text}\n`).join(''));
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < whole.length;) {
          const size = sizes[chunks.length % sizes.length] ?? 1;
          chunks.push(whole.subarray(at, (at += size)));
        }
        expect(split(chunks)).toEqual(texts.map((text, index) => ({ number: index + 1, text })));
      }),
    );
  });

  it('longer than the limit in bytes come without text, and the next one is whole again', () => {
    const chunks = ['12345\n', '123456\n', 'éé1\r\n', 'ééé\n', '1'.repeat(50), '1'.repeat(50), '\nok'].map(
      bytes,
    );
    expect(split(chunks, 5)).toEqual([
      { number: 1, text: '12345' },
      { number: 2, text: undefined },
      { number: 3, text: 'éé1' },
      { number: 4, text: undefined },
      { number: 5, text: undefined },
      { number: 6, text: 'ok' },
    ]);
  });
});
