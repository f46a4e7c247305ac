import { buildSchema, parse } from 'graphql';
import { type Plugin, createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { createDocumentCache, useDocumentCache } from '../../src/graphql/document-cache.ts';

const DOCUMENT = parse('{ a }');

describe('the cache of documents', () => {
  it('forgets the longest unused once they take more than 20 MB, as far as their tokens and texts tell', () => {
    const cache = createDocumentCache();
    const texts = Array.from({ length: 7 }, (_, index) => `{ ${'a '.repeat(3_000)} } # ${index}`);
    for (const text of texts.slice(0, 6)) cache.set(text, parse(text));
    cache.get(texts[0] ?? '');
    cache.set(texts[6] ?? '', parse(texts[6] ?? ''));

    expect(texts.map((text) => cache.has(text))).toEqual([true, false, true, true, true, true, true]);
  });

  it('counts comments, whose tokens a document keeps too', () => {
    const cache = createDocumentCache();
    const commented = `{ a } ${'#\n'.repeat(5_000)}`;
    cache.set('{ a }', DOCUMENT);
    cache.set(commented, parse(commented));

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
