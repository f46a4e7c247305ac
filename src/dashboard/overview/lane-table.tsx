import { formatCount } from '../numbers.ts';
import { type Column, Table } from '../parts/table.tsx';
import { type Day, formatPoint } from '../time/days.ts';
import { type ChartGaps, type Gap, sayGaps } from './gaps.ts';
import { type CountField, type Lane, isUnfinished } from './kinds.ts';
import type { OverviewTimeseries } from './site.ts';

type Props = {
  readonly lanes: readonly Lane[];
  readonly series: OverviewTimeseries;
  readonly gaps: ChartGaps;
  readonly today: Day;
  /** What was noticed and noted of a point, in words; undefined where that is not shown. */
  readonly noticed: ReadonlyMap<number, readonly string[]> | undefined;
};

/** More rows would stop the page for a second: a year of hours has 8,760. */
const MOST_ROWS = 1000;

/** The figures of the chart, newest first. */
export function LaneTable({ lanes, series, gaps, today, noticed }: Props) {
  const { granularity } = series;
  const rows = rowsOf(series, gaps, noticed);
  const length = granularity === 'HOUR' ? 'hours' : 'days';
  const newest = isUnfinished(series) ? rows[0] : undefined;
  return (
    <div class="lane-table" tabIndex={0} role="region" aria-label="Over time, as table">
      <Table
        rows={rows.slice(0, MOST_ROWS)}
        rowsInFile={rows}
        keyOf={({ startsAt }) => startsAt}
        columns={[
          {
            head: `${granularity === 'HOUR' ? 'Hour' : 'Day'}, UTC`,
            cell: (row) => (
              <>
                {formatPoint(row.startsAt, granularity === 'HOUR', today)}
                {row === newest && <span class="by"> so far</span>}
                {row.gaps && <span class="by missing"> {sayGaps(row.gaps, today)}</span>}
              </>
            ),
            text: ({ startsAt }) => (granularity === 'HOUR' ? startsAt : startsAt.slice(0, 10)),
          },
          ...lanes.map((lane) => laneColumn(lane, series.previous !== null)),
          ...(noticed ? [NOTICED] : []),
        ]}
      />
      {rows.length > MOST_ROWS && (
        <p class="say">
          {formatCount(rows.length - MOST_ROWS)} earlier {length} are not shown. Choose days that end earlier
          to see them.
        </p>
      )}
    </div>
  );
}

type Row = {
  readonly startsAt: string;
  readonly gaps: readonly Gap[] | undefined;
  /** Null if nothing was recorded. */
  readonly counts: Counts | null;
  /** The same of the days before; undefined if they are not compared. */
  readonly before: Counts | null | undefined;
  /** What was noticed and noted. */
  readonly noticed: readonly string[];
};

type Counts = Readonly<Record<CountField, number>>;

const rowsOf = (
  { data, previous }: OverviewTimeseries,
  { missing, before }: ChartGaps,
  noticed: Props['noticed'],
): readonly Row[] =>
  data
    .map((point, at) => ({
      startsAt: point.startsAt,
      gaps: missing.get(at)?.gaps,
      counts: missing.get(at)?.isWhole ? null : point,
      before: before.has(at) ? null : previous?.[at],
      noticed: noticed?.get(at) ?? [],
    }))
    .reverse();

const laneColumn = ({ field, name }: Lane, isCompared: boolean): Column<Row> => ({
  ...{ head: name, class: 'num' },
  cell: ({ counts, before }) => (
    <>
      {formatCount(counts?.[field])}
      {before !== undefined && <span class="by"> before {formatCount(before?.[field])}</span>}
    </>
  ),
  text: {
    [name]: ({ counts }) => counts?.[field],
    ...(isCompared && { [`${name} before`]: ({ before }) => before?.[field] }),
  },
});

const NOTICED: Column<Row> = {
  ...{ head: 'Alerts and notes', class: 'noticed' },
  cell: ({ noticed }) => noticed.map((words) => <bdi key={words}>{words}</bdi>),
  text: ({ noticed }) => noticed.join('; '),
};
