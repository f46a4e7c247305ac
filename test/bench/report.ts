import type { Comparison, Disturbance } from './comparisons.ts';
import { goalResults } from './goals.ts';
import type { GrowthSeries } from './growth.ts';
import type { Results } from './results.ts';

/** The results as Markdown tables that also read well in a terminal. */
export function report(results: Results): string {
  const { machine, quick, tookSeconds, equalAnswers, disturbance } = results;
  const { cpu, cores, memoryGb, system, postgres, node, node22, loadBefore } = machine;
  const sections = [
    `${cpu}, ${cores} cores, ${memoryGb} GB; ${system}; PostgreSQL ${postgres}; Node ${node}, where said ${node22}; ` +
      `load average ${loadBefore.toFixed(1)} before the run. ` +
      `${quick ? 'Quick run' : 'Full run'} of ${Math.round(tookSeconds)} s.` +
      (equalAnswers === 0
        ? ''
        : ` ${equalAnswers} answers were compared with the rivals' before, all equal.`) +
      describeDisturbance(disturbance),
    section('Against others', comparisonTable(results)),
    section('Against ourselves', goalTable(results)),
    section('What an answer costs', figuresTable(results)),
    section('Workers', workersTable(results)),
    section('Memory of the process', memoryTable(results)),
    section('Growth', growthTable(results.growth)),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

type Row = readonly (string | number)[];

function describeDisturbance(disturbance: Disturbance | undefined): string {
  if (disturbance === undefined) return '';
  const { rounds, leftOut, others, othersAtMost } = disturbance;
  return (
    ` In the median round, other processes took ${percent(others)} of the cores, at most ${percent(othersAtMost)}.` +
    ` The most disturbed rounds, ${leftOut} of ${rounds}, do not count.`
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function comparisonTable({ comparisons, quick }: Results): readonly Row[] {
  const rows = comparisons.map((comparison) => {
    const { workload, connections, rival, ratio, spread, cpuRatio, cpuSpread } = comparison;
    const rate = [`${ratio.toFixed(2)}×`, range(spread)];
    const cpu = [`${cpuRatio.toFixed(2)}×`, range(cpuSpread)];
    const goal = quick ? cpuGoal(comparison) : rateGoal(comparison);
    return [workload, rival, connections, ...rate, ...cpu, goal, verdict(comparison.reached)];
  });
  const figures = ['answers/s', 'of the rounds', 'CPU', 'of the rounds'];
  return [['work', 'against', 'connections', ...figures, 'to reach', ''], ...rows];
}

function range(spread: readonly number[]): string {
  return spread.map((each) => each.toFixed(2)).join('–');
}

function rateGoal({ rateAtLeast, ...cpu }: Comparison): string {
  if (rateAtLeast === undefined) return '';
  return [`≥ ${rateAtLeast}×`, cpuGoal(cpu)].filter((goal) => goal !== '').join(', ');
}

function cpuGoal({ cpuAtMost }: Pick<Comparison, 'cpuAtMost'>): string {
  return cpuAtMost === undefined ? '' : `CPU ≤ ${Number(cpuAtMost.toFixed(2))}×`;
}

function verdict(reached: boolean | undefined): string {
  if (reached === undefined) return '';
  return reached ? 'reached' : 'MISSED';
}

/** The quick form decides nothing by times that are as short as its own. */
function goalTable(results: Results): readonly Row[] {
  const rows = goalResults(results).map(({ name, value, goal, reached }) => [
    name,
    value,
    goal,
    verdict(results.quick ? undefined : reached),
  ]);
  return [['work', 'seen', 'to reach', ''], ...rows];
}

function figuresTable({ figures }: Results): readonly Row[] {
  const head = ['work', 'who', 'connections', 'answers/s', 'node µs', 'PostgreSQL µs', 'p50 ms', 'p99 ms'];
  const rows = figures.map((each) => [
    each.workload,
    each.name,
    each.connections,
    each.answersPerSecond.toFixed(0),
    each.nodeUs.toFixed(0),
    each.postgresUs.toFixed(0),
    each.p50Ms.toFixed(2),
    each.p99Ms.toFixed(2),
  ]);
  return [head, ...rows];
}

function workersTable({ workers }: Results): readonly Row[] {
  const cpu = ['node µs', 'PostgreSQL µs', 'generator µs', 'cores busy'];
  const head = ['work', 'workers', 'answers/s', 'against none', 'of the rounds', ...cpu, 'p50 ms', 'p99 ms'];
  const rows = workers.map((each) => [
    each.work,
    each.workers ?? 'none',
    each.answersPerSecond.toFixed(0),
    `${each.ratio.toFixed(2)}×`,
    each.spread.map((ratio) => ratio.toFixed(2)).join('–'),
    each.nodeUs.toFixed(0),
    each.postgresUs.toFixed(0),
    each.generatorUs.toFixed(0),
    each.cores.toFixed(2),
    each.p50Ms.toFixed(2),
    each.p99Ms.toFixed(2),
  ]);
  return [head, ...rows];
}

function memoryTable({ memory }: Results): readonly Row[] {
  const head = ['who', 'started, MB', 'after the rounds, MB', 'at its highest, MB'];
  const rows = memory.map(({ name, idleMb, afterMb, highestMb }) => [
    name,
    idleMb.toFixed(0),
    afterMb.toFixed(0),
    highestMb.toFixed(0),
  ]);
  return [head, ...rows];
}

function growthTable(growth: readonly GrowthSeries[]): readonly Row[] {
  const rows = growth.flatMap(({ name, size, unit, points }) =>
    points.map((point) => [
      `${name}, by ${size}`,
      point.size.toLocaleString('en'),
      `${point.cost.toFixed(2)} ${unit}`,
      point.spread.map((each) => each.toFixed(2)).join('–'),
      `${(point.cost / (points[0]?.cost ?? NaN)).toFixed(2)}×`,
    ]),
  );
  return [['work', 'size', 'median', 'spread', 'against the first'], ...rows];
}

/** Empty if the table has no rows. */
function section(title: string, rows: readonly Row[]): string {
  if (rows.length < 2) return '';
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(3, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = texts;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [`### ${title}`, '', line(head), rule, ...body.map(line)].join('\n');
}
