import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type OperationDefinitionNode,
  execute,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { AnswerBounds } from './answer-size.ts';
import type { CompiledOperation, RunLarge } from './compiled-operation.ts';
import { type KnownDocument, studyDocument } from './known-document.ts';

export type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

type ExecuteOptions = {
  /** Limits how many large responses are built at a time; by default nothing does. */
  readonly runLarge?: RunLarge;
  /** Gets requests that fail before any field is executed; graphql-js by default. */
  readonly executeOther?: Execute;
};

/**
 * `execute` for valid documents, with the results and errors of graphql-js, within bounds on the response. The first run
 * of a document compiles it. Later ones take less CPU time than graphql-js (`npm run bench:executor`).
 */
export function createCompiledExecute(
  bounds: AnswerBounds,
  { runLarge = (_, build) => build(), executeOther = execute }: ExecuteOptions = {},
): Execute {
  // kept for as long as the door keeps the document
  const documents = new WeakMap<DocumentNode, KnownDocument>();

  function know({ schema, document }: ExecutionArgs): KnownDocument {
    const known = documents.get(document) ?? studyDocument(schema, document);
    documents.set(document, known);
    return known;
  }

  return (args) => {
    const operation = getOperationAST(args.document, args.operationName);
    const variableValues = operation && coerceVariables(args, operation);
    if (!variableValues) return executeOther(args);
    const { fragments, find } = know(args);
    const compiled = tryToFind(() => find(operation, variableValues));
    if (compiled instanceof GraphQLError) return { errors: [compiled] };
    if (!compiled) return executeOther(args);
    const { schema, rootValue, contextValue } = args;
    const run = { schema, fragments, operation, rootValue, variableValues, contextValue };
    return compiled.run(run, { bounds, runLarge });
  };
}

function tryToFind(find: () => CompiledOperation | undefined): CompiledOperation | GraphQLError | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function coerceVariables(
  { schema, variableValues }: ExecutionArgs,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Readonly<Record<string, unknown>> | undefined {
  return getVariableValues(schema, variableDefinitions, variableValues ?? {}, { maxErrors: 0 }).coerced;
}
