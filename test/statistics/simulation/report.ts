import { HARD, STEADY } from './kinds.ts';
import { delaysOf, falseAlarms, within } from './rates.ts';

const LEVELS = [3, 30, 300];
const RATIOS = [1, 5, 20];

/** How often alarms are false, and how soon changes are noticed, as tables of Markdown. */
export function* report(series: number): Generator<string> {
  yield '| kind of series | false surges a year | false silences a year |';
  yield '|---|---|---|';
  for (const kind of [...STEADY, ...HARD]) {
    const alarms = falseAlarms(kind, series);
    const surges = alarms.filter(({ kind: raised }) => raised === 'surge').length;
    yield `| ${kind.name} | ${perSeries(surges)} | ${perSeries(alarms.length - surges)} |`;
  }
  yield '';
  yield '| a day | variance ÷ mean | tenfold within 3, 6, 12, 24 h | fall to nothing within 24, 36, 48 h |';
  yield '|---|---|---|---|';
  for (const level of LEVELS) {
    for (const ratio of RATIOS) {
      const surge = delaysOf({ level, ratio, times: 10 }, series);
      const silence = delaysOf({ level, ratio, times: 0 }, series);
      yield `| ${level} | ${ratio} | ${shares(surge, [3, 6, 12, 24])} | ${shares(silence, [24, 36, 48])} |`;
    }
  }

  function perSeries(count: number): string {
    return (count / series).toFixed(2);
  }
}

function shares(delays: readonly number[], hours: readonly number[]): string {
  return hours.map((each) => `${Math.round(100 * within(delays, each))} %`).join(', ');
}
