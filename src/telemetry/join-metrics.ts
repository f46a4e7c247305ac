import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** The metrics of a process as it sends them to another. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

/** A process whose metrics are joined with those of others. */
export type MetricsSource = {
  /** The metrics as they are now, or as they were last if it does not answer in time. */
  readonly look: () => Promise<Snapshot>;
  /** As they were last. */
  readonly last: () => Snapshot;
  readonly ended: Promise<unknown>;
};

export type MetricsJoin = {
  readonly add: (source: MetricsSource) => void;
  readonly collect: () => Promise<Registry>;
};

/**
 * Joins the metrics of processes. The sum of a counter does not fall when a process ends: what that had counted, as far as
 * it is known, stays in the sum. Prometheus would take a smaller sum for a restart, and count all of it again.
 */
export function createMetricsJoin(): MetricsJoin {
  const sources = new Set<MetricsSource>();
  let ended: Snapshot = [];
  return {
    add(source) {
      sources.add(source);
      void source.ended.then(() => {
        sources.delete(source);
        ended = join([ended, source.last().filter(isCounted)]).getMetricsAsArray() as unknown as Snapshot;
      });
    },
    async collect() {
      const running = await Promise.all(
        [...sources].map(async (source) => ({ source, now: await source.look() })),
      );
      // those that ended meanwhile are among the ended
      return join([ended, ...running.filter(({ source }) => sources.has(source)).map(({ now }) => now)]);
    },
  };
}

function join(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
}

/** The type comes as a word, whatever prom-client declares. */
const COUNTED: readonly unknown[] = ['counter', 'histogram'];

function isCounted({ type }: Snapshot[number]): boolean {
  return COUNTED.includes(type);
}
