import type { Plugin } from 'graphql-yoga';
import type { CompiledExecute } from '../execution/compiled-execution.ts';
import { stringifyResult } from '../execution/json-text.ts';
import type { Visiting } from './visit.ts';

/**
 * Executes documents, unless the door has done so already. Yoga's own executor would split an AggregateError, such as that of
 * an unreachable database, into several errors.
 */
export function useExecution(execute: CompiledExecute): Plugin {
  return {
    onExecute({ setExecuteFn, args: { contextValue } }) {
      const { executed } = (contextValue as unknown as Visiting).visit;
      setExecuteFn(async (args) => ({ ...(await (executed ?? execute(args))), stringify: stringifyResult }));
    },
  };
}
