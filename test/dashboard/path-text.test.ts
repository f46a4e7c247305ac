import { describe, expect, it } from 'vitest';
import { differencesIn, piecesOf, readablePath } from '../../src/dashboard/parts/path-text.ts';

describe('a path', () => {
  it.each([
    ['/%D1%87%D0%B0%D0%B9', '/чай'],
    ['/%e8%8c%b6?q=%E7%BB%BF', '/茶?q=绿'],
    ['/%F0%9F%AB%96/\u{1f469}\u200d\u{1f52c}', '/🫖/👩‍🔬'],
    ['/%F0%9F%91%A9%E2%80%8D%F0%9F%94%AC', '/👩‍🔬'],
    ['/%D9%85%DB%8C%E2%80%8C%D8%AE', '/می\u200cخ'],
    ['/plain path', '/plain path'],
    ['/our%20tea%20list.pdf?q=first%20flush', '/our tea list.pdf?q=first flush'],
    ['/%D1%87%D0%B0%D0%B9%20%D0%BB%D0%B8%D1%81%D1%82', '/чай лист'],
  ])('%s is decoded where that is UTF-8 or a space between words', (path, shown) => {
    expect(readablePath(path)).toBe(shown);
  });

  it.each([
    '/a%2Fb%00%41',
    '/%20a/b%20/c%20?d=%20e&f%20',
    '/two%20%20spaces%20%20%20here',
    '/a%20%2Fb/%20',
    '/a%2520b',
    '/%E2%80%AEtxt.exe',
    '/%C2%A0',
    '/%EF%BC%8F',
    '/caf%E9',
    '/%D1%87%D0',
    '/a%E2%80%8D',
    '/100%',
  ])('%s stays encoded', (path) => {
    expect(readablePath(path)).toBe(path);
  });

  it('has what is hidden in it encoded', () => {
    expect(readablePath('/\u202egnp.\n\ud800\u2044')).toBe('/%E2%80%AEgnp.%0A%EF%BF%BD%E2%81%84');
  });
});

/** Pieces as text, with what can be cut in brackets. */
const cutsOf = (path: string, differsAt?: number) =>
  piecesOf(path, differsAt)
    .map(({ text, isCut }) => (isCut ? `[${text}]` : text))
    .join('|');

describe('where there is no room, a path', () => {
  it('keeps its end', () => {
    expect(cutsOf('/guides/how-to-brew-gyokuro')).toBe('[/guides/how-to-bre]|w-gyokuro');
    expect(cutsOf('/guides/tea')).toBe('/guides/tea');
  });

  it('keeps where it differs from its neighbours', () => {
    const paths = ['03', '04', '13'].map((item) => `/catalogue/category/item-${item}/specification.html`);
    const differences = differencesIn([...paths, '/', '/catalogue']);
    expect(paths.map((path) => differences.get(path))).toEqual([26, 26, 25]);
    expect(paths.map((path) => cutsOf(path, differences.get(path)))).toEqual([
      '[/catalogue/category/item]|-03/sp|[ecifica]|tion.html',
      '[/catalogue/category/item]|-04/sp|[ecifica]|tion.html',
      '[/catalogue/category/ite]|m-13/s|[pecifica]|tion.html',
    ]);
  });

  it('keeps characters and parts from right to left whole', () => {
    const families = '/👩‍👩‍👧‍👦🇩🇪'.repeat(3);
    expect(cutsOf(families)).toBe('[/👩‍👩‍👧‍👦🇩🇪/👩‍👩‍👧‍👦🇩🇪/👩‍👩‍👧‍👦]|🇩🇪');
    expect(cutsOf('/מוצרים/תה/תה-ירוק')).toBe('[/מוצרים/תה]|/תה-ירוק');
    expect(cutsOf(`/${'ש'.repeat(2000)}`)).toBe(`[/${'ש'.repeat(2000)}]`);
  });
});
