import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { AlertStrip, type Strip } from '../alerts/strip.tsx';
import { noticedAt } from '../alerts/strip-marks.ts';
import { WithCsv } from '../parts/csv-button.tsx';
import { type EventKind, Mark } from '../parts/mark.tsx';
import { useWidth } from '../parts/use-width.ts';
import type { Day } from '../time/days.ts';
import type { View } from '../time/range.ts';
import { Axis } from './axis.tsx';
import { type ChartGaps, chartGaps } from './gaps.ts';
import { type CountField, type Lane, begunPoints, isUnfinished } from './kinds.ts';
import { LanePlot } from './lane.tsx';
import { LaneTable } from './lane-table.tsx';
import { Legend } from './legend.tsx';
import type { OverviewTimeseries } from './site.ts';

type Props = {
  readonly lanes: readonly Lane[];
  /** Undefined while it loads, null if it was refused. */
  readonly timeseries: OverviewTimeseries | null | undefined;
  readonly view: View;
  readonly today: Day;
  /** What stands beside a lane under its name. */
  readonly totalOf: (field: CountField) => ComponentChildren;
  /** What was refused of it. */
  readonly note?: ComponentChildren;
  /** What was noticed and noted, which stands above them on the same clock. */
  readonly strip?: Strip;
};

const NO_POINTS: OverviewTimeseries['data'] = [];

/** Kinds of event over one clock, each on its own scale. */
export function LanesSheet({ lanes, timeseries, view, today, totalOf, note, strip }: Props) {
  const [over, setOver] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const [box, width] = useWidth<HTMLDivElement>();
  const series = useMemo(() => (timeseries ? begunPoints(timeseries) : undefined), [timeseries]);
  const unfinished = series !== undefined && isUnfinished(series);
  const gaps = useMemo(() => chartGaps(series), [series]);
  const points = series?.data ?? NO_POINTS;
  const noticed = useNoticed(strip, points);
  const chart = { series, gaps, width, unfinished, over };
  // It stays as it is while the crosshair moves.
  const table = useMemo(
    () => asTable && series && <LaneTable {...{ lanes, series, gaps, today, noticed }} />,
    [asTable, lanes, series, gaps, today, noticed],
  );
  const one = lanes.length === 1 ? 'one' : '';
  return (
    <WithCsv>
      <section class={`sheet lanes ${one}`} aria-label="Over time" aria-busy={timeseries === undefined}>
        {strip && (
          <AlertStrip
            {...{ strip, points, width, today, move: setOver }}
            hourly={series?.granularity === 'HOUR'}
          />
        )}
        <Axis {...chart} noticed={noticed} lanes={lanes} box={box} today={today} move={setOver}>
          {lanes.map((lane) => (
            <LaneRow key={lane.kind} lane={lane} total={totalOf(lane.field)} {...chart} />
          ))}
        </Axis>
        {note}
        <Legend
          {...{ view, today, asTable }}
          unfinished={series ? unfinished : view.end === today}
          gaps={gaps.missing.size > 0 ? series?.gaps : undefined}
          gapsBefore={series?.previousGaps}
          onTable={setAsTable}
        />
        {table}
      </section>
    </WithCsv>
  );
}

/** What was noticed and noted of each point, in words. */
function useNoticed(strip: Strip | undefined, points: OverviewTimeseries['data']) {
  return useMemo(() => {
    const starts = points.map(({ startsAt }) => startsAt);
    return strip && noticedAt(strip, starts);
  }, [strip?.alerts, strip?.notes, points]);
}

type RowProps = Omit<PlotProps, 'kind' | 'field'> & {
  readonly lane: Lane;
  /** What stands beside it under its name. */
  readonly total: ComponentChildren;
};

function LaneRow({ lane: { kind, field, name }, total, ...chart }: RowProps) {
  return (
    <div class="lane">
      <div class="kpi">
        <h2>
          <Mark kind={kind} />
          {name}
        </h2>
        {total}
      </div>
      <Plot kind={kind} field={field} {...chart} />
    </div>
  );
}

type PlotProps = {
  readonly kind: EventKind;
  readonly field: CountField;
  readonly series: OverviewTimeseries | undefined;
  readonly gaps: ChartGaps;
  readonly width: number;
  readonly unfinished: boolean;
  readonly over: number | undefined;
};

function Plot({ kind, field, series, ...rest }: PlotProps) {
  const [box] = useWidth<HTMLDivElement>();
  // The height depends on the width of the window alone, and a new width has led here.
  const height = box.current?.clientHeight ?? 0;
  const counts = useMemo(
    () =>
      series && {
        now: series.data.map((point) => point[field]),
        before: series.previous?.map((point) => point[field]),
      },
    [series, field],
  );
  return (
    <div class="plot" ref={box}>
      {counts && height > 0 && (
        <LanePlot kind={kind} count={counts.now.length} height={height} series={counts} {...rest} />
      )}
    </div>
  );
}
