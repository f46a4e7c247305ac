import { describe, expect, it } from 'vitest';
import { modifiedDay } from '../../src/sitemap/modified-day.ts';
import { PageList } from '../../src/sitemap/page-list.ts';

function listOf(
  domain: string,
  entries: readonly (string | readonly [address: string, lastmod: string])[],
  most: ConstructorParameters<typeof PageList>[1] = {},
) {
  const list = new PageList(domain, most);
  for (const entry of entries) {
    const [address, lastmod] = typeof entry === 'string' ? [entry, undefined] : entry;
    list.add({ address, lastmod });
  }
  return { pages: list.pages(), leftOut: list.leftOut };
}

describe('the list of a site', () => {
  it('has the paths of its addresses, normalised, and how they are written', () => {
    const { pages } = listOf('www.x.example', [
      'https://x.example',
      'https://www.x.example/a?b#c',
      'HTTP://X.Example:8080/%7euser/%41%2f%c3%a4',
      'https://user:word@x.example/ü x',
      'https://x.example./100%',
      'https://x.example#top',
    ]);
    expect(pages).toEqual([
      { path: '/', spelling: null, modifiedOn: null },
      { path: '/%C3%BC%20x', spelling: '/ü x', modifiedOn: null },
      { path: '/100%25', spelling: '/100%', modifiedOn: null },
      { path: '/a', spelling: null, modifiedOn: null },
      { path: '/~user/A%2F%C3%A4', spelling: '/%7euser/%41%2f%c3%a4', modifiedOn: null },
    ]);
  });

  it('has a page once, with the later day', () => {
    const { pages } = listOf('x.example', [
      ['https://x.example/a', '2026-03-02'],
      ['https://www.x.example/%61?again', '2026-03-01T23:30:00-02:00'],
      ['https://x.example/a', '2026-03-01'],
      ['https://x.example/b', 'yesterday'],
      ['https://x.example/b', '2026'],
      ['https://x.example/c', 'never'],
    ]);
    expect(pages).toEqual([
      { path: '/a', spelling: null, modifiedOn: '2026-03-02' },
      { path: '/b', spelling: null, modifiedOn: '2026-01-01' },
      { path: '/c', spelling: null, modifiedOn: null },
    ]);
  });

  it('counts what it leaves out', () => {
    const { pages, leftOut } = listOf(
      'x.example',
      [
        ...['https://x.example/a', 'https://x.example/b', 'https://x.example/a', 'https://x.example/c'],
        ...['https://shop.x.example/', 'https://x.example.org/', 'https://x.example@evil.example/'],
        ...['/a', 'ftp://x.example/', 'https://', 'https://x y/', `https://x.example/${'a'.repeat(2_048)}`],
      ],
      { pages: 2 },
    );
    expect(pages.map(({ path }) => path)).toEqual(['/a', '/b']);
    expect(leftOut).toEqual({ otherHosts: 3, unusable: 5, tooMany: 1 });
  });

  it('has no more characters than it may, as paths and as they are written', () => {
    const entries = ['/1234', '/ü', '/%7e', '/56', '/1234', '/7'].map((path) => `https://x.example${path}`);
    const { pages, leftOut } = listOf('x.example', entries, { characters: 17 });
    expect(pages.map(({ path, spelling }) => [path, spelling])).toEqual([
      ['/%C3%BC', '/ü'],
      ['/1234', null],
      ['/56', null],
    ]);
    expect(leftOut).toEqual({ otherHosts: 0, unusable: 0, tooMany: 2 });
  });

  it('keeps no spelling that cannot be stored', () => {
    expect(listOf('x.example', ['https://x.example/\0a\uD800']).pages).toEqual([
      { path: '/%00a%EF%BF%BD', spelling: null, modifiedOn: null },
    ]);
  });
});

it.each([
  ['2026', '2026-01-01'],
  ['2026-03', '2026-03-01'],
  ['2026-03-15', '2026-03-15'],
  ['2026-03-15T23:59Z', '2026-03-15'],
  ['2026-03-15T23:59:59.999999-00:30', '2026-03-16'],
  ['2026-03-15T00:10:00+02:00', '2026-03-14'],
  ['2026-03-15 00:10:00 +0200', '2026-03-14'],
  ['2026-03-15T12:00:00', '2026-03-15'],
  ['2016-12-31T23:59:60Z', '2016-12-31'],
  ['0001-01-01T00:00:00+01:00', undefined],
  ['2026-03-15T00:10:00+99:99', undefined],
  ['9999-12-31T23:00:00-02:00', undefined],
  ['0000-01-01', undefined],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['2026-03-15T24:00Z', undefined],
  ['2026-3-15', undefined],
  ['15.03.2026', undefined],
])('the day of %s is %s', (text, day) => {
  expect(modifiedDay(text)).toBe(day);
});
