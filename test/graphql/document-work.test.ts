import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { measureWork } from '../../src/graphql/document-work.ts';

const NO_BOUNDS = { selections: Infinity, pairs: Infinity, fragments: Infinity };
const work = (text: string) => measureWork(parse(text), NO_BOUNDS);

describe('the work of validation', () => {
  it.each([
    ['{ a }', { selections: 1, pairs: 0, fragments: 0 }],
    ['{ a a a }', { selections: 3, pairs: 3, fragments: 0 }],
    ['{ a x: a y: a }', { selections: 3, pairs: 0, fragments: 0 }],
    ['{ x: a x: b }', { selections: 2, pairs: 1, fragments: 0 }],
    ['{ a { b } a { b c } }', { selections: 5, pairs: 2, fragments: 0 }],
    ['{ a ... { a ... on Query { a } } }', { selections: 5, pairs: 3, fragments: 0 }],
    ['{ ...F ...F } fragment F on Query { a }', { selections: 5, pairs: 1, fragments: 1 }],
    ['query A { a a } query B { a a }', { selections: 4, pairs: 2, fragments: 0 }],
    ['{ ...F } fragment F on Query { a ...F }', { selections: 5, pairs: 0, fragments: 1 }],
    ['{ ...F } fragment F on Query { a { ...F } }', { selections: 5, pairs: 0, fragments: 1 }],
    ['{ ...Unknown }', { selections: 1, pairs: 0, fragments: 1 }],
    ['type T { a: Int }', { selections: 0, pairs: 0, fragments: 0 }],
  ])('for %s is counted', (text, expected) => {
    expect(work(text)).toEqual(expected);
  });

  it('is measured no further than its bounds', () => {
    const twice = Array.from(
      { length: 50 },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
    );
    const text = `{ ...F0 } ${twice.join(' ')} fragment F50 on Query { __typename }`;
    expect(measureWork(parse(text), { ...NO_BOUNDS, selections: 1_000, pairs: 1_000 }).selections).toBe(
      1_001,
    );
    expect(
      measureWork(parse(`{ ${'a '.repeat(900)} }`), { ...NO_BOUNDS, selections: 1_000, pairs: 10 }).pairs,
    ).toBe(404_550);
    const unknown = Array.from({ length: 900 }, (_, n) => `...F${n}`);
    expect(measureWork(parse(`{ ${unknown.join(' ')} }`), { ...NO_BOUNDS, fragments: 100 }).fragments).toBe(
      101,
    );
  });
});
