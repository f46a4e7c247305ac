import { buildSchema, parse } from 'graphql';
import { type Plugin, createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { createDocumentCache, useDocumentCache } from '../../src/graphql/document-cache.ts';

const DOCUMENT = parse('{ a }');

describe('the cache of documents', () => {
  it('forgets the longest unused once their texts have more than 200,000 characters', () => {
    const cache = createDocumentCache();
    const text = (index: number) => String(index).padStart(20_000, '0');
    for (let index = 0; index < 10; index++) cache.set(text(index), DOCUMENT);
    cache.get(text(0));
    cache.set(text(10), DOCUMENT);

    const kept = Array.from({ length: 11 }, (_, index) => index).filter((index) => cache.has(text(index)));
    expect(kept).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('keeps none of more than 20,000 characters, so that one cannot push out all others', () => {
    const cache = createDocumentCache();
    cache.set('{ a }', DOCUMENT);
    cache.set('x'.repeat(20_001), DOCUMENT);

    expect([...cache.keys()]).toEqual(['{ a }']);
  });

  it('keeps what is valid and nothing of what is refused', async () => {
    const { cache, post } = openDoor();
    const mistakes = ['{', '{ b }', '{ a', '{ a { c } }', '\0', `{ ${'b '.repeat(200)}}`];
    for (const query of ['{ a }', ...mistakes, '{ x: a }']) await post(query);

    expect([...cache.keys()]).toEqual(['{ x: a }', '{ a }']);
  });

  it('lets a document be parsed and validated once', async () => {
    const { parsed, validated, post } = openDoor();

    const answers = [await post('{ a }'), await post('{ a }'), await post('{ b }'), await post('{ b }')];

    expect(answers[1]).toEqual(answers[0]);
    expect(answers[3]).toEqual(answers[2]);
    expect([parsed, validated]).toEqual([
      ['{ a }', '{ b }', '{ b }'],
      ['{ a }', '{ b }', '{ b }'],
    ]);
  });
});

/** A door with a schema of one field, and the documents it parsed and validated. */
function openDoor() {
  const cache = createDocumentCache();
  const parsed: string[] = [];
  const validated: string[] = [];
  const watch: Plugin = {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => {
        parsed.push(source.toString());
        return parseFn(source, options) as unknown;
      });
    },
    onValidate({ validateFn, setValidationFn, params }) {
      setValidationFn((...given) => {
        validated.push(params.documentAST.loc?.source.body ?? '');
        return validateFn(...given);
      });
    },
  };
  const yoga = createYoga({
    schema: buildSchema('type Query { a: String }'),
    parserAndValidationCache: false,
    logging: false,
    plugins: [useDocumentCache(cache), watch],
  });
  const post = async (query: string): Promise<unknown> => {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json' };
    return (await yoga.fetch('http://site-traffic.test/graphql', { method: 'POST', headers, body })).json();
  };
  return { cache, parsed, validated, post };
}
