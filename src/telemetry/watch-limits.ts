import type { Limits } from '../limits/limits.ts';
import type { Metrics } from './metrics.ts';

/**
 * The limits, whose refusals are counted under the name of the budget: an operation, or a kind of attempt. Shows whether
 * they are shared.
 */
export function watchLimits(limits: Limits, { countRefusal, gauge }: Metrics): Limits {
  gauge({
    name: 'site_traffic_redis_away',
    help: '1 while Redis is unreachable, and each process limits for itself; 0 otherwise, and without Redis.',
    join: 'max',
    async observe() {
      const scope = await limits.scope();
      return scope.scope === 'process' && scope.reason !== undefined ? 1 : 0;
    },
  });
  return {
    ...limits,
    limiter: {
      ...limits.limiter,
      async spend(holder, operation, limit, units) {
        const decision = await limits.limiter.spend(holder, operation, limit, units);
        if (!decision.granted) countRefusal(operation);
        return decision;
      },
    },
    failureLimit(name, limit) {
      const own = limits.failureLimit(name, limit);
      return {
        async attempt(client, make, hasFailed) {
          const attempted = await own.attempt(client, make, hasFailed);
          if (!('result' in attempted)) countRefusal(name);
          return attempted;
        },
      };
    },
    exports: {
      isTaken: (name) => limits.exports.isTaken(name),
      async take(name) {
        const release = await limits.exports.take(name);
        if (release === undefined) countRefusal('exports under way');
        return release;
      },
    },
  };
}
