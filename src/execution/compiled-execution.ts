import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type OperationDefinitionNode,
  execute,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type KnownDocument, studyDocument } from './known-document.ts';

type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Executes documents in compiled form, with the answers and errors of graphql-js, which runs what cannot be compiled.
 * Yoga's own executor would answer one AggregateError, as of a database that cannot be reached, as several errors.
 */
export function useCompiledExecution(): Plugin {
  const executeCompiled = createCompiledExecute();
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(executeCompiled);
    },
  };
}

/**
 * `execute` for valid documents, over twice as fast from a document's second run on; the first takes a tenth more
 * beside its validation. What cannot be compiled, and errors made before any field is asked, are left to `executeOther`.
 */
export function createCompiledExecute(executeOther: Execute = execute): Execute {
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
    const compiled = find(operation, variableValues);
    if (!compiled) return executeOther(args);
    const { schema, rootValue, contextValue } = args;
    return compiled.run({ schema, fragments, operation, rootValue, variableValues, contextValue });
  };
}

function coerceVariables(
  { schema, variableValues }: ExecutionArgs,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Readonly<Record<string, unknown>> | undefined {
  return getVariableValues(schema, variableDefinitions, variableValues ?? {}, { maxErrors: 0 }).coerced;
}
