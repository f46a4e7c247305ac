import { readFile } from 'node:fs/promises';
import {
  type IntrospectionQuery,
  assertScalarType,
  buildClientSchema,
  getIntrospectionQuery,
  isNullableType,
  isObjectType,
  lexicographicSortSchema,
  parseValue,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { printMarkedSchema } from '../../src/graphql/semantic-non-null.ts';
import { openLoneDoor } from '../execution/lone-door.ts';

it('is printed in schema.graphql as the code has it', async () => {
  const printed = await readFile(new URL('../../src/graphql/schema.graphql', import.meta.url), 'utf8');
  expect(printed).toBe(printMarkedSchema(schema));
});

it('is returned to the standard introspection query', async () => {
  const { body } = await openLoneDoor().post({ query: getIntrospectionQuery({ specifiedByUrl: true }) });
  const told = buildClientSchema(body.data as IntrospectionQuery);
  expect(printSchema(lexicographicSortSchema(told))).toBe(printSchema(lexicographicSortSchema(schema)));
});

it('marks the fields that are null only if they are refused, and no others', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
  const marked = fields.filter(({ field }) => 'semanticNonNull' in field.extensions);
  const refused = fields.filter(({ field }) => field.description?.includes('Null on '));

  expect(marked.map(({ type, field }) => `${type.name}.${field.name}`).toSorted()).toEqual(
    [...refused.map(({ type, field }) => `${type.name}.${field.name}`), 'Query.account'].toSorted(),
  );
  expect(marked.every(({ field }) => isNullableType(field.type))).toBe(true);
});

describe('SafeInt', () => {
  const type = assertScalarType(schema.getType('SafeInt'));
  const most = Number.MAX_SAFE_INTEGER;

  it.each([0, most, -most])('takes and returns %s', (whole) => {
    const literal = type.parseLiteral(parseValue(String(whole)));
    expect([type.serialize(whole), type.parseValue(whole), literal]).toEqual([whole, whole, whole]);
  });

  it.each([
    [most + 1, '9007199254740993', 'unsafe integer value: 9007199254740992', '9007199254740993'],
    [1.5, '1.0', 'non-integer value: 1.5', '1.0'],
    [NaN, 'true', 'non-integer value: NaN', 'true'],
    [null, '"5"', 'non-integer value: null', '"5"'],
  ])('refuses %s and the literal %s', (value, literal, problem, shown) => {
    const refusal = `SafeInt cannot represent ${problem}`;
    expect(() => type.serialize(value)).toThrow(refusal);
    expect(() => type.parseValue(value)).toThrow(refusal);
    const node = parseValue(literal);
    const ofLiteral = refusal.replace(/[^ ]*$/, shown);
    expect(() => type.parseLiteral(node)).toThrow(
      expect.objectContaining({ message: ofLiteral, nodes: [node] }),
    );
  });
});
