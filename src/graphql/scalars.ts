import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { builder } from './builder.ts';

builder.scalarType('Date', {
  description:
    'A UTC calendar day as YYYY-MM-DD, years 0001 to 9999. Any string is taken; the field it is given to judges it ' +
    'and refuses what is no such day with INVALID_DATE_RANGE.',
  parseValue: requireString('Date'),
  serialize: (date) => date,
});

builder.scalarType('DateTime', {
  description: 'An instant as ISO 8601 in UTC with milliseconds, such as 2026-03-15T12:34:56.789Z.',
  parseValue: requireString('DateTime'),
  serialize: (instant) => instant,
});

builder.addScalarType(
  'SafeInt',
  new GraphQLScalarType({
    ...GraphQLSafeInt.toConfig(),
    description:
      'A whole number up to 2^53-1 in size, which Int (32 bits) cannot hold: counts and event ids.',
    specifiedByURL: null,
  }),
);

/** GraphQL's own kind of error, since graphql-js puts the place in the document to it. */
function requireString(name: string): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} must be a string.`);
  };
}
