import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { read } from '../../src/database/query.ts';
import { type Param, statement } from '../../src/database/statement.ts';
import { testDatabase } from '../support/gateway.ts';

const db = testDatabase();

type Values = { readonly texts: readonly (string | null)[]; readonly numbers: readonly (number | null)[] };

const ECHO = statement(
  'echo_arrays',
  (_, param: Param<Values>) => sql<Values>`
    select ${param('texts')}::text[] as texts, ${param('numbers')}::float8[] as numbers`,
);

it('sends arrays of any text and number', async () => {
  const texts = [
    '',
    'NULL',
    'null',
    null,
    ' a, b ',
    '{"x"}',
    '"',
    '\\',
    '\\"',
    String.raw`\n`,
    '\n\t\r',
    '🙂',
    '$&',
  ];
  const numbers = [0, -1.5, 1e21, 5e-7, null, Number.MAX_SAFE_INTEGER, NaN, Infinity];
  expect(await read(db, ECHO({ texts, numbers }))).toEqual([{ texts, numbers }]);
});

it('sends arrays without an element', async () => {
  expect(await read(db, ECHO({ texts: [], numbers: [] }))).toEqual([{ texts: [], numbers: [] }]);
});
