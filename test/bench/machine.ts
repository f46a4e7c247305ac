import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Cluster } from './cluster.ts';
import { nodeVersion } from './servers.ts';

/** The machine behind the figures; without it they mean nothing. */
export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly postgres: string;
  readonly node: string;
  readonly node22: string;
  /** The load average before the bench started, which shows whether other processes disturbed the figures. */
  readonly loadBefore: number;
};

/** The load of the last minute, before the bench adds its own. */
export function loadOfOthers(): number {
  return loadavg()[0] ?? NaN;
}

export async function describeMachine(cluster: Cluster, loadBefore: number): Promise<Machine> {
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? 'unknown processor',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    postgres: cluster.version,
    node: await nodeVersion('product'),
    node22: await nodeVersion('product on Node 22'),
    loadBefore,
  };
}
