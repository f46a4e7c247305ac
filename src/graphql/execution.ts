import type { Plugin } from 'graphql-yoga';
import type { Execute } from '../execution/compiled-execution.ts';
import type { Visiting } from './visit.ts';

/**
 * Executes documents, unless the door has done so already. Yoga's own executor would split an AggregateError, such as that of
 * an unreachable database, into several errors.
 */
export function useExecution(execute: Execute): Plugin {
  return {
    onExecute({ setExecuteFn, args: { contextValue } }) {
      const { executed } = (contextValue as unknown as Visiting).visit;
      setExecuteFn((args) => executed ?? execute(args));
    },
  };
}
