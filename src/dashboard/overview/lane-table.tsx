import { formatCount } from '../numbers.ts';
import { type Day, formatPoint } from '../time/days.ts';
import { type Lane, isUnfinished } from './kinds.ts';
import type { Timeseries } from './site.ts';

type Props = { readonly lanes: readonly Lane[]; readonly series: Timeseries; readonly today: Day };

/** More rows would stop the page for a second: a year of hours has 8,760. */
const MOST_ROWS = 1000;

/** The figures of the chart, newest first. */
export function LaneTable({ lanes, series, today }: Props) {
  const { data, previous, granularity } = series;
  const rows = data.map((point, index) => ({ point, before: previous?.[index] })).reverse();
  const length = granularity === 'HOUR' ? 'hours' : 'days';
  const unfinished = isUnfinished(series);
  return (
    <div class="lane-table" tabIndex={0} role="region" aria-label="Over time, as table">
      <table class="ledger">
        <thead>
          <tr>
            <th scope="col">{granularity === 'HOUR' ? 'Hour' : 'Day'}, UTC</th>
            {lanes.map(({ kind, name }) => (
              <th scope="col" class="num" key={kind}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map(({ point, before }, index) => (
            <tr key={point.startsAt}>
              <th scope="row">
                {formatPoint(point.startsAt, granularity === 'HOUR', today)}
                {index === 0 && unfinished && <span class="by"> so far</span>}
              </th>
              {lanes.map(({ kind, field }) => (
                <td class="num" key={kind}>
                  {formatCount(point[field])}
                  {before && <span class="by"> before {formatCount(before[field])}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <p class="say">
          {formatCount(rows.length - MOST_ROWS)} earlier {length} are not shown. Choose days that end earlier
          to see them.
        </p>
      )}
    </div>
  );
}
