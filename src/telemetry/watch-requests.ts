import type { Arrival, RequestContext } from '../context.ts';
import type { Plan } from '../domain/plan.ts';
import type { Metrics } from './metrics.ts';
import type { Scope, Scopes, SeenRequest } from './scope.ts';
import type { Tracing } from './tracing.ts';

/** Answers a request, and shows it to whoever watches from outside. */
export type RequestWatch = (
  seen: SeenRequest,
  arrival: Arrival,
  answer: (arrival: Arrival) => Promise<Response>,
) => Promise<Response>;

/** One watch made of several, the first one outermost. */
export function watchedBy(watches: readonly RequestWatch[]): RequestWatch {
  return watches.reduceRight<RequestWatch>(
    (inner, watch) => (seen, arrival, answer) => watch(seen, arrival, (next) => inner(seen, next, answer)),
    (_, arrival, answer) => answer(arrival),
  );
}

/** Counts requests when they are answered. */
export function countRequests({ countRequest }: Pick<Metrics, 'countRequest'>): RequestWatch {
  return async ({ route }, arrival, answer) => {
    const startedMs = performance.now();
    let plan: Plan | undefined;
    const note = <Context extends RequestContext | undefined>(ctx: Context): Context => {
      plan = ctx?.caller.plan;
      return ctx;
    };
    const response = await answer({
      ...arrival,
      admit: async (siteId) => note(await arrival.admit(siteId)),
      admitOwner: async (siteId) => note(await arrival.admitOwner(siteId)),
      admitShare: async () => note(await arrival.admitShare()),
      admitDrain: async (token) => {
        const admitted = await arrival.admitDrain(token);
        note(admitted.ctx);
        return admitted;
      },
    });
    const seconds = (performance.now() - startedMs) / 1000;
    countRequest({ route, status: response.status, plan, seconds });
    return response;
  };
}

/** Says of everything that is done for a request that it is, and traces it. */
export function scopeRequests(scopes: Scopes, tracing: Tracing | undefined): RequestWatch {
  async function inOperation<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const scope = scopes.getStore();
    const span = scope?.span?.operation(name);
    if (scope === undefined || span === undefined) return work();
    try {
      return await scopes.run({ ...scope, span }, work);
    } finally {
      span.end();
    }
  }

  return async (seen, arrival, answer) => {
    const span = tracing?.request(seen);
    const scope: Scope = { requestId: seen.requestId, span };
    const response = await scopes.run(scope, () => answer({ ...arrival, inOperation }));
    span?.end({ status: response.status });
    return response;
  };
}
