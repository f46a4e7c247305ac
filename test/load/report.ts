import type { Kept } from './final-check.ts';
import type { CallFailure } from './journal.ts';
import { type FaultResult, type RunResult } from './run-faults.ts';

/** The table of faults and what the run saw as a whole, in Markdown. */
export function markdownOf(result: RunResult): string {
  const { kept, outside, wrongs, replayed } = result;
  const head = [
    [
      'fault',
      'done',
      'promised',
      'failed calls in the window',
      'not announced',
      'recovery, ms',
      'events acknowledged',
      'memory of the processes, MB',
    ],
    Array.from({ length: 8 }, () => '---'),
  ];
  return [
    ...[...head, ...result.rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `- events acknowledged: ${kept.acknowledged}; lost: ${kept.lost}; doubled: ${kept.doubled}; strange: ${kept.strange}; repetitions recognised: ${replayed}`,
    `- failed calls outside all windows: ${outside.length}${namesOf(outside)}`,
    `- answers that the oracle contradicts: ${wrongs.length + kept.wrong.length}`,
    ...[...wrongs, ...kept.wrong].map((wrong) => `  - ${wrong}`),
    `- calls: ${listed(result.calls)}`,
    `- milliseconds of the calls outside all windows, median / 99th of a hundred / longest: ${timesOf(result)}`,
    `- not sent, because too much was under way: ${result.skipped}`,
    ...result.memoryMb.map(
      (samples, n) =>
        `- memory of process ${n + 1} at each fifth of the run, MB: ${fifths(samples).join(', ')}`,
    ),
    '',
  ].join('\n');
}

/** The same for programs. */
export function jsonOf(result: RunResult): object {
  const { rows, calls, times, memoryMb, ...rest } = result;
  return {
    ...rest,
    faults: rows.map(({ fault, failed, ...row }) => ({
      ...row,
      name: fault.name,
      did: fault.did,
      promised: fault.promised,
      failed: Object.fromEntries(failed),
    })),
    calls: Object.fromEntries(calls),
    times: Object.fromEntries([...times].map(([actor, all]) => [actor, percentiles(all)])),
    memoryMb: memoryMb.map(fifths),
  };
}

/** Whether the service kept all its promises. */
export function isKept({ rows, outside, wrongs, kept }: RunResult): boolean {
  const faults = [...rows.flatMap(({ unexpected }) => unexpected), ...outside, ...wrongs];
  return faults.length === 0 && isWhole(kept);
}

/** Whether each acknowledged event is there once, and every count is right. */
export function isWhole({ lost, doubled, strange, wrong }: Kept): boolean {
  return lost + doubled + strange + wrong.length === 0;
}

function cellsOf({ fault, impossible, failed, unexpected, recoveryMs, acknowledged, memoryMb }: FaultResult) {
  const start = [fault.name, fault.did, fault.promised];
  if (impossible !== undefined) return [...start, impossible, '', '', '', ''];
  const memory = memoryMb.map(([before, after]) => `${Math.round(before)} → ${Math.round(after)}`);
  return [
    ...start,
    listed(failed) || 'none',
    `${unexpected.length}${namesOf(unexpected)}`,
    recoveryMs,
    acknowledged,
    memory.join(', '),
  ];
}

/** Who failed and how, as often as that was; nothing if nobody did. */
function namesOf(failures: readonly CallFailure[]): string {
  const counts = new Map<string, number>();
  for (const { actor, what } of failures)
    counts.set(`${actor}: ${what}`, (counts.get(`${actor}: ${what}`) ?? 0) + 1);
  return counts.size === 0 ? '' : ` (${listed(counts)})`;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

function timesOf({ times }: RunResult): string {
  return [...times]
    .map(([actor, all]) => `${actor} ${Object.values(percentiles(all)).join(' / ')}`)
    .join(', ');
}

export function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { median: at(0.5), ninetyNinth: at(0.99), longest: at(1) };
}

/** The median of each fifth. */
function fifths(samples: readonly number[]): readonly number[] {
  return Array.from({ length: 5 }, (_, n) => {
    const part = samples.slice((samples.length * n) / 5, (samples.length * (n + 1)) / 5);
    return percentiles(part).median;
  });
}
