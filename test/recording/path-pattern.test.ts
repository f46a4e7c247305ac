import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePathPattern } from '../../src/recording/path-pattern.ts';

describe('compilePathPattern', () => {
  it.each([
    ['/thanks', ['/thanks']],
    ['/order/*', ['/order/', '/order/7']],
    ['/order/*/done', ['/order/7/done', '/order//done']],
    ['/*/done', ['/a/done', '//done']],
    ['/order**', ['/order', '/order/', '/order/7', '/order/7/done', '/order//done', '/orders']],
    ['**/done', ['/order/7/done', '/order//done', '/a/done', '//done', '/done']],
    ['/**/done', ['/order/7/done', '/order//done', '/a/done', '//done']],
    [
      '/***',
      [
        '/thanks',
        '/order',
        '/order/',
        '/order/7',
        '/order/7/done',
        '/order//done',
        '/orders',
        '/a/done',
        '//done',
        '/done',
        '/Thanks',
        '/',
      ],
    ],
    ['/o*er*', ['/order', '/orders']],
    ['/', ['/']],
    ['/a.c', []],
  ])('takes %s for the paths it means and no others', (pattern, meant) => {
    const paths = [
      '/thanks',
      '/order',
      '/order/',
      '/order/7',
      '/order/7/done',
      '/order//done',
      '/orders',
      '/a/done',
      '//done',
      '/done',
      '/Thanks',
      '/',
    ];
    expect(paths.filter(compilePathPattern(pattern))).toEqual(meant);
  });

  it('does not mind how a path is percent-encoded', () => {
    expect(compilePathPattern('/café')('/caf%C3%A9')).toBe(true);
    expect(compilePathPattern('/caf%c3%a9/*')('/caf%C3%A9/%20x')).toBe(true);
    expect(compilePathPattern('/100%')('/100%')).toBe(true);
    expect(compilePathPattern('/%2A')('/*')).toBe(true);
    expect(compilePathPattern('/%2A')('/a')).toBe(false);
  });

  it('agrees with a regular expression that tries all readings', () => {
    const text = (letters: readonly string[]) =>
      fc.string({ unit: fc.constantFrom(...letters), maxLength: 9 });
    fc.assert(
      fc.property(text(['a', 'b', '/', '*']), text(['a', 'b', '/']), (pattern, path) => {
        const source = pattern.replace(/\*\*+|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
        expect(compilePathPattern(`/${pattern}`)(`/${path}`)).toBe(
          new RegExp(`^/${source}$`).test(`/${path}`),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with it for patterns of more than 32 and 64 characters, too', () => {
    const word = fc.constantFrom('abcdefghijklmnopqrstuvwxyz', 'a', '/', '*', '**');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), fc.array(word, { maxLength: 9 }), (words, others) => {
        const pattern = `/*${words.join('')}`;
        const source = pattern.replace(/\*\*+|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
        for (const path of [`/x${others.join('')}`, pattern.replaceAll('*', 'a')])
          expect(compilePathPattern(pattern)(path)).toBe(new RegExp(`^${source}$`).test(path));
      }),
      { numRuns: 500 },
    );
  });

  it('judges a hostile path by a hostile pattern in the product of their lengths', () => {
    const pattern = compilePathPattern(`/${'**a'.repeat(30)}b`);
    expect(pattern(`/${'a'.repeat(2_047)}`)).toBe(false);
  });
});
