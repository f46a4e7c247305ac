import type { ComponentChildren } from 'preact';
import { missingOf } from '../overview/gaps.ts';
import { type Lane, LANES } from '../overview/kinds.ts';
import { SoFarKey } from '../overview/legend.tsx';
import { formatCount, sumOf } from '../numbers.ts';
import { CsvButton, WithCsv } from '../parts/csv-button.tsx';
import { SortButton } from '../parts/sort-button.tsx';
import { type Column, type SumRow, Table } from '../parts/table.tsx';
import { type Day, formatDays } from '../time/days.ts';
import { type View, daysBefore } from '../time/range.ts';
import { LaneName, NotRead, NothingYet, SiteName, Totals } from './site-cells.tsx';
import { type SiteRow, type Sort, type SortField, nextSort } from './sort-sites.ts';
import { type Known, MOST_DAYS_OF_LINES, hasLines } from './walk.ts';

type Props = {
  /** The rows, sorted; undefined until they were read. */
  readonly found: readonly SiteRow[] | undefined;
  /** How many of them are listed. */
  readonly most: number;
  /** The days of the figures. */
  readonly view: View;
  readonly today: Day;
  readonly isBusy: boolean;
  /** The query with which a site is opened. */
  readonly search: string;
  readonly sort: Sort | undefined;
  /** Undefined where there is nothing to sort. */
  readonly onSort: ((sort: Sort | undefined) => void) | undefined;
  readonly children: ComponentChildren;
};

/** A row for each site, and what they are together. */
export function SitesSheet({ found, most, view, today, isBusy, search, sort, onSort, children }: Props) {
  const shown = found?.slice(0, most);
  const moving = movingDots(shown ?? []);
  const isEmpty = found?.length === 0;
  return (
    <WithCsv>
      <section class="sheet all-sites" aria-label="All sites" aria-busy={!found || isBusy}>
        {!isEmpty && (
          <Table
            rows={shown}
            {...(found && { rowsInFile: found })}
            keyOf={({ id }) => id}
            class={onSort ? 'sortable' : ''}
            skeleton={SKELETON}
            across={acrossOf}
            foot={found && found.length > 1 ? [togetherOf(found)] : undefined}
            columns={columnsOf({ sort, onSort, view, search }, moving)}
          />
        )}
        {isEmpty && (onSort ? <p class="say">No site has this in its name or domain.</p> : <NoSite />)}
        {children}
        {shown && !isEmpty && (
          <Legend
            {...{ view, today }}
            hasGaps={shown.some(hasGap)}
            isLineMissing={shown.some(isLineMissing)}
            isWhole={found?.every(isKnown) === true}
          />
        )}
      </section>
    </WithCsv>
  );
}

/** Whether the lines of a site break. */
function hasGap({ known }: SiteRow): boolean {
  const timeseries = known.kind === 'read' ? known.site.timeseries : undefined;
  return Boolean(timeseries && missingOf(timeseries).size > 0);
}

/** Whether the lines of a site were refused, and its totals were not. */
const isLineMissing = ({ known }: SiteRow) => known.kind === 'read' && known.site.timeseries === null;

const isKnown = ({ known }: SiteRow) => known.kind === 'read' || known.kind === 'none';

const SKELETON = Array.from({ length: 3 }, () => ['w3', 'w2', 'w2', 'w2']);

type Sorting = Pick<Props, 'sort' | 'onSort'>;

function columnsOf(
  { view, search, ...sorting }: Sorting & Pick<Props, 'view' | 'search'>,
  moving: ReadonlySet<string>,
): readonly Column<SiteRow>[] {
  const { sort, onSort } = sorting;
  const ofField = (...fields: readonly SortField[]) => {
    const isSorted = fields.some((field) => field === sort?.field) && sort?.direction;
    return isSorted ? { isSorted } : {};
  };
  return [
    {
      ...{ cellClass: 'site', ...ofField('name', 'lastEventAt') },
      head: (
        <>
          <SortHead {...sorting} field="name">
            Site
          </SortHead>
          {onSort && (
            <SortHead {...sorting} field="lastEventAt">
              Last event
            </SortHead>
          )}
        </>
      ),
      cell: (site) => <SiteName site={site} search={search} isStill={!moving.has(site.id)} />,
      text: {
        Site: ({ name }) => name,
        Domain: ({ domain }) => domain,
        'Last event': ({ lastEventAt }) => lastEventAt,
      },
    },
    ...LANES.map((lane) => ({
      ...{ cellClass: 'tot', ...ofField(lane.field) },
      head: (
        <SortHead {...sorting} field={lane.field}>
          <LaneName lane={lane} />
        </SortHead>
      ),
      cell: ({ known }: SiteRow) =>
        known.kind === 'read' ? (
          <Totals site={known.site} lane={lane} end={view.end} />
        ) : (
          <div class="skel w2" />
        ),
      text: textsOf(lane),
    })),
  ];
}

