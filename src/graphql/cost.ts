import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.ts';
import type { Visiting } from './visit.ts';

/** Adds `extensions.cost` to the responses of authenticated callers. */
export function useCost(): Plugin<object, Visiting> {
  return {
    onResultProcess(processing) {
      const { result, serverContext } = processing;
      const { ctx } = serverContext.visit;
      if (ctx === undefined || Symbol.asyncIterator in result || Array.isArray(result)) return;
      processing.setResult({ ...result, extensions: { ...result.extensions, cost: costOf(ctx) } });
    },
  };
}

type Cost = Readonly<Record<string, { readonly requested: number; readonly remaining: number }>>;

/** For each budget that a document used, the units it `requested`, granted or not, and those `remaining` after it. */
export function costOf({ spent }: Pick<RequestContext, 'spent'>): Cost {
  const costs = Array.from(
    spent,
    ([
      operation,
      {
        requested,
        decision: { remaining },
      },
    ]) => {
      return [operation, { requested, remaining }] as const;
    },
  );
  return Object.fromEntries(costs);
}
