import { buildSchema, execute, parse } from 'graphql';
import { expect, it } from 'vitest';
import { createCompiledExecute } from '../../src/execution/compiled-execution.ts';
import { bounds } from './answer-alike.ts';

const schema = buildSchema(`
  type Query { visits: Int }
  type Mutation { slow(name: String): Thing! quick(name: String): Thing! fail: Thing! }
  type Thing { name: String slower: String }
`);

/** Resolvers that note what they do. */
function root(calls: string[]) {
  const thing = ({ name }: { name: string }) => ({
    name,
    slower: async () => {
      await new Promise(setImmediate);
      calls.push(`below ${name}`);
      return name;
    },
  });
  return {
    slow: async (given: { name: string }) => {
      await new Promise(setImmediate);
      calls.push(`slow ${given.name}`);
      return thing(given);
    },
    quick: (given: { name: string }) => {
      calls.push(`quick ${given.name}`);
      return thing(given);
    },
    fail: () => {
      calls.push('fail');
      throw new Error('no');
    },
  };
}

const SELECTED = '{ name slower }';

it.each([
  [
    'one after the other, each with all that is below it',
    `mutation { a: slow(name: "a") ${SELECTED} b: quick(name: "b") ${SELECTED} }`,
    ['slow a', 'below a', 'quick b', 'below b'],
  ],
  [
    'up to one that fails',
    `mutation { a: quick(name: "a") ${SELECTED} fail ${SELECTED} b: quick(name: "b") ${SELECTED} }`,
    ['quick a', 'below a', 'fail'],
  ],
])('runs mutations as graphql-js does, but in compiled form: %s', async (_, text, expected) => {
  const executeOther = () => {
    throw new Error('left to graphql-js');
  };
  const compiled = createCompiledExecute(bounds, { executeOther });
  const run = async (executeFn: typeof execute) => {
    const calls: string[] = [];
    const { data, errors } = await executeFn({ schema, document: parse(text), rootValue: root(calls) });
    return { calls, data: JSON.stringify(data), errors: JSON.stringify(errors) };
  };

  const told = await run(execute);

  expect(told.calls).toEqual(expected);
  expect(await run(compiled)).toEqual(told);
});