/** The total in a file, and what it is compared with. */
const textsOf = ({ name, field }: Lane): NonNullable<Column<SiteRow>['text']> => ({
  [name]: ({ known }) => statsOf(known)?.totals[field],
  [`${name}, compared`]: ({ known }) => statsOf(known)?.comparison?.totals[field],
  [`${name} before`]: ({ known }) => statsOf(known)?.comparison?.previousTotals[field],
});

const statsOf = (known: Known) => (known.kind === 'read' ? known.site.stats : undefined);

type HeadProps = Sorting & { readonly field: SortField; readonly children: ComponentChildren };

/** The head of a column, by which the rows are sorted when it is pressed. */
function SortHead({ sort, onSort, field, children }: HeadProps) {
  if (!onSort) return <>{children}</>;
  const direction = sort?.field === field ? sort.direction : undefined;
  return (
    <SortButton direction={direction} sort={() => onSort(nextSort(sort, field))}>
      {children}
      {direction && <span class="sr">, {direction}</span>}
    </SortButton>
  );
}

function acrossOf(site: SiteRow) {
  const { known, lastEventAt, id } = site;
  if (lastEventAt === null) return { from: 1, class: 'none', content: <NothingYet siteId={id} /> };
  if (known.kind === 'none')
    return { from: 1, class: 'none', content: <p class="dim">No events on these days</p> };
  if (known.kind === 'failed')
    return { from: 1, class: 'none', content: <NotRead message={known.message} /> };
  return undefined;
}

function togetherOf(rows: readonly SiteRow[]): SumRow {
  return {
    name: `Total of ${formatCount(rows.length)} sites`,
    cells: LANES.map((lane) => (
      <>
        <LaneName lane={lane} class="lab phone" />
        <data value={totalOf(rows, lane.field)}>{formatCount(totalOf(rows, lane.field))}</data>
      </>
    )),
  };
}

/** Undefined if the totals of a site are missing: a sum without it would be wrong. */
function totalOf(rows: readonly SiteRow[], field: Lane['field']): number | undefined {
  const counts = rows.flatMap(({ known }) => {
    if (known.kind === 'none') return [0];
    return known.kind === 'read' && known.site.stats ? [known.site.stats.totals[field]] : [];
  });
  return counts.length === rows.length ? sumOf(counts, (count) => count) : undefined;
}

/** More dots that pulse at once would be restless. */
const MOST_MOVING = 8;

/** The sites that recorded last, whose dots may pulse. */
function movingDots(rows: readonly SiteRow[]): ReadonlySet<string> {
  const newest = rows
    .flatMap(({ id, lastEventAt }) => (lastEventAt ? [{ id, atMs: Date.parse(lastEventAt) }] : []))
    .sort((one, other) => other.atMs - one.atMs);
  return new Set(newest.slice(0, MOST_MOVING).map(({ id }) => id));
}

function NoSite() {
  return (
    <div class="blank">
      <h2>No site yet</h2>
      <div class="acts">
        <a class="btn primary" href="/settings/sites">
          Add a site
        </a>
      </div>
    </div>
  );
}

type LegendProps = Pick<Props, 'view' | 'today'> & {
  readonly hasGaps: boolean;
  readonly isLineMissing: boolean;
  readonly isWhole: boolean;
};

/** What the lines are, and the rows as a file, once all are read. */
function Legend({ view, today, hasGaps, isLineMissing, isWhole }: LegendProps) {
  const before = daysBefore(view);
  return (
    <div class="legend">
      <span>
        {hasLines(view)
          ? 'Each line has its own scale'
          : `No lines for more than ${formatCount(MOST_DAYS_OF_LINES)} days`}
      </span>
      {hasLines(view) && view.end >= today && <SoFarKey what="Today" />}
      {isLineMissing && <span>Some lines could not be read</span>}
      {hasGaps && <span>A break in a line: not recorded</span>}
      {before && <span>Compared with {formatDays(before.start, before.end, today)}</span>}
      <span class="hint">Days are UTC</span>
      <CsvButton title="All sites" isDisabled={!isWhole} />
    </div>
  );
}
