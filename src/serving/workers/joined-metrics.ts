import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import type { MetricsSource } from '../../telemetry/join-metrics.ts';
import { openMetricsPort } from '../metrics-port.ts';

/** The metrics of all workers, on the port that the primary process opens for them. */
type JoinedMetrics = {
  readonly add: (worker: MetricsSource) => void;
  readonly close: () => Promise<void>;
};

export async function openJoinedMetrics(config: Config, log: Logger): Promise<JoinedMetrics> {
  if (config.metrics === undefined) return { add: () => undefined, close: () => Promise.resolve() };
  const { createMetricsJoin } = await import('../../telemetry/join-metrics.ts');
  const { add, collect } = createMetricsJoin();
  return { add, close: await openMetricsPort(config, log, collect) };
}
