import { repeated } from './texts.ts';

const PATH_COUNT = 50_000;

/** The longest that can be recorded. */
const LONGEST = 2_048;

const SAME_BEGINNING = `/catalogue/${repeated('a-section-with-a-long-name/', 108)}product-with-the-same-beginning-`;

/** Paths that differ only at the end; those of the screens of one bot are these. */
export const ALIKE_PATHS = Array.from({ length: 6 }, (_, index) => `${SAME_BEGINNING}${index + 1}`);

/** What is recorded of its size: a thousandth of these is shown in TB. */
export const HEAVY_PATH = '/downloads/everything.iso';

/** Paths that are hard to show: they come first, and so have the most visits. */
const UNUSUAL_PATHS: readonly string[] = [
  '/',
  '/pricing',
  ...ALIKE_PATHS,
  `/${repeated('long/path/', LONGEST - 1)}`,
  `/${repeated('unbreakable', 400)}`,
  '/b%C3%BCcher/f%C3%BCr-alle',
  `/${encodeURIComponent('מוצרים')}/${encodeURIComponent('דף הבית של החנות')}`,
  `/${encodeURIComponent('日本語のページ')}/${encodeURIComponent(repeated('長い', 60))}`,
  '/not-utf-8/%E0%A4%A',
  '/encoded%2Fslash%00and%0Aline',
  '/עברית/דף-ראשי/',
  '/\u202egnp.egap\u2066/marks',
  '/<img src=//evil.example/a.png onerror=hacked=1>',
  '/search?q=a+query&page=2',
  '/👩‍👩‍👧‍👦/family',
  '//double//slashes',
  HEAVY_PATH,
];

/** Fifty thousand. */
export const MADE_PATHS: readonly string[] = [
  ...UNUSUAL_PATHS,
  ...Array.from({ length: PATH_COUNT - UNUSUAL_PATHS.length }, (_, index) => pathOf(index)),
];

function pathOf(index: number): string {
  switch (index % 5) {
    case 0:
      return `/blog/${2010 + (index % 16)}/${index}/what-crawlers-read`;
    case 1:
      return `/${encodeURIComponent('מוצר')}/${index}`;
    case 2:
      return `/מוצר/${index}/`;
    default:
      return `/products/${index}`;
  }
}
