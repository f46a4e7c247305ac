import { formatInstant } from '../domain/time.ts';
import { GraphQLError, Kind, type ValueNode, print } from 'graphql';
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

builder.scalarType('SafeInt', {
  description:
    'A whole number between -(2^53-1) and 2^53-1, for counts and event ids that do not fit the 32 bits of Int.',
  specifiedByURL: 'https://www.ecma-international.org/ecma-262/#sec-number.issafeinteger',
  serialize: (value) => requireSafeInteger(value),
  parseValue: (value) => requireSafeInteger(value),
  parseLiteral: (node) => requireSafeInteger(node.kind === Kind.INT ? Number(node.value) : undefined, node),
});

/** Throws a GraphQLError, to which graphql-js adds the location in the document. */
function requireString(name: string): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} must be a string.`);
  };
}

function requireSafeInteger(value: unknown, node?: ValueNode): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  const problem = Number.isInteger(value) ? 'unsafe integer' : 'non-integer';
  const shown = node === undefined ? String(value) : print(node);
  throw new GraphQLError(`SafeInt cannot represent ${problem} value: ${shown}`, { nodes: node ?? null });
}
