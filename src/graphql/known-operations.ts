import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';

type Executing = {
  readonly args: ExecutionArgs;
  readonly setResultAndStopExecution: (result: ExecutionResult) => void;
};

/** Refuses a mutation or subscription if the schema has none. graphql-js would return `data: null`, as if it had run. */
export function useKnownOperations(): Plugin {
  return { onExecute: refuseUnknown, onSubscribe: refuseUnknown };
}

function refuseUnknown({ args, setResultAndStopExecution }: Executing): void {
  const operation = getOperationAST(args.document, args.operationName);
  if (!operation || args.schema.getRootType(operation.operation)) return;
  const message = `The schema has no ${operation.operation}s. Send a query.`;
  const extensions = { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } };
  setResultAndStopExecution({ errors: [new GraphQLError(message, { nodes: operation, extensions })] });
}
