import { formatCount } from '../numbers.ts';
import { type Column, Table } from '../parts/table.tsx';
import { type Day, formatPoint } from '../time/days.ts';
import { type ChartGaps, sayGaps } from './gaps.ts';
import { type Lane, isUnfinished } from './kinds.ts';
import type { OverviewTimeseries } from './site.ts';

type Props = {
  readonly lanes: readonly Lane[];
  readonly series: OverviewTimeseries;
  readonly gaps: ChartGaps;
  readonly today: Day;
};

/** More rows would stop the page for a second: a year of hours has 8,760. */
const MOST_ROWS = 1000;

/** The figures of the chart, newest first. */
export function LaneTable({ lanes, series, gaps, today }: Props) {
  const { data, previous, granularity } = series;
  const rows = data
    .map((point, index) => ({ point, before: previous?.[index], missing: gaps.missing.get(index) }))
    .reverse();
  const length = granularity === 'HOUR' ? 'hours' : 'days';
  const newest = isUnfinished(series) ? rows[0] : undefined;
  return (
    <div class="lane-table" tabIndex={0} role="region" aria-label="Over time, as table">
      <Table
        rows={rows.slice(0, MOST_ROWS)}
        rowsInFile={rows}
        keyOf={({ point }) => point.startsAt}
        columns={[
          {
            head: `${granularity === 'HOUR' ? 'Hour' : 'Day'}, UTC`,
            cell: (row) => (
              <>
                {formatPoint(row.point.startsAt, granularity === 'HOUR', today)}
                {row === newest && <span class="by"> so far</span>}
                {row.missing && <span class="by missing"> {sayGaps(row.missing.gaps, today)}</span>}
              </>
            ),
            text: ({ point }) => (granularity === 'HOUR' ? point.startsAt : point.startsAt.slice(0, 10)),
          },
          ...lanes.map(({ field, name }): Column<(typeof rows)[number]> => ({
            ...{ head: name, class: 'num' },
            cell: ({ point, before, missing }) => (
              <>
                {formatCount(missing?.isWhole ? null : point[field])}
                {before && <span class="by"> before {formatCount(before[field])}</span>}
              </>
            ),
            text: {
              [name]: ({ point, missing }) => (missing?.isWhole ? null : point[field]),
              ...(previous && { [`${name} before`]: ({ before }) => before?.[field] }),
            },
          })),
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
