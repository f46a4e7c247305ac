import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { formatInstant } from '../domain/time.ts';
import { builder } from './builder.ts';

builder.scalarType('Date', {
  description:
    'A UTC calendar day as YYYY-MM-DD, years 0001 to 9999. Any other string fails in the field that ' +
    'it is passed to, with INVALID_DATE_RANGE.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  parseValue: requireString('Date'),
  serialize: (date) => date,
});

builder.scalarType('DateTime', {
  description: 'An instant as ISO 8601 in UTC with milliseconds, such as 2026-03-15T12:34:56.789Z.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  parseValue: requireString('DateTime'),
  // milliseconds, as everything else here has them
  serialize: formatInstant,
});

builder.addScalarType(
  'SafeInt',
  new GraphQLScalarType({
    ...GraphQLSafeInt.toConfig(),
    description:
      'A whole number between -(2^53-1) and 2^53-1, for counts and event ids that do not fit the 32 bits of Int.',
  }),
);

/** Throws a GraphQLError, to which graphql-js adds the location in the document. */
function requireString(name: string): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} must be a string.`);
  };
}
