import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { SeenRequest, TraceSpan } from './scope.ts';

export type Tracing = {
  /** A request, as a part of what its caller traces if they say so in `traceparent`. */
  request(seen: SeenRequest): TraceSpan;
  /** Sends what is left. Resolves with false if that takes too long, and goes on in vain. Never rejects. */
  close(): Promise<boolean>;
};

const SERVICE = 'site-traffic';

/** A collector that does not answer must not hold up the stop. */
const FLUSH_WITHIN_MS = 2_000;

/** One warning in this time is enough while no collector answers. */
const WARN_EVERY_MS = 60_000;

/** A request that the sampler leaves out, and its parts. */
const UNTRACED: TraceSpan = { operation: () => UNTRACED, statement: () => UNTRACED, end: () => undefined };

/** Sends traces to the OpenTelemetry collector that the standard variables name. */
export function openTracing(log: Logger): Tracing {
  warnOfExports(log);
  const named = detectResources({ detectors: [envDetector] });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE }))
    .merge(named);
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer(SERVICE);
  const propagator = new W3CTraceContextPropagator();

  function start(
    name: string,
    kind: SpanKind,
    attributes: Record<string, string>,
    parent: Context,
  ): TraceSpan {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    // nothing of a request that is not sampled is, and parts that nobody sees cost as much
    if (!span.isRecording()) return UNTRACED;
    const within = trace.setSpan(parent, span);
    return {
      operation: (part) => start(part, SpanKind.INTERNAL, {}, within),
      statement: (part) =>
        start(part, SpanKind.CLIENT, { 'db.system.name': 'postgresql', 'db.query.summary': part }, within),
      end({ status, error } = {}) {
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (error !== undefined || (status !== undefined && status >= 500))
          span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    request({ requestId, method, route, headers }) {
      const parent = propagator.extract(ROOT_CONTEXT, carrierOf(headers), defaultTextMapGetter);
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'site_traffic.request_id': requestId,
      };
      return start(`${method} ${route}`, SpanKind.SERVER, attributes, parent);
    },
    async close() {
      const ended = () => true;
      const flushed = provider.shutdown().then(ended, ended);
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, FLUSH_WITHIN_MS, false).unref());
      return Promise.race([flushed, late]);
    },
  };
}

/** The headers with which a caller says what the request is a part of. */
function carrierOf(headers: SeenRequest['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['traceparent', 'tracestate'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Failed exports are lost, and logged; they come in batches. */
function warnOfExports(log: Logger): void {
  let warnedMs = -Infinity;
  setGlobalErrorHandler((error) => {
    if (performance.now() - warnedMs < WARN_EVERY_MS) return;
    warnedMs = performance.now();
    const reason = error instanceof Error ? error.message : JSON.stringify(error);
    log.warn({ reason }, 'traces not exported');
  });
}
