import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openLoneDoor } from '../execution/lone-door.ts';

const door = openLoneDoor();

/** What the bounds say of a document; a document within them may still be refused for other reasons. */
async function boundsOn(query: string): Promise<string | undefined> {
  const { body } = await door.post({ query });
  const refused = body.errors?.find(({ extensions }) => extensions?.['code'] === 'DOCUMENT_TOO_LARGE');
  return refused?.message;
}

const many = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join(' ');
const nested = (levels: number) => '{ a '.repeat(levels) + '} '.repeat(levels);
/** Spread out, since no more than a few thousand pairs of fields may share one place and name. */
const manyFields = (count: number) => {
  const [tens, rest] = [Math.floor(count / 10), count % 10];
  const ten = (_: unknown, index: number) => `a${index}: __type(name: "Site") { ${'name '.repeat(9)} }`;
  return `{ ${Array.from({ length: tens }, ten).join(' ')} ${'__typename '.repeat(rest)} }`;
};
const manyAliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;

describe('bounds on a document', () => {
  it('answers 12 levels of fields and refuses 13', async () => {
    expect(await boundsOn(nested(12))).toBeUndefined();
    expect(await boundsOn(nested(13))).toBe('The document has 13 levels of fields; the limit is 12.');
  });

  it('counts the levels that a fragment adds, named or inline, and not the fragment itself', async () => {
    const spread = (levels: number) =>
      `${nested(11).replace('a } ', 'a { ...F } } ')} fragment F on Query ${nested(levels)}`;
    expect(await boundsOn(spread(1))).toBeUndefined();
    expect(await boundsOn(spread(2))).toMatch('13 levels');
    expect(await boundsOn(nested(12).replace('{ a } ', '{ ... { ... on Query { a } } } '))).toBeUndefined();
  });

  it('answers 1,000 fields and refuses 1,001', async () => {
    const { body } = await door.post({ query: manyFields(1000) });
    expect(body).toEqual({
      data: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, { name: 'Site' }])),
    });
    expect(await boundsOn(manyFields(1001))).toBe(
      'The document has 1001 fields, including those of its fragments; the limit is 1000.',
    );
  });

  it('counts the fields of a fragment as often as it is spread', async () => {
    const fields = many(100, (n) => `field${n}`);
    const spread = (times: number) => `{ ${'...F '.repeat(times)} } fragment F on Query { ${fields} }`;
    expect(await boundsOn(spread(10))).toBeUndefined();
    expect(await boundsOn(spread(11))).toMatch('1100 fields');
  });

  it('bounds each operation, since only one of them runs', async () => {
    expect(await boundsOn(`query A ${manyFields(600)} query B ${manyFields(600)}`)).toBeUndefined();
  });

  it('bounds a fragment that nothing spreads, since it is validated too', async () => {
    expect(await boundsOn(`{ __typename } fragment F on Query ${manyFields(1001)}`)).toMatch('1001 fields');
  });

  it('answers 100 aliases and refuses 101, in fragments too', async () => {
    expect(await boundsOn(manyAliases(100))).toBeUndefined();
    expect(await boundsOn(manyAliases(101))).toBe(
      'The document has 101 aliases, including those of its fragments; the limit is 100.',
    );
    expect(await boundsOn(`{ ...F ...F } fragment F on Query ${manyAliases(51)}`)).toMatch('102 aliases');
  });

  it('answers 4,000 tokens and refuses 4,001', async () => {
    const sevenEach = '@skip(if: true) '.repeat(571);
    expect(await boundsOn(`{ __typename ${sevenEach} }`)).toBeUndefined();
    expect(await boundsOn(`query { __typename ${sevenEach} }`)).toBe(
      'The document has more than 4000 tokens; the limit is 4000.',
    );
  });

  it('refuses a document of too many tokens as such although its end does not parse', async () => {
    expect(await boundsOn(`{ ${'a '.repeat(4001)}`)).toMatch('more than 4000 tokens');
    expect(await boundsOn(`{ ${'a '.repeat(100)}`)).toBeUndefined();
  });

  it.each([
    ['a list', '[', ']'],
    ['an object', '{a:', '}'],
  ])('accepts 12 levels of %s in an argument and refuses 13, however many follow', async (_, open, close) => {
    const literal = (levels: number) => `{ site(id: ${open.repeat(levels)}1${close.repeat(levels)}) { id } }`;
    const message = 'The document has more than 12 levels in one argument; the limit is 12.';
    expect(await boundsOn(literal(12))).toBeUndefined();
    expect([await boundsOn(literal(13)), await boundsOn(literal(900))]).toEqual([message, message]);
    expect(await boundsOn(`{ site(id: ${open.repeat(1300)}`)).toBe(message);
  });

  it('refuses variables of a type or a default nested deeper', async () => {
    const nestedType = `query ($a: ${'['.repeat(1900)}Int${']'.repeat(1900)}) { __typename }`;
    const nestedDefault = `query ($a: Int = ${'['.repeat(1900)}1${']'.repeat(1900)}) { __typename }`;
    expect(await boundsOn(nestedType)).toMatch('levels in one argument');
    expect(await boundsOn(nestedDefault)).toMatch('levels in one argument');
  });

  it.each(['{ a ', '{ ... ', '{ ... on Query '])('refuses %j nested 900 deep', async (open) => {
    expect(await boundsOn(open.repeat(900))).toBe(
      'The document has more than 64 levels of brackets; the limit is 64.',
    );
  });

  it('accepts a name of 255 letters and refuses 256', async () => {
    const alias = (letters: number) => `{ ${'a'.repeat(letters)}: __typename }`;
    expect(await boundsOn(alias(255))).toBeUndefined();
    expect(await boundsOn(alias(256))).toBe(
      'The document has more than 255 letters in one name; the limit is 255.',
    );
  });

  it.each([
    ['330 times', many(330, () => '__typename')],
    ['with fields below', many(60, () => 'sites { id domain name }')],
    ['in inline fragments', many(330, () => '... { ... on Query { __typename } }')],
    ['below aliases', many(10, (n) => `a${n}: __type(name: "Site") { ${many(99, () => 'name')} }`)],
    ['in a fragment', `${many(90, () => '...F')} } fragment F on Query { sites { id domain }`],
    [
      'in fragments',
      `...F0 } ${many(99, (n) => `fragment F${n} on Query { sites { id } ...F${n + 1} }`)} fragment F99 on Query { sites { id }`,
    ],
    [
      'in a fragment that spreads itself',
      `...F } fragment F on Query { ${many(150, () => '__typename')} ...F`,
    ],
  ])('refuses a field that is repeated in one place too often to be compared: %s', async (_, selections) => {
    const message =
      'The document repeats field names too often: the limit is 5,000 pairs of one name in one place. Select each field once.';
    expect(await boundsOn(`{ ${selections} }`)).toBe(message);
  });

  it('accepts a field that is repeated 100 times, and a page of 40 fragments that select the same', async () => {
    expect(await boundsOn(`{ ${many(100, () => '__typename')} }`)).toBeUndefined();
    const parts = many(40, (n) => `fragment F${n} on Site { id domain name eventsThisMonth }`);
    expect(await boundsOn(`{ sites { ${many(40, (n) => `...F${n}`)} } } ${parts}`)).toBeUndefined();
  });

  it('accepts 100 fragments and refuses 101, which would each be compared with each', async () => {
    const fragments = (count: number) =>
      `{ __typename } ${many(count, (n) => `fragment F${n} on Query { a${n % 90}: __typename }`)}`;
    expect(await boundsOn(fragments(100))).toBeUndefined();
    expect(await boundsOn(fragments(101))).toBe('The document has 101 fragments; the limit is 100.');
  });

  it('counts fragments that are named and nowhere defined', async () => {
    expect(await boundsOn(`{ ${many(100, (n) => `...F${n}`)} }`)).toBeUndefined();
    expect(await boundsOn(`{ ${many(900, (n) => `...F${n}`)} }`)).toBe(
      'The document has 101 fragments; the limit is 100.',
    );
  });

  it('refuses many operations that each spread a long chain of fragments', async () => {
    const chain = many(99, (n) => `fragment F${n} on Query { ...F${n + 1} }`);
    const spread = (operations: number) =>
      `${many(operations, (n) => `query A${n} { ...F0 }`)} ${chain} fragment F99 on Query { __typename }`;
    expect(await boundsOn(spread(40))).toBeUndefined();
    expect(await boundsOn(spread(60))).toMatch(
      /^The document has \d+ selections in all operations and fragments; the limit is 10000.$/,
    );
  });

  it('shows the first five mistakes, since finding a name that may be meant takes time', async () => {
    const { body } = await door.post({ query: `{ ${many(900, (n) => `unknown${n}`)} }` });
    expect(body.errors?.map(({ message }) => message)).toEqual([
      ...[0, 1, 2, 3, 4].map((n) => `Cannot query field "unknown${n}" on type "Query".`),
      'Too many validation errors, error limit reached. Validation aborted.',
    ]);
    const misspelt = await door.post({ query: '{ sites { domian } }' });
    expect(misspelt.body.errors?.[0]?.message).toMatch('Did you mean "domain"?');
  });

  it('refuses twenty fragments, each spreading the next twice, without expanding them', async () => {
    const fragments = Array.from(
      { length: 20 },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
    );
    const query = `{ ...F0 } ${fragments.join(' ')} fragment F20 on Query { __typename }`;
    expect(await boundsOn(query)).toMatch('1048576 fields');
  });

  it('leaves cycles of fragments to validation, which refuses them', async () => {
    const query = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
    const { status, body } = await door.post({ query });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        errors: [
          {
            message: 'Cannot spread fragment "A" within itself via "B".',
            locations: [
              { line: 1, column: 32 },
              { line: 1, column: 61 },
            ],
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ],
      },
    });
  });

  it('refuses before validation, with 400 unless the caller accepts application/json', async () => {
    const query = nested(13);
    const body = {
      errors: [
        {
          message: 'The document has 13 levels of fields; the limit is 12.',
          extensions: { code: 'DOCUMENT_TOO_LARGE' },
        },
      ],
    };
    for (const [accept, status] of [
      ['application/graphql-response+json', 400],
      ['application/json', 200],
    ] as const) {
      const answer = await door.post({ query }, { accept });
      expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
    }
  });

  it('refuses the same document again from its cache', async () => {
    const message = 'The document has 14 levels of fields; the limit is 12.';
    expect([await boundsOn(nested(14)), await boundsOn(nested(14))]).toEqual([message, message]);
  });

  it('answers the standard introspection query, which nests deeper', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true });
    const { status, body } = await door.post({ query });
    expect([status, body.errors, Object.keys(body.data ?? {})]).toEqual([200, undefined, ['__schema']]);
  });
});
