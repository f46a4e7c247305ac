import type { Logger } from 'pino';
import type { AroundQuery } from '../database/held-connection.ts';
import type { Metrics } from './metrics.ts';
import { createScopes } from './scope.ts';
import { type RequestWatch, countRequests, scopeRequests } from './watch-requests.ts';
import { watchStatements } from './watch-statements.ts';

/** How a process is seen from outside. What is off is undefined, and was not even loaded. */
export type Telemetry = {
  readonly metrics: Metrics | undefined;
  /** Outermost first. */
  readonly requests: readonly RequestWatch[];
  readonly aroundQuery: AroundQuery | undefined;
  /** Sends the traces that are left. Resolves with false if they cannot be sent in time. Never rejects. */
  close(): Promise<boolean>;
};

type TelemetryParts = {
  readonly log: Logger;
  readonly nowMs: number;
  readonly hasMetrics: boolean;
  readonly hasTraces: boolean;
  /** A statement that takes longer is logged; undefined for none. */
  readonly slowStatementMs: number | undefined;
};

export async function openTelemetry(parts: TelemetryParts): Promise<Telemetry> {
  const { log, nowMs, hasMetrics, hasTraces, slowStatementMs } = parts;
  // Both are imported late, since most servers do without, and the one of traces is large.
  const watching = hasMetrics ? await import('./metrics.ts') : undefined;
  const tracing = hasTraces ? (await import('./tracing.ts')).openTracing(log) : undefined;
  const metrics = watching?.createMetrics(nowMs);
  const scopes = hasTraces || slowStatementMs !== undefined ? createScopes() : undefined;
  return {
    metrics,
    requests: [
      ...(metrics ? [countRequests(metrics)] : []),
      ...(scopes ? [scopeRequests(scopes, tracing)] : []),
    ],
    aroundQuery: scopes && watchStatements({ scopes, log, slowMs: slowStatementMs ?? Infinity }),
    close: async () => tracing?.close() ?? true,
  };
}
