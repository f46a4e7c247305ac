import { Sheet } from '../parts/sheet.tsx';
import type { Reach } from './reached.ts';
import { ALL_COUNTS, SectionTable } from './sections.tsx';

/** With ten sections all are shown. */
const MOST_ROWS = 9;

/** Which parts of the site are read. */
export function SectionsSheet({ reach }: { readonly reach: Reach | null | undefined }) {
  return (
    <Sheet
      title="Your sitemap, by section"
      hint="The length is the number of pages"
      place="c-7"
      hasCsv
      height={420}
    >
      {reach && (
        <>
          <SectionTable reach={reach} counts={ALL_COUNTS} mostRows={MOST_ROWS} />
          <p class="say">
            Read: a bot got the page on these days, without an error. Stale: it has changed since then, as the
            sitemap says. A page without a date is never stale.
          </p>
        </>
      )}
    </Sheet>
  );
}
