import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../settings/config.ts';
import type { MetricsSource } from '../telemetry/join-metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { messageOf } from './message-of.ts';
import { Unusable } from './unusable.ts';

type Showing = {
  readonly log: Logger;
  /** Takes the metrics instead of a port. */
  readonly take: ((registry: Registry) => void) | undefined;
};

/** Shows the metrics of this process, if it has some. Returns what stops that. */
export async function showMetrics(
  { metrics }: Telemetry,
  config: Config,
  { log, take }: Showing,
): Promise<() => Promise<void>> {
  if (metrics === undefined) return () => Promise.resolve();
  if (take === undefined) return openMetricsPort(config, log, () => Promise.resolve(metrics.registry));
  take(metrics.registry);
  return () => Promise.resolve();
}

/** The metrics of all workers, on the port that the primary process opens for them. */
type JoinedMetrics = {
  readonly add: (worker: MetricsSource) => void;
  readonly close: () => Promise<void>;
};

export async function openJoinedMetrics(config: Config, log: Logger): Promise<JoinedMetrics> {
  if (config.metrics === undefined) return { add: () => undefined, close: () => Promise.resolve() };
  const { createMetricsJoin } = await import('../telemetry/join-metrics.ts');
  const { add, collect } = createMetricsJoin();
  return { add, close: await openMetricsPort(config, log, collect) };
}

/** Serves metrics on the port of the settings, if they name one. Returns what closes it. */
async function openMetricsPort(
  { metrics: place }: Config,
  log: Logger,
  collect: () => Promise<Registry>,
): Promise<() => Promise<void>> {
  if (place === undefined) return () => Promise.resolve();
  const { openMetricsServer } = await import('../telemetry/metrics-server.ts');
  try {
    const { close } = await openMetricsServer({ ...place, log, collect });
    return close;
  } catch (cause) {
    const { host, port } = place;
    throw new Unusable(
      `cannot serve metrics on ${host}:${port}: ${messageOf(cause)}; choose another METRICS_PORT or METRICS_HOST`,
      { cause },
    );
  }
}
