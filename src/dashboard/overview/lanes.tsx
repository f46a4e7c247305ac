import { useState } from 'preact/hooks';
import { formatChange, formatCount } from '../numbers.ts';
import { type Kind, Mark } from '../parts/mark.tsx';
import { useWidth } from '../parts/use-width.ts';
import type { Day } from '../time/days.ts';
import type { View } from '../time/range.ts';
import { Axis } from './axis.tsx';
import { type Field, LANES, begunPoints, isUnfinished } from './kinds.ts';
import { LanePlot } from './lane.tsx';
import { LaneTable } from './lane-table.tsx';
import { Legend } from './legend.tsx';
import type { Site, Timeseries } from './site.ts';

type Props = { readonly site: Site | undefined; readonly view: View; readonly today: Day };

/** Three kinds of event over one clock, each on its own scale. */
export function Lanes({ site, view, today }: Props) {
  const [over, setOver] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const [box, width] = useWidth<HTMLDivElement>();
  const series = site?.timeseries ? begunPoints(site.timeseries) : undefined;
  const unfinished = series !== undefined && isUnfinished(series);
  const chart = { series, width, unfinished, over };
  return (
    <section class="sheet lanes" aria-label="Over time" aria-busy={!site}>
      <Axis {...chart} box={box} today={today} move={setOver}>
        {LANES.map(({ kind, field, name }) => (
          <div class="lane" key={kind}>
            <div class="kpi">
              <h2>
                <Mark kind={kind} />
                {name}
              </h2>
              <Total site={site} field={field} />
            </div>
            <Plot kind={kind} field={field} {...chart} />
          </div>
        ))}
      </Axis>
      <Legend view={view} today={today} unfinished={unfinished} asTable={asTable} onTable={setAsTable} />
      {asTable && series && <LaneTable series={series} today={today} />}
    </section>
  );
}

/** The total, and its change over what can be compared: whole hours alone, on both sides. */
function Total({ site, field }: { readonly site: Site | undefined; readonly field: Field }) {
  if (!site) return <p class="big skel tall w3" />;
  const comparison = site.compared?.comparison;
  return (
    <>
      <p class="big">{formatCount(site.stats?.totals[field])}</p>
      {comparison && (
        <p class="delta" title={`Both sides until ${comparison.until.slice(0, 16).replace('T', ' ')} UTC`}>
          <b>{formatChange(comparison.totals[field], comparison.previousTotals[field])}</b> from{' '}
          {formatCount(comparison.previousTotals[field])}
        </p>
      )}
    </>
  );
}

type PlotProps = {
  readonly kind: Kind;
  readonly field: Field;
  readonly series: Timeseries | undefined;
  readonly width: number;
  readonly unfinished: boolean;
  readonly over: number | undefined;
};

function Plot({ kind, field, series, ...rest }: PlotProps) {
  const [box] = useWidth<HTMLDivElement>();
  // The height depends on the width of the window alone, and a new width has led here.
  const height = box.current?.clientHeight ?? 0;
  return (
    <div class="plot" ref={box}>
      {series && height > 0 && (
        <LanePlot
          kind={kind}
          count={series.data.length}
          height={height}
          series={{
            now: series.data.map((point) => point[field]),
            before: series.previous?.map((point) => point[field]),
          }}
          {...rest}
        />
      )}
    </div>
  );
}
