/** How many rows each sheet has to show. */
export type Counts = Readonly<Record<SheetName, number>>;

export type SheetName = 'companies' | 'sources' | 'goals' | 'bots' | 'pages' | 'countries';

/** How many columns of sheets there are: the page is narrow, wide, or very wide. */
export type Columns = 1 | 2 | 3;

/** What a sheet shows: as many rows, and how high that makes it. */
export type Planned = { readonly mostRows: number; readonly height: number };

export type Plan = Readonly<Record<SheetName, Planned>>;

/** The pixels of a sheet as the styles have them. */
type Measures = {
  /** Of all but its rows. */
  readonly frame: number;
  readonly row: number;
  /** Of what leads to all rows. */
  readonly more: number;
  /** How many rows it has alone, and how many at least beside others. */
  readonly alone: number;
  readonly least: number;
  /** Of what is below its rows if it has what visitors brought. */
  readonly foot?: number;
};

const MEASURES: Readonly<Record<SheetName, Measures>> = {
  companies: { frame: 77, row: 34, more: 0, alone: 11, least: 11, foot: 66 },
  sources: { frame: 75, row: 36, more: 42, alone: 6, least: 6, foot: 41 },
  goals: { frame: 115, row: 36, more: 42, alone: 6, least: 6 },
  bots: { frame: 129, row: 36, more: 42, alone: 11, least: 8 },
  pages: { frame: 153, row: 36, more: 0, alone: 12, least: 8 },
  countries: { frame: 90, row: 36, more: 42, alone: 12, least: 12 },
};

/** The purposes of bots take a second line where the page has three columns. */
const SECOND_LINE = 22;

/** Between two sheets above each other. */
const SPACE = 16;

/** The cells that stand beside each other; some have two sheets, one above the other. */
const BESIDE: Readonly<Record<Columns, readonly (readonly (readonly SheetName[])[])[]>> = {
  1: [],
  2: [
    [['bots'], ['sources', 'goals']],
    [['pages'], ['countries']],
  ],
  3: [
    [['companies'], ['sources', 'goals']],
    [['bots'], ['pages'], ['countries']],
  ],
};

/** What loads is as high as that of a site like this. */
export const EXPECTED: Counts = { companies: 20, sources: 8, goals: 4, bots: 25, pages: 20, countries: 12 };

/**
 * How many rows each sheet shows, so that those beside each other end together as far as they have rows. `brings` says
 * whether there is what visitors brought.
 */
export function planRows(counts: Counts, columns: Columns, brings = true): Plan {
  const most: Record<SheetName, number> = { ...ALONE };
  const heightOf = (name: SheetName) => heightWith(name, most[name], { counts, columns, brings });
  for (const cells of BESIDE[columns]) {
    for (const name of cells.flat()) most[name] = MEASURES[name].least;
    const heightOfCell = (cell: readonly SheetName[]) =>
      cell.reduce((height, name) => height + SPACE + heightOf(name), -SPACE);
    const target = Math.max(...cells.map(heightOfCell));
    // the lower one of two stretches: it is filled first
    for (const cell of cells) {
      for (const name of cell.toReversed()) {
        while (hasMore(name, most[name], counts)) {
          most[name] += 1;
          if (heightOfCell(cell) <= target) continue;
          most[name] -= 1;
          break;
        }
      }
    }
  }
  return mapSheets((name) => ({ mostRows: most[name], height: heightOf(name) }));
}

/** Whether rows are left out. In place of a row that says that it sums one up, there is that one. */
const hasMore = (name: SheetName, mostRows: number, counts: Counts): boolean =>
  counts[name] > (name === 'pages' ? mostRows : mostRows + 1);

type Given = { readonly counts: Counts; readonly columns: Columns; readonly brings: boolean };

function heightWith(name: SheetName, mostRows: number, { counts, columns, brings }: Given): number {
  const { frame, row, more, foot = 0 } = MEASURES[name];
  const secondLine = name === 'bots' && columns === 3 ? SECOND_LINE : 0;
  const base = frame + secondLine + (brings ? foot : 0);
  if (!hasMore(name, mostRows, counts)) return base + row * counts[name];
  return base + row * (name === 'pages' ? mostRows : mostRows + 1) + more;
}

const mapSheets = <Value>(valueOf: (name: SheetName) => Value): Record<SheetName, Value> => ({
  companies: valueOf('companies'),
  sources: valueOf('sources'),
  goals: valueOf('goals'),
  bots: valueOf('bots'),
  pages: valueOf('pages'),
  countries: valueOf('countries'),
});

const ALONE = mapSheets((name) => MEASURES[name].alone);
