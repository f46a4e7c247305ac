import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that PATH finds. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The programs of Prometheus that the tests of `deploy/` run. */
const PROMETHEUS = ['prometheus', 'promtool'];

export const withPrometheus = areInstalled(PROMETHEUS);

/** Those whose documented configurations are tested. */
export const withProxies = areInstalled(['nginx', 'caddy', 'haproxy']);

/** In CI a test without them fails; elsewhere it is skipped. */
function areInstalled(names: readonly string[]): boolean {
  return Boolean(process.env['CI']) || names.every((name) => findProgram(name) !== undefined);
}
