import { rename, writeFile } from 'node:fs/promises';
import type { Recount } from '../operations/upkeep/verify.ts';
import { CommandFailure, reasonOf } from './failures.ts';

/**
 * Writes what was verified as a file for the textfile collector of Prometheus' node exporter. It is replaced in one step,
 * since that may be reading it.
 */
export async function writeMetrics(
  path: string,
  { sites, drift, failed }: Recount,
  nowMs: number,
): Promise<void> {
  const metrics = [
    ['sites', 'Sites whose counts were compared with their events.', sites],
    ['differences', 'Counts that differ from what is recorded.', drift.length],
    ['failures', 'What could not be compared.', failed.length],
    ['timestamp_seconds', 'When the comparison ended.', nowMs / 1000],
  ] as const;
  const lines = metrics.flatMap(([name, help, value]) => [
    `# HELP site_traffic_verify_${name} ${help}`,
    `# TYPE site_traffic_verify_${name} gauge`,
    `site_traffic_verify_${name} ${value}`,
  ]);
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, `${lines.join('\n')}\n`, { mode: 0o644 });
    await rename(unfinished, path);
  } catch (cause) {
    throw new CommandFailure(`cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}
