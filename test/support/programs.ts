import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that PATH finds. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The programs of Prometheus that the tests of `deploy/` run. */
const PROMETHEUS = ['prometheus', 'promtool'];

/** In CI a test without them fails; elsewhere it is skipped. */
export const withPrometheus =
  Boolean(process.env['CI']) || PROMETHEUS.every((name) => findProgram(name) !== undefined);
