import { UNUSUAL_KINDS } from '../../../src/statistics/spans.ts';
import { FAULTY, HARD, STEADY } from './kinds.ts';
import { delaysOf, falseAlarms, within } from './rates.ts';
import { SOURCES, sourceRates } from './sources.ts';

const LEVELS = [3, 30, 300];
const RATIOS = [1, 5, 20];

/** How often alarms are false, and how soon changes are noticed, as tables of Markdown. */
export function* report(series: number): Generator<string> {
  yield `| false alarms a year of | ${UNUSUAL_KINDS.join(' | ')} |`;
  yield '|---|---|---|---|---|';
  for (const kind of [...STEADY, ...HARD, ...FAULTY]) {
    const alarms = falseAlarms(kind, series);
    const counts = UNUSUAL_KINDS.map((each) => alarms.filter((alarm) => alarm.kind === each).length);
    yield `| ${kind.name} | ${counts.map(perSeries).join(' | ')} |`;
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

  yield '';
  yield '| a day | from 5 % on, so many fail | raised within 6, 12, 24 h | are from outside: within 6, 12, 24 h |';
  yield '|---|---|---|---|';
  for (const [level, share] of [
    [30, 0.9],
    [300, 0.5],
    [300, 0.25],
  ] as const) {
    const delays = (['errors', 'impostors'] as const).map((kind) =>
      shares(delaysOf({ level, ratio: 5, kind, share }, series), [6, 12, 24]),
    );
    yield `| ${level} | ${100 * share} % | ${delays.join(' | ')} |`;
  }
  yield '';
  yield '| source | false silences a year | raised within three times the usual longest distance |';
  yield '|---|---|---|';
  for (const kind of SOURCES) {
    const { falseAYear, inTime } = sourceRates(kind, series);
    yield `| ${kind.name} | ${falseAYear.toFixed(2)} | ${Math.round(100 * inTime)} % |`;
  }

  function perSeries(count: number): string {
    return (count / series).toFixed(2);
  }
}

function shares(delays: readonly number[], hours: readonly number[]): string {
  return hours.map((each) => `${Math.round(100 * within(delays, each))} %`).join(', ');
}
