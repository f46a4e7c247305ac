import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ofOwnSheet } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { ReachByDocument, type ReachedByFragment } from '../generated/graphql.ts';
import { cutRows, formatCount, formatShare, shareOf } from '../numbers.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { FullList } from '../parts/full-list.tsx';
import { RowRule } from '../parts/ledger.tsx';
import { Name } from '../parts/name.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { everRead, formatMedian, mostRead } from './reached.ts';
import type { ReachAsked } from './reach-view.ts';

const MOST_ROWS = 8;

type Of = { readonly what: 'companies' | 'bots'; readonly name: string; readonly head: string };

const COMPANIES: Of = { what: 'companies', name: 'Companies', head: 'Company' };
const BOTS: Of = { what: 'bots', name: 'Bots', head: 'Bot' };

type Props = { readonly asked: ReachAsked; readonly search: string };

/** How much of the sitemap each company or bot reads. */
export function ReadBySheet({ asked, search }: Props) {
  const { read, askAgain, ...answer } = useAnswer(ReachByDocument, asked);
  const problem = ofOwnSheet(answer.problem);
  const [of, choose] = useState(COMPANIES);
  const site = read?.data.site;
  const reach = read && (site?.reach ?? null);
  return (
    <RefusedParts problem={problem} askAgain={askAgain}>
      <Sheet
        title="Read by"
        place="c-5"
        hasCsv
        height={420}
        csvTitle={`Read by ${of.what}`}
        end={<Choice chosen={of} choose={choose} />}
      >
        {problem && !read
          ? null
          : reach && (
              <>
                <ReachTable
                  {...{ of, search }}
                  siteId={asked.id}
                  rows={mostRead(reach[of.what])}
                  pages={reach.pages}
                />
                <p class="foot">
                  <span>
                    A full line is the whole sitemap. “First read”: the median time from a page’s change until
                    it is read.
                  </span>
                </p>
              </>
            )}
      </Sheet>
    </RefusedParts>
  );
}

function Choice({ chosen, choose }: { readonly chosen: Of; readonly choose: (of: Of) => void }) {
  return (
    <div class="seg end" role="group" aria-label="By">
      {[COMPANIES, BOTS].map((of) => (
        <button key={of.what} aria-pressed={of === chosen} onClick={() => choose(of)}>
          {of.name}
        </button>
      ))}
    </div>
  );
}

type TableProps = {
  readonly of: Of;
  readonly rows: readonly ReachedByFragment[];
  readonly pages: number;
  readonly siteId: string;
  readonly search: string;
};

/** They read the same pages, so they add up to nothing. */
function ReachTable({ of: { what, head }, rows, pages, siteId, search }: TableProps) {
  const { shown, rest } = cutRows(rows, MOST_ROWS);
  const table = {
    keyOf: ({ name }: ReachedByFragment) => name,
    columns: columnsOf(head, pages, (name) =>
      what === 'bots' ? <BotLink siteId={siteId} name={name} search={search} /> : <Name name={name} />,
    ),
  };
  return (
    <>
      <Table
        {...table}
        rows={shown}
        rowsInFile={rows}
        empty="No bot read a page of your sitemap on these days."
      />
      {rest.length > 0 && (
        <FullList what={what} rows={rows} textOf={({ name }) => name}>
          {(shownNow, found) => <Table {...table} rows={shownNow} rowsInFile={found} />}
        </FullList>
      )}
    </>
  );
}

const columnsOf = (
  head: string,
  pages: number,
  nameOf: (name: string) => ComponentChildren,
): readonly Column<ReachedByFragment>[] => [
  { head, cellClass: 'grow', cell: ({ name }) => nameOf(name), text: ({ name }) => name },
  { head: 'Read', class: 'num', cell: (count) => formatCount(everRead(count)) },
  {
    ...{ head: 'Share', class: 'num', cellClass: 'share' },
    cell: (count) => (
      <>
        {formatShare(everRead(count), pages)}
        <RowRule kind="bot" part={everRead(count)} most={pages} />
      </>
    ),
    text: (count) => shareOf(everRead(count), pages),
  },
  { head: 'Stale', class: 'num', cell: ({ stale }) => formatCount(stale) },
  {
    ...{ head: 'First read', class: 'num narrow-off', cellClass: 'dim' },
    cell: ({ medianDaysToRead }) => formatMedian(medianDaysToRead),
    text: { 'Median days to first read': ({ medianDaysToRead }) => medianDaysToRead },
  },
];
