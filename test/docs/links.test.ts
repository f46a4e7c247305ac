import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guidesIn } from '../../src/dashboard/docs/build/guides.ts';
import { renderMarkdown } from '../../src/dashboard/docs/build/markdown.ts';
import { PAGES, PAPERS, tokensOf } from './pages.ts';

const LINKED = [...PAPERS, 'CONTRIBUTING.md', 'src/README.md', 'db/README.md', 'test/bench/README.md'];

/** The files that a page links to, with their anchors: those of the repository, not those of the web. */
function linksOf(page: string): readonly (readonly [file: string, anchor: string])[] {
  return tokensOf(page).flatMap((token) => {
    if (token.type !== 'link' && token.type !== 'image') return [];
    const href = String(token['href']);
    if (/^[a-z]+:/.test(href)) return [];
    const { pathname, hash } = new URL(href, `https://repository/${page}`);
    return [[decodeURIComponent(pathname.slice(1)), hash.slice(1)] as const];
  });
}

function anchorsOf(page: string): readonly string[] {
  const { headings } = renderMarkdown(readFileSync(page, 'utf8'), (href) => ({ address: href }));
  return headings.map(({ id }) => id);
}

it.each(LINKED)('%s links to files and headings that exist', (page) => {
  const broken = linksOf(page).filter(
    ([file, anchor]) => !existsSync(file) || (anchor !== '' && !anchorsOf(file).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

it('README.md has at most 200 lines, and lists every page once', () => {
  const readme = readFileSync('README.md', 'utf8');
  const listed = guidesIn(readme).flatMap(({ guides }) => guides.map(({ file }) => file));
  expect(listed.toSorted()).toEqual(PAGES.toSorted());
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});
