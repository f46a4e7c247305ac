import { buildSchema } from 'graphql';
import { twinOf } from './graphql-twin.ts';
import type { DocsOperation, ParameterField, Refusals } from '../operation.ts';
import { fieldsOf, typeOf } from './fields.ts';
import {
  type Document,
  type MediaType,
  type OpenapiOperation,
  type Parameter,
  type Responses,
  nameIn,
} from './openapi.ts';

/** The last part of the address of the page of a path: what follows the site, without parameters, such as `reach-pages`. */
function slugOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  if (segments[0] === 'collect') return 'collect';
  const [, , sites = '', ...report] = segments;
  return report.join('-') || sites;
}

/** The addresses of the pages of the reference that are not about one operation. */
export const REST = '/docs/rest/operations';
export const ERRORS = '/docs/rest/errors';
export const HEADERS = '/docs/rest/headers';
export const GRAPHQL = '/docs/graphql/schema';

/** The address of its page. */
export function pathOfOperation({ slug }: Pick<DocsOperation, 'slug'>): string {
  return `/docs/rest/${slug}`;
}

/** All operations of the document, in its order. */
export function operationsOf(document: Document, sdl: string): readonly DocsOperation[] {
  const schema = buildSchema(sdl);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operationOf(document, [method, path], operation),
      twin: method === 'get' ? twinOf(schema, slugOf(path)) : null,
    })),
  );
}

function operationOf(
  document: Document,
  [method, path]: readonly [method: string, path: string],
  { summary, description, parameters = [], requestBody, responses }: OpenapiOperation,
): Omit<DocsOperation, 'twin'> {
  const { 200: granted, ...refused } = responses;
  const [sent, answer] = [jsonOf(requestBody), jsonOf(granted)];
  return {
    ...{ slug: slugOf(path), path, description },
    method: method.toUpperCase(),
    title: summary,
    parameters: parameters.map((parameter) => parameterField(document, parameter)),
    body: sent ? fieldsOf(document, sent.schema) : [],
    bodyNote: sent?.schema.description ?? '',
    bodyExample: exampleOf(document, sent),
    answer: answer ? fieldsOf(document, answer.schema) : [],
    answerExample: exampleOf(document, answer),
    refusals: Object.entries(refused).map(refusalsOf),
    headers: Object.keys(granted?.headers ?? {}),
  };
}

function parameterField(
  document: Document,
  { name, in: place, required = false, schema }: Parameter,
): ParameterField {
  const { description = '', default: usual, example = '' } = schema;
  const type = typeOf(document, schema);
  const byDefault = usual === undefined ? '' : ` By default \`${JSON.stringify(usual)}\`.`;
  return {
    ...{ name, place, type, required, description: description + byDefault },
    example: typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function jsonOf(holder: { readonly content?: Readonly<Record<string, MediaType>> } | undefined) {
  return holder?.content?.['application/json'];
}

function exampleOf(document: Document, media: MediaType | undefined): string {
  if (media === undefined) return '';
  const { $ref, example } = media.schema;
  const found =
    example ?? ($ref === undefined ? undefined : document.components.schemas[nameIn($ref)]?.example);
  return found === undefined ? '' : JSON.stringify(found, null, 2);
}

function refusalsOf([status, response]: readonly [string, Responses[string]]): Refusals {
  const examples = Object.entries(jsonOf(response)?.examples ?? {});
  return { status, codes: examples.map(([code, { value }]) => ({ code, sentence: value.error })) };
}
