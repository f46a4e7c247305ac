import type { Plugin } from 'graphql-yoga';
import type { Visiting } from './visit.ts';

/**
 * Adds `extensions.cost` to the responses of authenticated callers: for each budget that the document used, the units it
 * `requested`, granted or not, and those `remaining` after it.
 */
export function useCost(): Plugin<object, Visiting> {
  return {
    onResultProcess(processing) {
      const { result, serverContext } = processing;
      const { ctx } = serverContext.visit;
      if (ctx === undefined || Symbol.asyncIterator in result || Array.isArray(result)) return;
      const cost: Record<string, { readonly requested: number; readonly remaining: number }> = {};
      for (const [operation, { requested, decision }] of ctx.spent)
        cost[operation] = { requested, remaining: decision.remaining };
      processing.setResult({ ...result, extensions: { ...result.extensions, cost } });
    },
  };
}
