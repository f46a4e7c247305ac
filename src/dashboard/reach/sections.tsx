import type { ComponentChildren } from 'preact';
import { formatCount, sumOf } from '../numbers.ts';
import { FillBar, Swatch } from '../parts/fills.tsx';
import { Ledger } from '../parts/ledger.tsx';
import { Path } from '../parts/path.tsx';
import type { Column } from '../parts/table.tsx';
import { FILLS, type ReachSections, type Reached, everRead, listedSections } from './reached.ts';

type Section = ReachSections['sections'][number];

type Props = {
  readonly reach: ReachSections;
  /** The columns of figures. */
  readonly counts: readonly Column<Reached>[];
  readonly mostRows: number;
};

/** The sections of a sitemap: the length of each bar is the number of its pages. */
export function SectionTable({ reach, counts, mostRows }: Props) {
  const { sections, others } = listedSections(reach.sections);
  const most = sections[0]?.pages ?? 0;
  return (
    <>
      <p class="keys-row">
        {FILLS.map(({ field, fill, name }) => (
          <span key={field}>
            <Swatch fill={fill} />
            {name}
          </span>
        ))}
      </p>
      <Ledger
        class="reach-t"
        what="sections"
        rows={sections}
        others={others}
        mostRows={mostRows}
        keyOf={({ path }) => path}
        textOf={({ path }) => path}
        restOf={(rest) => ['', ...cellsOf(counts, togetherOf(rest))]}
        foot={[{ name: 'Total', cells: ['', ...cellsOf(counts, reach)] }]}
        empty="Your sitemap lists no page of this site."
        columns={[
          {
            head: 'Section',
            class: 'nm',
            cell: ({ path }) => <SectionName path={path} />,
            text: ({ path }) => path,
          },
          {
            ...{ head: <span class="sr">Picture</span>, class: 'pic', isPicture: true, text: {} },
            cell: (section) => <SectionBar section={section} most={most} />,
          },
          ...counts,
        ]}
      />
    </>
  );
}

function SectionName({ path }: { readonly path: string }) {
  if (path !== '/') return <Path path={path} />;
  return (
    <>
      <span class="mono">/</span> <span class="by">pages at the top</span>
    </>
  );
}

const BAR_HEIGHT = 12;

function SectionBar({ section, most }: { readonly section: Section; readonly most: number }) {
  const parts = FILLS.map(({ field, fill }) => ({ fill, count: section[field] }));
  return <FillBar class="reach kind-bot" parts={parts} all={most} height={BAR_HEIGHT} />;
}

const togetherOf = (sections: readonly Section[]): Reached => ({
  pages: sumOf(sections, ({ pages }) => pages),
  read: sumOf(sections, ({ read }) => read),
  stale: sumOf(sections, ({ stale }) => stale),
  unread: sumOf(sections, ({ unread }) => unread),
});

const cellsOf = (counts: readonly Column<Reached>[], reached: Reached): readonly ComponentChildren[] =>
  counts.map(({ cell }) => cell(reached));

const PAGES: Column<Reached> = {
  head: 'Pages',
  class: 'num',
  cell: ({ pages }) => formatCount(pages),
};

const READ: Column<Reached> = {
  ...{ head: 'Read', class: 'num' },
  cell: (reached) => formatCount(everRead(reached)),
};

const STALE: Column<Reached> = {
  ...{ head: 'Stale', class: 'num narrow-off' },
  cell: ({ stale }) => formatCount(stale),
};

const neverRead = (head: string): Column<Reached> => ({
  ...{ head, class: 'num' },
  cell: ({ unread }) => formatCount(unread),
});

/** What is counted where there is little room. */
export const FEW_COUNTS = [PAGES, neverRead('Never read')];

/** What is counted of a section. What is stale was read, too. */
export const ALL_COUNTS = [PAGES, READ, STALE, neverRead('Never')];
