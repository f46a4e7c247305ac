import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';
import type { ShowGauge } from './observed-gauge.ts';

const NS_PER_SECOND = 1e9;
const US_PER_SECOND = 1e6;

/** How often the delay of the event loop is sampled, in milliseconds; its samples are that much too long. */
const RESOLUTION_MS = 10;

/** What a process uses, under the names that Prometheus' client libraries share. It is few on purpose. */
export function observeProcess(registry: Registry, gauge: ShowGauge, nowMs: number): void {
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of user and system.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / US_PER_SECOND);
    },
  });
  gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    join: 'sum',
    observe: () => process.memoryUsage.rss(),
  });
  gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory in use on the heap of V8.',
    join: 'sum',
    observe: () => process.memoryUsage().heapUsed,
  });
  const startedAt = nowMs / 1000 - process.uptime();
  gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started; of several, the youngest.',
    join: 'max',
    observe: () => startedAt,
  });
  observeEventLoop(gauge);
}

function observeEventLoop(gauge: ShowGauge): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  gauge({
    name: 'site_traffic_event_loop_delay_seconds',
    help: 'How late timers fired since the last scrape, by percentile; of several processes, the slowest.',
    join: 'max',
    label: 'percentile',
    observe() {
      const late = (ns: number) => Math.max(0, ns / NS_PER_SECOND - RESOLUTION_MS / 1000);
      // until the first sample, the maximum is 0 and the percentiles too
      const delays = { 50: delay.percentile(50), 99: delay.percentile(99), 100: delay.max };
      delay.reset();
      return Object.fromEntries(Object.entries(delays).map(([percentile, ns]) => [percentile, late(ns)]));
    },
  });
}
