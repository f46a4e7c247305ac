import type { ComponentChildren, RefObject } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { TextOf } from './csv.ts';
import { TableFile } from './csv-button.tsx';

/** A column of a table: its head, and what it shows of a row. */
export type Column<Row> = {
  /** Undefined if the head before it stands over this column, too. */
  readonly head?: ComponentChildren;
  /** How many columns the head stands over. */
  readonly span?: number;
  /** Whether the rows are sorted by it: true for the largest first. */
  readonly isSorted?: boolean | 'ascending' | 'descending';
  /** Of the head and the cells; `num` aligns figures. */
  readonly class?: string;
  /** Of the head alone, and of the cells alone. */
  readonly headClass?: string;
  readonly cellClass?: string | ((row: Row) => string);
  readonly cell: (row: Row) => ComponentChildren;
  /**
   * The cell in a file, or several, each by its head: `{ Bot: ({ botName }) => botName, Company: … }`. Without it, the file
   * has the value of the cell's `<data>` or else what the cell says, and figures without their separators; so a cell that
   * cuts, rounds or shortens needs one or the other.
   */
  readonly text?: TextOf<Row> | Readonly<Record<string, TextOf<Row>>>;
  readonly title?: (row: Row) => string | undefined;
  /** Whether it draws what another column says. */
  readonly isPicture?: boolean;
};

/** A row that sums others up: its name, and the cells after it. */
export type SumRow = {
  readonly name: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
  readonly class?: string;
};

/** What stands in a row from a column on, in place of its cells. */
type Across = { readonly from: number; readonly class?: string; readonly content: ComponentChildren };

/** Of a table with more rows than the document has: where its rows are. */
type Part<Row> = {
  /** Of the whole table, heads included; -1 if it is not known. */
  readonly rowCount: number;
  /** Counted from 1, heads included. */
  readonly placeOf: (row: Row) => number;
  /** In place of the rows that are not in the document. */
  readonly pxBefore: number;
  readonly pxAfter: number;
  /** Where the rows begin. */
  readonly start: RefObject<HTMLTableSectionElement>;
};

export type TableProps<Row> = {
  /** The first one names the row, unless `nameAt` says otherwise. */
  readonly columns: readonly Column<Row>[];
  readonly nameAt?: number;
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  /** All rows, if those are not all that the reader looks at. */
  readonly rowsInFile?: readonly Row[];
  readonly keyOf: (row: Row, at: number) => string;
  /** The last row, which sums up all that are not shown. */
  readonly rest?: SumRow | undefined;
  readonly foot?: readonly SumRow[] | undefined;
  /** What is said in place of a table without rows. */
  readonly empty?: string;
  /** The widths that stand in for the cells while they load, by rows. */
  readonly skeleton?: SkeletonRows;
  readonly class?: string;
  /** Its name, where no section around it has one. */
  readonly label?: string;
  /** Whether the heads are there for screen readers alone. */
  readonly hasHiddenHeads?: boolean;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly across?: (row: Row) => Across | undefined;
  readonly part?: Part<Row>;
};

/**
 * Every table of the dashboard. Roles are set by hand, since Safari forgets what the parts of a table are where the style
 * sheet lays them out in another way.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, foot, empty, skeleton = [], label, part } = props;
  useFile(props);
  if (empty !== undefined && rows?.length === 0) return <p class="say">{empty}</p>;
  return (
    <table
      class={classOf('ledger', props.class)}
      role="table"
      aria-label={label}
      aria-rowcount={part?.rowCount}
    >
      <thead role="rowgroup" class={props.hasHiddenHeads ? 'sr' : undefined}>
        <tr role="row" aria-rowindex={part && 1}>
          {columns.map(({ head, span, isSorted, class: shared, headClass }, at) =>
            head === undefined ? null : (
              <th
                key={at}
                scope="col"
                role="columnheader"
                class={classOf(shared, headClass)}
                colSpan={span}
                aria-sort={directionOf(isSorted)}
              >
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      {part && rows && <Space px={part.pxBefore} span={columns.length} start={part.start} />}
      {rows ? <Body {...props} rows={rows} /> : <SkeletonBody rows={skeleton} columns={columns} />}
      {part && rows && <Space px={part.pxAfter} span={columns.length} />}
      {foot && (
        <tfoot role="rowgroup">
          {foot.map((sums, at) => (
            <SumCells key={at} columns={columns} sums={sums} />
          ))}
        </tfoot>
      )}
    </table>
  );
}

const directionOf = (isSorted: Column<never>['isSorted']) =>
  isSorted === true ? 'descending' : isSorted === false ? undefined : isSorted;

/** Tells the button for a file around it, if there is one, what the table shows. */
function useFile<Row>(props: TableProps<Row>): void {
  const file = useContext(TableFile);
  useLayoutEffect(() => {
    if (!file) return;
    file.current = async () => (await import('./csv.ts')).csvOf(props);
    return () => (file.current = undefined);
  });
}

