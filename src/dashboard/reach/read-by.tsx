import type { ComponentChildren } from 'preact';
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
import { REACH_EVERY_MS, everRead, formatMedian, mostRead, reachOf } from './reached.ts';
import type { ReachAsked, Readers } from './reach-view.ts';

const MOST_ROWS = 8;

const CHOICES: readonly { readonly readers: Readers; readonly name: string }[] = [
  { readers: 'companies', name: 'Companies' },
  { readers: 'bots', name: 'Bots' },
];

type Props = ChoiceProps & { readonly asked: ReachAsked; readonly search: string };

/** How much of the sitemap each company or bot reads. */
export function ReadBySheet({ asked, search, readers, choose }: Props) {
  const { read, askAgain, ...answer } = useAnswer(ReachByDocument, asked, REACH_EVERY_MS);
  const problem = ofOwnSheet(answer.problem);
  const reach = reachOf({ read, problem });
  return (
    <RefusedParts problem={problem} askAgain={askAgain}>
      <Sheet
        title="Read by"
        place="c-5"
        hasCsv
        height={420}
        csvTitle={`Read by ${readers}`}
        end={<Choice readers={readers} choose={choose} />}
      >
        {reach && (
          <>
            <ReachTable
              {...{ readers, search }}
              siteId={asked.id}
              rows={mostRead(reach[readers])}
              pages={reach.pages}
            />
            <p class="foot">
              <span>
                A full line is the whole sitemap. “First read”: the median time from a page’s change until it
                is read.
              </span>
            </p>
          </>
        )}
      </Sheet>
    </RefusedParts>
  );
}

type ChoiceProps = { readonly readers: Readers; readonly choose: (readers: Readers) => void };

function Choice({ readers: chosen, choose }: ChoiceProps) {
  return (
    <div class="seg end" role="group" aria-label="By">
      {CHOICES.map(({ readers, name }) => (
        <button key={readers} aria-pressed={readers === chosen} onClick={() => choose(readers)}>
          {name}
        </button>
      ))}
    </div>
  );
}

type TableProps = {
  readonly readers: Readers;
  readonly rows: readonly ReachedByFragment[];
  readonly pages: number;
  readonly siteId: string;
  readonly search: string;
};

/** They read the same pages, so they add up to nothing. */
function ReachTable({ readers, rows, pages, siteId, search }: TableProps) {
  const { shown, rest } = cutRows(rows, MOST_ROWS);
  const table = {
    keyOf: ({ name }: ReachedByFragment) => name,
    columns: columnsOf(readers, pages, (name) =>
      readers === 'bots' ? <BotLink siteId={siteId} name={name} search={search} /> : <Name name={name} />,
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
        <FullList what={readers} rows={rows} textOf={({ name }) => name}>
          {(shownNow, found) => <Table {...table} rows={shownNow} rowsInFile={found} />}
        </FullList>
      )}
    </>
  );
}

const columnsOf = (
  readers: Readers,
  pages: number,
  nameOf: (name: string) => ComponentChildren,
): readonly Column<ReachedByFragment>[] => [
  {
    ...{ head: readers === 'bots' ? 'Bot' : 'Company', cellClass: 'grow' },
    cell: ({ name }) => nameOf(name),
    text: ({ name }) => name,
  },
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
