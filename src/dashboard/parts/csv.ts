import { type ComponentChildren, render } from 'preact';
import { UNKNOWN } from '../numbers.ts';

/** A value in a file, as it was recorded: neither rounded nor cut. */
export type Plain = string | number | null | undefined;

export type TextOf<Row> = (row: Row) => Plain;

/** What a file has of a table (`table.tsx`). */
type Shown<Row> = {
  readonly columns: readonly {
    readonly head?: ComponentChildren;
    readonly cell: (row: Row) => ComponentChildren;
    readonly text?: TextOf<Row> | Readonly<Record<string, TextOf<Row>>>;
    readonly isPicture?: boolean;
  }[];
  readonly rows: readonly Row[] | undefined;
  readonly rowsInFile?: readonly Row[];
  readonly across?: (row: Row) => { readonly from: number } | undefined;
  readonly rest?: Sums | undefined;
  readonly foot?: readonly Sums[] | undefined;
};

type Sums = { readonly name: ComponentChildren; readonly cells: readonly ComponentChildren[] };

/** A column of the file; a column of the table may have several, under heads of their own. */
type FileColumn<Row> = {
  readonly head: string;
  readonly text: TextOf<Row>;
  /** Which column of the table it belongs to, and whether it is the first of it: sums have one cell there. */
  readonly at: number;
  readonly isFirst: boolean;
};

/** What a table shows, as a file: all its rows, also those that are not in the document, and then the sums. */
export function csvOf<Row>({ columns, rows = [], rowsInFile = rows, ...table }: Shown<Row>): string {
  const inFile = columnsOf(columns);
  const sums = [...(table.rest ? [table.rest] : []), ...(table.foot ?? [])];
  return csvText([
    inFile.map(({ head }) => head),
    ...rowsInFile.map((row) => cellsOf(row, inFile, table.across?.(row)?.from)),
    ...sums.map((sum) => sumOf(sum, inFile)),
  ]);
}

/** Hands a file over to the reader, as a download. */
export function saveCsv(name: string, text: string): void {
  const link = document.createElement('a');
  link.download = `${name}.csv`;
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A head may stand over several columns: those after it have none. */
function columnsOf<Row>(columns: Shown<Row>['columns']): readonly FileColumn<Row>[] {
  let head = '';
  return columns.flatMap(({ cell, text, isPicture, ...column }, at): readonly FileColumn<Row>[] => {
    if (column.head !== undefined) head = String(plainOf(column.head) ?? '');
    if (isPicture) return [];
    const own = text ?? ((row: Row) => plainOf(cell(row)));
    if (typeof own === 'function') return [{ head, text: own, at, isFirst: true }];
    return Object.entries(own).map(([name, of], index) => ({
      head: name,
      text: of,
      at,
      isFirst: index === 0,
    }));
  });
}

function cellsOf<Row>(row: Row, columns: readonly FileColumn<Row>[], across = Infinity): readonly Plain[] {
  return columns.map(({ at, text }) => (at < across ? text(row) : ''));
}

function sumOf<Row>({ name, cells }: Sums, columns: readonly FileColumn<Row>[]): readonly Plain[] {
  return columns.map(({ at, isFirst }) => (isFirst ? plainOf([name, ...cells][at]) : ''));
}

/** The value of its `<data>`, or else what can be read of it, word by word, without pictures. */
function plainOf(content: ComponentChildren): Plain {
  if (typeof content === 'string') return figureIn(content);
  if (typeof content === 'number') return content;
  if (typeof content !== 'object' || content === null) return '';
  const box = document.createElement('div');
  render(content, box);
  const value = box.querySelector('data')?.value;
  const words = wordsIn(box);
  render(null, box);
  if (value === undefined) return figureIn(words);
  // sums have more digits than what was added up
  return value === '' ? value : Number(Number(value).toPrecision(15));
}

function wordsIn(box: Element): string {
  const texts: string[] = [];
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement, nodeValue } = walk.currentNode;
    if (!parentElement?.closest('[aria-hidden="true"]')) texts.push(nodeValue ?? '');
  }
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

const SEPARATED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A figure has no separators, and one that is not known is empty. */
function figureIn(words: string): Plain {
  if (words === UNKNOWN) return '';
  return SEPARATED.test(words) ? Number(words.replaceAll(',', '')) : words;
}

/** What a spreadsheet would run as a formula, also in the width of Chinese letters (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Where a spreadsheet that separates by `;` or tabs begins another cell, of which it would run the text as a formula. */
const FORMULA_INSIDE = /([;\t\r\n])(?=[ "]*[=+\-@＝＋－＠])/g;

/** What RFC 4180 encloses in quotes. */
const SPECIAL = /[",\r\n]/;

/** Rows as the service's own exports write them: with quotes and ends of line of RFC 4180, and without formulas. */
export const csvText = (rows: readonly (readonly Plain[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');

/** A number stays one, also below zero. A text that may be a formula gets an apostrophe. */
function csvCell(value: Plain): string {
  if (typeof value !== 'string') return String(value ?? '');
  const inside = value.replace(FORMULA_INSIDE, "$1'");
  const text = FORMULA.test(value) ? `'${inside}` : inside;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
