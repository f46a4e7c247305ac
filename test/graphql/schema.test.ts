import { readFile } from 'node:fs/promises';
import {
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
  isNullableType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, it } from 'vitest';
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
