import type { TestGateway } from '../support/gateway.ts';
import { type GraphqlAnswer, createClient } from '../support/graphql-client/client.ts';
import { TypedDocumentString } from '../support/graphql-client/generated/graphql.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Fields = Readonly<Record<string, Json>>;

/** Asks a document whose fields the test itself names. */
export async function askText<Data = Fields>(
  gateway: TestGateway,
  key: string,
  document: string,
  variables: Fields = {},
): Promise<GraphqlAnswer<Data>> {
  return createClient(gateway.fetch, key).ask(new TypedDocumentString<Data, Fields>(document), variables);
}

/** The codes that an answer of GraphQL refuses with, each with its path. */
export function refusals({ errors = [] }: GraphqlAnswer<unknown>): readonly string[] {
  return errors.map(({ path = [], extensions }) => `${path.join('.')} ${String(extensions?.['code'])}`);
}

const ENUMS = new Set([
  ...['type', 'granularity', 'purpose', 'verdict', 'signature', 'sitemap'],
  ...['kind', 'state', 'subjectKind', 'eventType', 'unit'],
]);
const OF_THE_OTHER_GRANULARITY = new Set(['date', 'datetime']);

/** An answer of GraphQL in the words of REST: snake_case, enums in lower case with hyphens, no typename. */
export function inRestWords(value: Json): Json {
  if (isList(value)) return value.map(inRestWords);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([name]) => name !== '__typename')
    .filter(([name, field]) => field !== null || !OF_THE_OTHER_GRANULARITY.has(name))
    .map(([name, field]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ENUMS.has(name) && typeof field === 'string'
        ? field.toLowerCase().replaceAll('_', '-')
        : inRestWords(field),
    ]);
  return Object.fromEntries(fields) as Json;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Asks for the budgets of the caller. */
export const BUDGETS = '{ account { budgets { operation limit remaining } } }';

export type Budgets = {
  readonly account: {
    readonly budgets: readonly {
      readonly operation: string;
      readonly limit: number;
      readonly remaining: number;
    }[];
  };
};
