import { type ExecutionArgs, type ExecutionResult, type GraphQLError, execute, parse } from 'graphql';
import { expect } from 'vitest';
import { createCompiledExecute } from '../../src/execution/compiled-execution.ts';
import type { GraphqlRequest } from './documents.ts';
import { createHazardousSchema } from './hazards.ts';
import { NOW_MS } from './lone-door.ts';

export const schema = createHazardousSchema();

/** Beyond all that the documents answer. */
export const bounds = {
  values: 10_000_000,
  bytes: 100_000_000,
  valuesOfAnItem: 10_000,
  introspected: 10_000_000,
  errors: 100_000,
  refuse: (text: string) => new Error(text),
};

export type Given = Partial<GraphqlRequest> & { readonly operationName?: string };

/** What graphql-js answers, once it is seen that compiled execution answers the same, at first and again. */
export async function answerAlike(document: string, { variableValues = {}, operationName = '' }: Given = {}) {
  let left = 0;
  const executeOther = (args: ExecutionArgs) => {
    left++;
    return execute(args);
  };
  const compiled = createCompiledExecute(bounds, { executeOther });
  const parsed = parse(document);
  async function run(executeFn: typeof execute) {
    const calls: string[] = [];
    const args = { schema, document: parsed, contextValue: { calls, nowMs: NOW_MS }, variableValues };
    return { calls, ...told(await executeFn({ ...args, operationName: operationName || null })) };
  }
  const expected = await run(execute);
  for (const time of ['first', 'again'])
    expect({ time, ...(await run(compiled)) }).toEqual({ time, ...expected });
  return { ...expected, isCompiled: left === 0 };
}

/** All of a result that can be told apart, the order of its names too. */
function told(result: ExecutionResult) {
  const { data, errors = [] } = result;
  return { names: Object.keys(result), text: JSON.stringify(data), data, errors: errors.map(toldError) };
}

function toldError(error: GraphQLError) {
  const { message, path, locations, extensions, nodes, originalError } = error;
  const { source, positions, constructor } = error;
  return { message, path, locations, extensions, nodes, source, positions, originalError, constructor };
}
