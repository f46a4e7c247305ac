import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Plan } from '../domain/plan.ts';
import { type ShowGauge, observeGauge } from './observed-gauge.ts';
import { observeProcess } from './process-metrics.ts';

/** A request as the metrics count it: none of this is a text that a caller chose. */
export type CountedRequest = {
  /** The template of its path. */
  readonly route: string;
  readonly status: number;
  /** Undefined without a caller who has one. */
  readonly plan: Plan | undefined;
  readonly seconds: number;
};

/** The metrics of one process. */
export type Metrics = {
  readonly registry: Registry;
  readonly countRequest: (request: CountedRequest) => void;
  /** A caller was refused by this budget. */
  readonly countRefusal: (budget: string) => void;
  readonly countRecorded: (type: string) => void;
  /** The upkeep was done without a failure. */
  readonly noteUpkeep: (atMs: number) => void;
  readonly gauge: ShowGauge;
};

/** In seconds, as OpenTelemetry advises for `http.server.request.duration`. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** What `countRequest` says of callers without a plan. */
const NO_PLAN = 'none';

export function createMetrics(nowMs: number): Metrics {
  const registry = new Registry();
  const { requests, durations, refusals, recorded } = createCounters([registry]);
  const upkeep = new Gauge({
    name: 'site_traffic_upkeep_done_timestamp_seconds',
    help: 'When this process last did the upkeep without a failure; 0 if never.',
    aggregator: 'max',
    registers: [registry],
  });
  const gauge: ShowGauge = (observed) => {
    observeGauge(registry, observed);
  };
  observeProcess(registry, gauge, nowMs);
  return {
    registry,
    countRequest: ({ route, status, plan, seconds }) => {
      requests.inc({ route, code: status, plan: plan ?? NO_PLAN });
      durations.observe({ route }, seconds);
    },
    countRefusal: (budget) => {
      refusals.inc({ budget });
    },
    countRecorded: (type) => {
      recorded.inc({ type });
    },
    noteUpkeep: (atMs) => {
      upkeep.set(atMs / 1000);
    },
    gauge,
  };
}

function createCounters(registers: Registry[]) {
  const requests = new Counter({
    name: 'site_traffic_requests_total',
    help: 'Answered requests.',
    labelNames: ['route', 'code', 'plan'],
    registers,
  });
  const durations = new Histogram({
    name: 'site_traffic_request_duration_seconds',
    help: 'Time until the headers of an answer, by route.',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers,
  });
  const refusals = new Counter({
    name: 'site_traffic_limiter_refusals_total',
    help: 'Requests and attempts that a limit refused, by budget.',
    labelNames: ['budget'],
    registers,
  });
  const recorded = new Counter({
    name: 'site_traffic_events_recorded_total',
    help: 'Events that the collector of this process recorded.',
    labelNames: ['type'],
    registers,
  });
  return { requests, durations, refusals, recorded };
}
