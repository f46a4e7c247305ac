import { readFile } from 'node:fs/promises';
import {
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { openLoneDoor } from '../execution/lone-door.ts';

it('is printed in schema.graphql as the code has it', async () => {
  const printed = await readFile(new URL('../../src/graphql/schema.graphql', import.meta.url), 'utf8');
  expect(printed).toBe(printSchema(schema));
});

it('is returned to the standard introspection query', async () => {
  const { body } = await openLoneDoor().post({ query: getIntrospectionQuery({ specifiedByUrl: true }) });
  const told = buildClientSchema(body.data as IntrospectionQuery);
  expect(printSchema(lexicographicSortSchema(told))).toBe(printSchema(lexicographicSortSchema(schema)));
});
