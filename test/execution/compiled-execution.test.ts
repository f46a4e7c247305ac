import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createCompiledExecute } from '../../src/execution/compiled-execution.ts';
import { type Given, answerAlike, bounds, schema } from './answer-alike.ts';
import { REFUSED, UNREACHABLE } from './hazards.ts';

/** Far more fields than its characters tell. */
const SPREAD_OFTEN = `{${Array.from({ length: 60 }, (_, index) => `a${index}:sites{...F}`).join('')}}
  fragment F on Site{a:id b:id c:id d:id e:id f:id g:id h:id i:id}`;

describe('is compiled and alike', () => {
  it.each([
    ['aliases and repeated fields', '{ a: site(id: "x") { id } a: site(id: "x") { id name } b: __typename }'],
    [
      'fragments on an interface',
      '{ broken { events { id ... on Event { id type } ... on BotVisit { botName } } } }',
    ],
    [
      'fragments in fragments',
      '{ ...A } fragment A on Query { sites { ...B } } fragment B on Site { __typename id }',
    ],
    [
      'a spread that is skipped before one that is not',
      '{ ...A @skip(if: true) ...A } fragment A on Query { __typename }',
    ],
    [
      'enums and scalars',
      '{ site(id: "x") { createdAt timeseries { granularity data { date datetime } } account: id } }',
    ],
    ['names of every object', '{ constructor: __typename toString: __typename then: __typename }'],
    [
      'default, null and list arguments',
      '{ broken { text a: text(given: null, or: null) b: text(given: "c") } }',
    ],
    [
      'introspection',
      '{ __schema { queryType { name } types { name fields { name } } } __type(name: "Site") { name } }',
    ],
    ['a name that plain objects cannot have', '{ __proto__: __typename }'],
    ['fragments spread too often to be kept', SPREAD_OFTEN],
    ['an empty answer', '{ __typename @skip(if: true) }'],
    ['lists with nulls', '{ broken { numbers } }'],
    ['lists without nulls', '{ broken { wholes refusedWholes lists } }'],
    ['lists that are none', '{ broken { noList } }'],
    ['promises in lists', '{ broken { promised { left late } } }'],
    ['a value of no enum, and one of no scalar', '{ broken { plan number } }'],
    ['values of no scalar in place of all data', '{ sites { id name eventsThisMonth } }'],
    ['objects of no type, and of none that is possible', '{ broken { events { __typename } } }'],
    ['null where it cannot be', '{ broken { self { must { whole } } } certain { whole } }'],
    [
      'siblings that fail after the first',
      '{ certain { late rejects throws } broken { soon { rejects whole } } }',
    ],
    ['errors that are answered', '{ broken { answers } site(id: "error") { id } }'],
  ])('%s', async (_, document) => {
    expect(validate(schema, parse(document))).toEqual([]);
    expect((await answerAlike(document)).isCompiled).toBe(true);
  });

  it.each([
    [{ yes: true }, '{"a":"Query","b":"Query"}'],
    [{ yes: false }, '{"a":"Query","c":"Query"}'],
  ])('each choice of fields: %j', async (variableValues, text) => {
    const document = `query ($yes: Boolean!) {
      a: __typename b: __typename @include(if: $yes) ... @skip(if: $yes) { c: __typename }
    }`;
    expect(await answerAlike(document, { variableValues })).toMatchObject({ text, isCompiled: true });
  });

  it('several choices of fields of one document', async () => {
    const document = parse('query ($yes: Boolean!) { a: __typename @skip(if: $yes) b: __typename }');
    const compiled = createCompiledExecute(bounds);
    const texts = [true, false, true].map(async (yes) => {
      const answer = await compiled({ schema, document, variableValues: { yes } });
      return JSON.stringify(answer.data);
    });
    expect(await Promise.all(texts)).toEqual(['{"b":"Query"}', '{"a":"Query","b":"Query"}', '{"b":"Query"}']);
  });

  it('each operation of a document', async () => {
    const document = 'query A { a: __typename } query B { b: sites { id } }';
    for (const operationName of ['A', 'B']) {
      expect((await answerAlike(document, { operationName })).isCompiled).toBe(true);
    }
  });

  it.each([
    [{ id: 'x' }, []],
    [{}, []],
    [{ id: null }, ['Argument "id" of non-null type "ID!" must not be null.']],
  ])('an argument that is known when it runs: %j', async (variableValues, messages) => {
    const document = 'query ($id: ID = "y") { site(id: $id) { id } }';
    const { errors, isCompiled } = await answerAlike(document, { variableValues });
    expect([errors.map(({ message }) => message), isCompiled]).toEqual([messages, true]);
  });

  it.each([
    ['a refusal that is thrown', 'refused', REFUSED],
    ['several errors at once, as one', 'unreachable', UNREACHABLE],
  ])('%s', async (_, id, thrown) => {
    const { errors, data, isCompiled } = await answerAlike(`{ site(id: "${id}") { id } }`);
    expect([data, isCompiled, errors.length]).toEqual([{ site: null }, true, 1]);
    expect(errors[0]?.originalError).toBe(thrown);
  });
});

describe('is left to graphql-js', () => {
  it.each<[string, string, Given]>([
    ['a subscription', 'subscription { visits }', {}],
    ['an operation that is not there', 'query A { __typename }', { operationName: 'B' }],
    ['a choice of no operation', 'query A { __typename } query B { __typename }', {}],
    ['a variable that is missing', 'query ($id: ID!) { site(id: $id) { id } }', {}],
    [
      'variables that are wrong',
      'query ($a: Int, $b: ID!) { __typename }',
      { variableValues: { a: 'x', b: [] } },
    ],
  ])('%s', async (_, document, given) => {
    expect((await answerAlike(document, given)).isCompiled).toBe(false);
  });
});

it('refuses a null condition before anything is executed', async () => {
  const document = parse('query ($no: Boolean = false) { site(id: "x") { id @skip(if: $no) } }');
  const contextValue = { calls: [] };
  const compiled = createCompiledExecute(bounds);
  const { errors = [], ...rest } = await compiled({
    schema,
    document,
    contextValue,
    variableValues: { no: null },
  });
  expect([rest, errors.map(({ message }) => message), contextValue.calls]).toEqual([
    {},
    ['A variable of @skip or @include must not be null.'],
    [],
  ]);
});