type BodyProps<Row> = TableProps<Row> & { readonly rows: readonly Row[] };

function Body<Row>({ columns, rows, keyOf, rest, ...row }: BodyProps<Row>) {
  return (
    <tbody role="rowgroup">
      {rows.map((each, at) => (
        <BodyRow key={keyOf(each, at)} columns={columns} row={each} {...row} />
      ))}
      {rest && <SumCells columns={columns} sums={rest} isRest />}
    </tbody>
  );
}

type RowProps<Row> = Omit<BodyProps<Row>, 'rows' | 'keyOf' | 'rest'> & { readonly row: Row };

function BodyRow<Row>({ columns, row, nameAt = 0, rowClass, across, part }: RowProps<Row>) {
  const instead = across?.(row);
  return (
    <tr role="row" class={rowClass?.(row)} aria-rowindex={part?.placeOf(row)}>
      {columns.slice(0, instead?.from).map(({ class: shared, cellClass: own, cell, title, isPicture }, at) =>
        cellOf({
          isName: at === nameAt,
          isPicture,
          class: classOf(shared, typeof own === 'function' ? own(row) : own),
          title: title?.(row),
          children: cell(row),
        }),
      )}
      {instead && <AcrossCell {...instead} count={columns.length - instead.from} />}
    </tr>
  );
}

function AcrossCell({ from, class: own, content, count }: Across & { readonly count: number }) {
  if (from > 0) {
    return (
      <td role="cell" class={own} colSpan={count}>
        {content}
      </td>
    );
  }
  return (
    <th role="rowheader" scope="rowgroup" class={own} colSpan={count} aria-colspan={count}>
      {content}
    </th>
  );
}

type CellProps = {
  readonly isName: boolean;
  readonly isPicture?: boolean | undefined;
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
};

/** No component of its own: a table may have thousands. */
function cellOf({ isName, isPicture, ...rest }: CellProps) {
  if (isName) return <th scope="row" role="rowheader" {...rest} />;
  return isPicture ? <td aria-hidden="true" {...rest} /> : <td role="cell" {...rest} />;
}

type SumProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly sums: SumRow;
  /** Whether it stands among the rows, as one of them. */
  readonly isRest?: boolean;
};

function SumCells<Row>({ columns, sums: { name, cells, class: own }, isRest = false }: SumProps<Row>) {
  const classAt = (at: number) => {
    const { class: shared, cellClass } = columns[at] ?? {};
    return classOf(shared, isRest && typeof cellClass === 'string' ? cellClass : undefined);
  };
  return (
    <tr role="row" class={own}>
      {cellOf({
        isName: true,
        class: classAt(0),
        children: isRest ? <span class="by">{name}</span> : name,
      })}
      {cells.map((content, at) => cellOf({ isName: false, class: classAt(at + 1), children: content }))}
    </tr>
  );
}

type SpaceProps = {
  readonly px: number;
  readonly span: number;
  readonly start?: RefObject<HTMLTableSectionElement>;
};

function Space({ px, span, start }: SpaceProps) {
  return (
    <tbody class="space" aria-hidden="true" ref={start ?? null}>
      <tr>
        <td colSpan={span} style={{ height: `${px}px` }} />
      </tr>
    </tbody>
  );
}

type SkeletonRows = readonly (readonly string[])[];

type SkeletonProps = {
  readonly rows: SkeletonRows;
  readonly columns: readonly { readonly class?: string }[];
};

/** Bars in place of what loads. One that is alone in its row has all its width. */
function SkeletonBody({ rows, columns }: SkeletonProps) {
  return (
    <tbody aria-hidden="true">
      {rows.map((widths, row) => (
        <tr key={row}>
          {widths.map((width, at) => (
            <td key={at} class={widths.length === 1 ? 'grow' : columns[at]?.class}>
              <div class={`skel ${width}`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const WIDTHS = ['w3', 'w2', 'w4', 'w1', 'w3', 'w2', 'w4', 'w2', 'w1', 'w3'];

/** At most of the header of a sheet, and of a row of the skeleton, as the styles have them. */
const HEADER = 64;
const ROW = 36;

/** In place of whatever a sheet will show: ten rows, or as many as a sheet of that height has room for. */
export function Skeleton({ height = HEADER + 10 * ROW }: { readonly height?: number | undefined }) {
  const count = Math.floor((height - HEADER) / ROW);
  const rows = Array.from({ length: count }, (_, at) => [WIDTHS[at % WIDTHS.length] ?? '']);
  return (
    <table class="ledger skeleton" aria-hidden="true">
      <SkeletonBody rows={rows} columns={[]} />
    </table>
  );
}

const classOf = (...names: readonly (string | undefined)[]) => names.filter(Boolean).join(' ') || undefined;
