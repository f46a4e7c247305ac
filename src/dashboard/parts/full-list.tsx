import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../numbers.ts';
import { CsvButton, WithCsv } from './csv-button.tsx';
import { Dialog } from './dialog.tsx';
import { SearchField } from './search-field.tsx';

/** More rows at once would make the page slow. */
const MOST_ROWS = 200;

type Props<Row> = {
  /** What the rows are, in the plural: `bots`. */
  readonly what: string;
  readonly rows: readonly Row[];
  /** Whether there are more than the server lists. What they add up to is none of the rows. */
  readonly hasOthers?: boolean;
  /** What the search looks in. */
  readonly textOf: (row: Row) => string;
  /** A table of those rows that are found, or of the first of them. */
  readonly children: (shown: readonly Row[], found: readonly Row[]) => ComponentChildren;
};

/** A button that opens all rows of a ledger in a dialog with a search. */
export function FullList<Row>(props: Props<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div class="more">
      <button class="btn quiet small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {titleOf(props)}
      </button>
      {isOpen && (
        <Dialog title={titleOf(props)} onClosed={() => setIsOpen(false)}>
          {(close) => <FoundRows {...props} close={close} />}
        </Dialog>
      )}
    </div>
  );
}

const titleOf = ({ rows, what, hasOthers }: Pick<Props<unknown>, 'rows' | 'what' | 'hasOthers'>) =>
  hasOthers
    ? `The ${formatCount(rows.length)} largest ${what} and the others`
    : `All ${formatCount(rows.length)} ${what}`;

/** What a dialog shows of many rows: a search, those that are found, and their file. */
export function FoundRows<Row>({
  what,
  rows,
  hasOthers,
  textOf,
  children,
  close,
}: Props<Row> & { readonly close: () => void }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = rows.filter((row) => textOf(row).toLowerCase().includes(wanted));
  const more = found.length - MOST_ROWS;
  return (
    <WithCsv>
      <div class="full-list">
        <SearchField label={`Search in ${what}`} text={text} type={setText} isInPopup autofocus />
        <p class="found" role="status">
          {formatCount(found.length)} found{hasOthers && ` of the ${formatCount(rows.length)} largest`}
          {more > 0 && `, ${formatCount(more)} of them not shown`}
        </p>
        <div class="rows" role="region" aria-label={`The ${what} found`} tabIndex={0}>
          {found.length > 0 && children(found.slice(0, MOST_ROWS), found)}
        </div>
        <div class="acts">
          <CsvButton title={what} isDisabled={found.length === 0} />
          <button type="button" class="btn" onClick={close}>
            Close
          </button>
        </div>
      </div>
    </WithCsv>
  );
}
