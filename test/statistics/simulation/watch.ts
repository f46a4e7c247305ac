import { type LeftOut, NONE_LEFT_OUT } from '../../../src/statistics/hourly.ts';
import type { CountedSeries } from '../../../src/statistics/learned.ts';
import type { Rules } from '../../../src/statistics/finding.ts';
import { createSeriesJudge } from '../../../src/statistics/series-judge.ts';
import type { Span, UnusualKind } from '../../../src/statistics/spans.ts';

export type Raised = { readonly at: number; readonly kind: UnusualKind };

/** Everything that is raised of a series, hour by hour. `gaps` are hours in which nothing was recorded. */
export function watch(series: CountedSeries, rules: Rules, gaps: LeftOut = NONE_LEFT_OUT): readonly Raised[] {
  const judge = createSeriesJudge(series, gaps);
  const raised: Raised[] = [];
  let spans: readonly Span[] = [];
  for (let until = series.first + 1; until <= series.first + series.visits.length; until++) {
    spans = spans.map((span) =>
      span.until === undefined && judge.isOver(span, until, spans) ? { ...span, until } : span,
    );
    for (const { kind, from } of judge.begun(until, spans, rules)) {
      raised.push({ at: until, kind });
      spans = [...spans, { kind, from, until: undefined, isUsual: false, isOwn: true }];
    }
  }
  return raised;
}
